import { ApiError } from '@reelyard/shared/sdk/api-error.ts';
import { z } from 'zod';
import { queryClient } from '../../api.ts';
import { accountQuery } from '../../shell/session.ts';
import {
  type AccountDetail,
  accountDetail,
  accountRecord,
  actRecord,
  entryRecord,
  farmRecord,
  flatError,
  graphqlErrors,
  type JobKind,
  type JobState,
  jobRecord,
  type LimitedFeature,
  nodeRecord,
  type Outcome,
  type Plan,
  type PlanFeature,
  type PublishRecord,
  pageOf,
  publishRecord,
  waitingRecord,
} from './farm-records.ts';

const address = '/admin/graphql';

const refusal = (statusCode: number, code: string, message: string): ApiError =>
  new ApiError({ method: 'POST', path: address, statusCode, body: { code, message }, retryAfterSeconds: null });

/** What came back instead of data; null where it is data. */
const refusalIn = (status: number, body: unknown): ApiError | null => {
  const graphql = graphqlErrors.safeParse(body);
  const [first] = graphql.success ? graphql.data.errors : [];
  if (first !== undefined) return refusal(status, first.extensions?.code ?? 'GRAPHQL_INVALID', first.message);
  const flat = flatError.safeParse(body);
  return status >= 400 && flat.success ? refusal(status, flat.data.code, flat.data.message) : null;
};

/** One document, with the visitor's own session; its `data` is what `schema` says. */
const ask = async <T>(
  schema: z.ZodType<T>,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
  signal?: AbortSignal,
): Promise<T> => {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
    ...(signal === undefined ? {} : { signal }),
  });
  // The shell hears of an ended session where it asks who is signed in.
  if (response.status === 401) void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
  const body: unknown = await response.json().catch(() => null);
  const refused = refusalIn(response.status, body);
  if (refused !== null) throw refused;
  const parsed = z.object({ data: schema }).safeParse(body);
  if (parsed.success) return parsed.data.data;
  throw refusal(
    response.status,
    'UNEXPECTED_ANSWER',
    'The farm answered with something that this page does not know. Load the page again.',
  );
};

interface Paging {
  readonly after?: string | null | undefined;
  readonly signal?: AbortSignal | undefined;
}

const jobFields = `id kind state accountId batchId priority createdAt endedAt dueAt waitingFor
  failure { blame stage code message }
  attempts { number nodeId outcome failure { blame stage code message } }`;
const accountFields = `id name plan createdAt users { id email role } balance { plan purchased held debt periodEnd }`;
const accountDetailFields = `${accountFields}
  keys { id name environment prefix last4 monthlyCreditCap expiresAt revokedAt lastUsedAt }
  features { feature enabled ofPlan ofAccount } limits { feature units used isSetApart }`;
const publishFields = `id projectId accountId environment kind state title quality format createdAt finishedAt
  scenes { total reused done failed }`;

/** The queues with why the newest of their jobs wait, the pools and the last audit. */
export const readFarm = (signal?: AbortSignal) =>
  ask(
    z.object({ farm: farmRecord, jobs: z.object({ items: z.array(waitingRecord) }) }),
    `query Farm {
      farm {
        queues { kind waiting running oldestWaitSeconds }
        pools { pool readyNodes slots freeSlots }
        audit { auditedAt checked violations { invariant count } }
      }
      jobs(state: WAITING, first: 100) { items { kind waitingFor } }
    }`,
    {},
    signal,
  );

export const listNodes = async (signal?: AbortSignal) =>
  (
    await ask(
      z.object({ nodes: pageOf(nodeRecord) }),
      `query Nodes { nodes(first: 60) { nextCursor items {
        id name pool version state stateChangedAt heldState failureStreak silentSeconds memoryBytes slots
        encoders { name codec hardware } gpus { name memoryBytes nvenc }
        leases { jobId number kind stage done total }
        throughput { completedAttempts badAttempts meanSeconds }
      } } }`,
      {},
      signal,
    )
  ).nodes;

export const listJobs = async (
  filter: { readonly state: JobState | null; readonly kind: JobKind | null },
  { after = null, signal }: Paging = {},
) =>
  (
    await ask(
      z.object({ jobs: pageOf(jobRecord) }),
      `query Jobs($state: JobState, $kind: JobKind, $after: String) {
        jobs(state: $state, kind: $kind, first: 30, after: $after) { nextCursor items { ${jobFields} } } }`,
      { ...filter, after },
      signal,
    )
  ).jobs;

export const listPublishes = async (state: PublishRecord['state'] | null, { after = null, signal }: Paging = {}) =>
  (
    await ask(
      z.object({ publishes: pageOf(publishRecord) }),
      `query Publishes($state: PublishState, $after: String) {
        publishes(state: $state, first: 30, after: $after) { nextCursor items { ${publishFields} } } }`,
      { state, after },
      signal,
    )
  ).publishes;

export const listPublishJobs = async (id: string, signal?: AbortSignal) =>
  (
    await ask(
      z.object({ publish: z.object({ jobs: z.array(jobRecord) }).nullable() }),
      `query PublishJobs($id: ID!) { publish(id: $id) { jobs { ${jobFields} } } }`,
      { id },
      signal,
    )
  ).publish?.jobs ?? [];

export const listAccounts = async (search: string, { after = null, signal }: Paging = {}) =>
  (
    await ask(
      z.object({ accounts: pageOf(accountRecord) }),
      `query Accounts($search: String, $after: String) {
        accounts(search: $search, first: 30, after: $after) { nextCursor items { ${accountFields} } } }`,
      { search, after },
      signal,
    )
  ).accounts;

export const readAccount = async (id: string, signal?: AbortSignal): Promise<AccountDetail | null> =>
  (
    await ask(
      z.object({ account: accountDetail.nullable() }),
      `query Account($id: ID!) { account(id: $id) { ${accountDetailFields} } }`,
      { id },
      signal,
    )
  ).account;

export const listMovements = async (accountId: string, { after = null, signal }: Paging = {}) =>
  (
    await ask(
      z.object({ ledger: pageOf(entryRecord) }),
      `query Ledger($accountId: ID!, $after: String) { ledger(accountId: $accountId, first: 20, after: $after) {
        nextCursor items { id createdAt type action amount heldAmount bucket planAfter purchasedAfter reason actor } } }`,
      { accountId, after },
      signal,
    )
  ).ledger;

export const listActs = async ({ after = null, signal }: Paging = {}) =>
  (
    await ask(
      z.object({ acts: pageOf(actRecord) }),
      `query Acts($after: String) { acts(first: 50, after: $after) { nextCursor items {
        id at actor operation target arguments outcome code reason } } }`,
      { after },
      signal,
    )
  ).acts;

const change = z.object({ outcome: z.enum(['DONE', 'UNCHANGED', 'REFUSED']) });
const changed = z.object({ change });

/** Mutations are all answered as `change`, so that one schema reads what came of them. */
const act = async (document: string, variables: Readonly<Record<string, unknown>>): Promise<Outcome> =>
  (await ask(changed, document, variables)).change.outcome;

export type NodeAct = 'drain' | 'resume' | 'quarantine';
const nodeMutations: Readonly<Record<NodeAct, string>> = {
  drain: 'drainNode',
  resume: 'resumeNode',
  quarantine: 'quarantineNode',
};
export const operateNode = (name: NodeAct, id: string, reason: string): Promise<Outcome> =>
  act(
    `mutation Operate($id: ID!, $reason: String!) { change: ${nodeMutations[name]}(id: $id, reason: $reason) { outcome } }`,
    { id, reason },
  );

export const requeueJob = (id: string, reason: string): Promise<Outcome> =>
  act(`mutation Requeue($id: ID!, $reason: String!) { change: requeueJob(id: $id, reason: $reason) { outcome } }`, {
    id,
    reason,
  });

export const setPriority = (jobId: string, priority: number, reason: string): Promise<Outcome> =>
  act(
    `mutation Priority($jobId: ID!, $priority: Int!, $reason: String) {
      change: setPriority(jobId: $jobId, priority: $priority, reason: $reason) { outcome } }`,
    { jobId, priority, reason },
  );

export const cancelPublish = async (
  id: string,
  reason: string,
): Promise<{ outcome: Outcome; creditsReleased: number }> =>
  (
    await ask(
      z.object({ change: change.extend({ creditsReleased: z.int() }) }),
      `mutation Cancel($id: ID!, $reason: String!) {
        change: cancelPublish(id: $id, reason: $reason) { outcome creditsReleased } }`,
      { id, reason },
    )
  ).change;

export interface Adjustment {
  readonly accountId: string;
  readonly bucket: 'PLAN' | 'PURCHASED';
  readonly credits: number;
  readonly reason: string;
  /** The same one for every try of one adjustment: it is made once. */
  readonly idempotencyKey: string;
}
export const adjustCredits = (adjustment: Adjustment): Promise<Outcome> =>
  act(
    `mutation Adjust($accountId: ID!, $bucket: Bucket!, $credits: Int!, $reason: String!, $idempotencyKey: String!) {
      change: adjustCredits(accountId: $accountId, bucket: $bucket, credits: $credits, reason: $reason,
        idempotencyKey: $idempotencyKey) { outcome } }`,
    { ...adjustment },
  );

export const changePlan = (accountId: string, plan: Plan, reason: string): Promise<Outcome> =>
  act(
    `mutation Plan($accountId: ID!, $plan: Plan!, $reason: String!) {
      change: changePlan(accountId: $accountId, plan: $plan, reason: $reason) { outcome } }`,
    { accountId, plan, reason },
  );

/** `enabled` null: as it is without an operator. */
export const setFeature = (
  accountId: string,
  { feature, enabled, reason }: { feature: PlanFeature; enabled: boolean | null; reason: string },
): Promise<Outcome> =>
  act(
    `mutation Feature($accountId: ID, $feature: PlanFeature!, $enabled: Boolean, $reason: String!) {
      change: setPlanFeature(accountId: $accountId, feature: $feature, enabled: $enabled, reason: $reason) { outcome } }`,
    { accountId, feature, enabled, reason },
  );

/** A month's units; `unlimited`, or `reset` to what the plan says. */
export type NewLimit = { readonly units: number } | { readonly unlimited: true } | { readonly reset: true };
export const setLimit = (
  accountId: string,
  { feature, limit, reason }: { feature: LimitedFeature; limit: NewLimit; reason: string },
): Promise<Outcome> =>
  act(
    `mutation Limit($accountId: ID, $feature: LimitedFeature!, $units: Int, $unlimited: Boolean! = false,
        $reset: Boolean! = false, $reason: String!) {
      change: setPlanLimit(accountId: $accountId, feature: $feature, units: $units, unlimited: $unlimited,
        reset: $reset, reason: $reason) { outcome } }`,
    { accountId, feature, ...limit, reason },
  );

export const revokeKey = (id: string, reason: string): Promise<Outcome> =>
  act(`mutation Revoke($id: ID!, $reason: String!) { change: revokeKey(id: $id, reason: $reason) { outcome } }`, {
    id,
    reason,
  });
