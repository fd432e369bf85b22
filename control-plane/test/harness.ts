import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '@reelyard/deploy/local/postgres.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pino from 'pino';
import { accountOperations } from '../accounts/operations.ts';
import { type Environment, generateKeySecret } from '../api-keys/key-secret.ts';
import { apiKeyOperations } from '../api-keys/operations.ts';
import { type ControlPlane, compose } from '../compose.ts';
import { type Config, readConfig } from '../config.ts';
import type { Database } from '../database/connection.ts';
import type { PlanSlug } from '../plans/plan.ts';
import { accountMembers } from '../sessions/operations/join-account.ts';

/** The injected time of day; starts at the real one. */
export interface TestClock {
  now(): Date;
  set(to: Date): void;
  advanceSeconds(seconds: number): void;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks into answers of every shape
  readonly body: any;
}

/** A person who is signed in. */
export interface TestUser {
  readonly userId: string;
  readonly email: string;
  readonly password: string;
  /** The Cookie header of their browser. */
  readonly cookie: string;
  /** One request to /api/v2 as the farm's own pages make it. */
  call(method: NonNullable<InjectOptions['method']>, path: string, body?: unknown): Promise<Answer>;
}

export interface Farm {
  readonly app: FastifyInstance;
  readonly db: Database;
  readonly clock: TestClock;
  readonly config: Config;
  /** Secrets of the local Pro account, as the launcher makes them. */
  readonly keys: { readonly live: string; readonly test: string };
  /** Every line that the control plane logged. */
  readonly logLines: readonly string[];
  /** Makes an account and one key of it. */
  newKey(account: { accountId: string; plan?: PlanSlug; environment?: Environment }): Promise<string>;
  /** Makes an account and one user of it, and signs them in. */
  newWebUser(account: { accountId: string; plan?: PlanSlug; role?: 'member' | 'admin' }): Promise<TestUser>;
  /** One request to /api/v2 through app.inject. */
  call(
    key: string | null,
    method: NonNullable<InjectOptions['method']>,
    path: string,
    body?: unknown,
    clientAddress?: string,
  ): Promise<Answer>;
  close(): Promise<void>;
}

const testClock = (): TestClock => {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    set: (to) => {
      offsetMs = to.getTime() - Date.now();
    },
    advanceSeconds: (seconds) => {
      offsetMs += seconds * 1_000;
    },
  };
};

/**
 * The real control plane on a PostgreSQL of its own. A cluster of its own per test file, not a shared one with clones:
 * initdb takes 0.5 s and the server 20 ms, and a cluster that belongs to one process needs no lock, no owner and no
 * clean-up by somebody else.
 */
export const startFarm = async (overrides: Record<string, string> = {}): Promise<Farm> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'farm-test-'));
  const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres') });
  const keys = { live: generateKeySecret('live'), test: generateKeySecret('test') };
  const clock = testClock();
  const logLines: string[] = [];
  const config = readConfig({
    DATABASE_URL: postgres.url,
    FARM_DATA: path.join(folder, 'data'),
    FARM_PORT: '0',
    FARM_NODE_TOKEN: 'node-token-of-the-test-farm',
    FARM_ADMIN_TOKEN: 'admin-token-of-the-test-farm',
    FARM_SIGNING_SECRET: 'signing-secret-of-the-test-farm-0123456789',
    FARM_EGRESS_ALLOW: '127.0.0.1',
    FARM_BOOTSTRAP_LIVE_KEY: keys.live,
    FARM_BOOTSTRAP_TEST_KEY: keys.test,
    LOG_LEVEL: 'info',
    ...overrides,
  });
  const logger = pino({ level: config.LOG_LEVEL }, { write: (line: string) => void logLines.push(line) });
  const stopEverything = async (controlPlane?: ControlPlane): Promise<void> => {
    await controlPlane?.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const controlPlane = await compose({ config, logger, clock: () => clock.now() });
    return farmOf({ controlPlane, clock, config, keys, logLines, close: () => stopEverything(controlPlane) });
  } catch (error) {
    await stopEverything();
    throw error;
  }
};

/** The Cookie header of a browser that took these Set-Cookie headers. */
export const cookieOf = (setCookie: string | readonly string[] | undefined): string =>
  [setCookie ?? []]
    .flat()
    .flatMap((cookie) => (/max-age=0/i.test(cookie) ? [] : [cookie.split(';', 1)[0]]))
    .join('; ');

const ask = async (
  app: FastifyInstance,
  headers: Record<string, string>,
  method: NonNullable<InjectOptions['method']>,
  address: string,
  body: unknown,
  clientAddress = '127.0.0.1',
): Promise<Answer> => {
  const response = await app.inject({
    method,
    remoteAddress: clientAddress,
    url: `/api/v2${address}`,
    headers,
    ...(body === undefined ? {} : { payload: body as NonNullable<InjectOptions['payload']> }),
  });
  const isJson = response.headers['content-type']?.toString().includes('json') === true;
  return { status: response.statusCode, headers: response.headers, body: isJson ? response.json() : response.body };
};

const farmOf = (parts: {
  controlPlane: ControlPlane;
  clock: TestClock;
  config: Config;
  keys: Farm['keys'];
  logLines: string[];
  close: () => Promise<void>;
}): Farm => {
  const { app, db } = parts.controlPlane;
  const { clock, config, keys, logLines, close } = parts;
  return {
    app,
    db,
    clock,
    config,
    keys,
    logLines,
    close,
    async newKey({ accountId, plan = 'pro', environment = 'live' }) {
      const secret = generateKeySecret(environment);
      await accountOperations({ db }).ensureAccount({ id: accountId, name: accountId, plan });
      await apiKeyOperations({ db }).ensureKey({ accountId, name: 'test', secret });
      return secret;
    },
    async newWebUser({ accountId, plan = 'pro', role = 'member' }) {
      const [email, password] = [`${randomUUID()}@farm.test`, 'otter violin drizzle'];
      const accounts = accountOperations({ db });
      await accounts.ensureAccount({ id: accountId, name: accountId, plan });
      await accountMembers({ db, accounts }).ensureUser({ accountId, role, email, password, name: 'Ada' });
      const { origin } = new URL(config.FARM_PUBLIC_URL);
      const signIn = {
        method: 'POST',
        url: '/auth/sign-in',
        headers: { origin },
        payload: { email, password },
      } as const;
      const cookie = cookieOf((await app.inject(signIn)).headers['set-cookie']);
      const session = await app.inject({ url: '/auth/session', headers: { cookie } });
      const userId: string = session.json().data.user.id;
      const call: TestUser['call'] = (method, address, body) => ask(app, { cookie, origin }, method, address, body);
      return { userId, email, password, cookie, call };
    },
    async call(key, method, address, body, clientAddress) {
      return ask(app, key === null ? {} : { 'x-api-key': key }, method, address, body, clientAddress);
    },
  };
};
