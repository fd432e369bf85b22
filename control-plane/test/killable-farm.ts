import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@reelyard/deploy/local/free-port.ts';
import { startPostgres } from '@reelyard/deploy/local/postgres.ts';
import { followingParent } from '@reelyard/deploy/local/run-as.ts';
import { accountOperations } from '../accounts/operations.ts';
import { generateKeySecret } from '../api-keys/key-secret.ts';
import { apiKeyOperations } from '../api-keys/operations.ts';
import { connect, type Database } from '../database/connection.ts';
import { migrate } from '../database/migrate.ts';
import type { PlanSlug } from '../plans/plan.ts';
import type { Injecting } from './fake-node.ts';

/** An answer that arrived whole; a request whose connection ended before that throws. */
export interface KillableAnswer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks into answers of every shape
  readonly body: any;
}

export interface KillableFarm {
  readonly origin: string;
  readonly nodeToken: string;
  /** A connection that is not the control plane's. */
  readonly db: Database;
  /** Makes an account with this many keys. */
  newKeys(account: { accountId: string; plan?: PlanSlug; count?: number }): Promise<string[]>;
  /** One request to /api/v2; throws where the control plane is not there or dies in between. */
  call(key: string, method: string, path: string, body?: object, idempotencyKey?: string): Promise<KillableAnswer>;
  /** For a node of the tests. */
  readonly inject: Injecting['inject'];
  /** kill -9; settles when the process is gone. */
  kill(): Promise<void>;
  /** Starts the control plane; settles when it answers. */
  start(): Promise<void>;
  close(): Promise<void>;
}

const script = fileURLToPath(import.meta.resolve('@reelyard/control-plane/main.ts'));
/** Only a control plane that hangs takes so long, however busy the machine is. */
const startPatienceMs = 300_000;

/**
 * The control plane as a process of its own, to be killed at any moment, on a PostgreSQL that outlives it. It keeps its
 * address over restarts, as one behind a load balancer does. Not started yet.
 */
export const killableFarm = async (): Promise<KillableFarm> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'killable-farm-'));
  const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres') });
  await migrate(postgres.url);
  const db = connect(postgres.url, { name: 'observer' });
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const nodeToken = 'node-token-of-the-killable-farm';
  const logFile = path.join(folder, 'control-plane.log');
  const environment = {
    PATH: process.env['PATH'] ?? '',
    // Half of the processor time of a start is reading and stripping the modules.
    NODE_COMPILE_CACHE: path.join(folder, 'compile-cache'),
    DATABASE_URL: postgres.url,
    FARM_DATA: path.join(folder, 'data'),
    FARM_PORT: String(port),
    FARM_NODE_TOKEN: nodeToken,
    FARM_ADMIN_TOKEN: 'admin-token-of-the-killable-farm',
    FARM_SIGNING_SECRET: 'signing-secret-of-the-killable-farm-01234567',
    FARM_EGRESS_ALLOW: '127.0.0.1',
    LOG_LEVEL: 'warn',
  };
  let child: ChildProcess | null = null;

  const isUp = (): Promise<boolean> =>
    fetch(`${origin}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );

  const kill = async (): Promise<void> => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };

  return {
    origin,
    nodeToken,
    db,
    async newKeys({ accountId, plan = 'pro', count = 1 }) {
      const secrets = Array.from({ length: count }, () => generateKeySecret('live'));
      await accountOperations({ db }).ensureAccount({ id: accountId, name: accountId, plan });
      for (const secret of secrets) await apiKeyOperations({ db }).ensureKey({ accountId, name: 'test', secret });
      return secrets;
    },
    async call(key, method, address, body, idempotencyKey) {
      const response = await fetch(`${origin}/api/v2${address}`, {
        method,
        headers: {
          'x-api-key': key,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: response.status, body: await response.json() };
    },
    async inject({ method, url, headers, payload }) {
      const body = Buffer.isBuffer(payload)
        ? { headers, body: new Uint8Array(payload) }
        : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(payload) };
      const response = await fetch(`${origin}${url}`, { method, ...body });
      const text = await response.text();
      return { statusCode: response.status, body: text, json: () => JSON.parse(text) as unknown };
    },
    kill,
    async start() {
      const log = openSync(logFile, 'a');
      const { file, args } = followingParent('KILL', {}, [process.execPath, script]);
      child = spawn(file, args, { env: environment, stdio: ['ignore', log, log] });
      closeSync(log);
      const deadline = performance.now() + startPatienceMs;
      while (!(await isUp())) {
        const isGone = child.exitCode !== null || child.signalCode !== null;
        if (isGone || performance.now() > deadline) {
          const what = isGone ? `ended with ${child.exitCode ?? child.signalCode}` : 'hangs';
          throw new Error(`the control plane ${what} at its start:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`);
        }
        await delay(10);
      }
    },
    async close() {
      await kill();
      await db.destroy();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
