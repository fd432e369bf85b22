import { ApiError } from '@reelyard/shared/sdk/api-error.ts';
import type { Project } from '@reelyard/shared/sdk/operations.gen.ts';
import { type ReelyardClient, reelyardClient } from '@reelyard/shared/sdk/reelyard-client.ts';
import type { Environment } from '../../api-keys/key-secret.ts';
import type { PlanSlug } from '../../plans/plan.ts';
import { type FakeNode, fakeNode } from '../fake-node.ts';
import { startFarm } from '../harness.ts';

/** Someone who has a key and the address of the farm, and nothing else. */
export interface Caller {
  readonly client: ReelyardClient;
  readonly apiKey: string;
  readonly accountId: string;
}

/** What a caller may be; without an account, one of its own with nothing in it. */
export interface CallerOptions {
  readonly accountId?: string;
  readonly plan?: PlanSlug;
  readonly environment?: Environment;
}

/** A farm as seen from outside: its address, callers, and one node that works when it is told to. */
export interface OutsideFarm {
  /** Ends in the version. */
  readonly baseUrl: string;
  readonly node: FakeNode;
  readonly newCaller: (options?: CallerOptions) => Promise<Caller>;
  readonly clientOf: (apiKey: string) => ReelyardClient;
  /** Opens an address that an answer gave: its host is the public one of the farm, not the port of this test. */
  readonly open: (address: string | null | undefined, init?: RequestInit) => Promise<Response>;
  /** A request that the typed client cannot express. */
  readonly raw: (method: string, path: string, init: RequestInit) => Promise<{ status: number; body: RawBody }>;
  readonly close: () => Promise<void>;
}

/** An answer as it came, before anything trusted its type. */
export type RawBody = Readonly<Record<string, unknown>>;

/** The real control plane on PostgreSQL, listening, with a node beside it. */
export const outsideFarm = async (): Promise<OutsideFarm> => {
  const farm = await startFarm();
  const origin = await farm.app.listen({ host: '127.0.0.1', port: 0 });
  const baseUrl = `${origin}/api/v2`;
  const node = await fakeNode(farm.app, farm.config.FARM_NODE_TOKEN);
  const clientOf = (apiKey: string): ReelyardClient => reelyardClient({ baseUrl, apiKey });
  let callerCount = 0;
  return {
    baseUrl,
    node,
    clientOf,
    async newCaller({ accountId, plan = 'pro', environment = 'live' } = {}) {
      callerCount += 1;
      const account = accountId ?? `acc_outside_${callerCount}`;
      const apiKey = await farm.newKey({ accountId: account, plan, environment });
      return { client: clientOf(apiKey), apiKey, accountId: account };
    },
    open(address, init) {
      const { pathname, search } = new URL(address ?? 'there is no address');
      return fetch(new URL(pathname + search, origin), init);
    },
    async raw(method, path, init) {
      const response = await fetch(`${baseUrl}${path}`, { method, ...init });
      return { status: response.status, body: (await response.json()) as RawBody };
    },
    close: () => farm.close(),
  };
};

/** One scene of the template that says one thing. */
export const claim = (headline: string, more: object = {}) => ({
  templateId: 'big-claim',
  parameters: { headline },
  ...more,
});

/** A project with one scene for each headline. */
export const projectOf = async ({ client }: Caller, ...headlines: string[]): Promise<Project> =>
  (
    await client.createProject({
      body: { title: 'Launch day', scenes: headlines.map((headline) => claim(headline)) },
    })
  ).data;

/** The refusal that a call ends with; fails where the call is no refusal. */
export const refusal = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: unknown) => (error instanceof ApiError ? error : Promise.reject(error as Error)),
  );

/** The place and the code of everything that a refusal names. */
export const problemsOf = ({ details }: ApiError): string[] => details.map(({ path, code }) => `${path} ${code}`);
