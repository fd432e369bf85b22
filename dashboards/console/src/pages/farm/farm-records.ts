import { z } from 'zod';

/*
 * What the operators' API answers, as far as these pages ask for it (control-plane/admin/schema.graphql). Answers are
 * parsed: a page that was loaded before an upgrade then says so instead of showing `undefined`.
 */

// The console's policy forbids code made of text, which zod would try: it parses without.
z.config({ jitless: true });

const time = z.iso.datetime({ offset: true });

export const jobKinds = [
  'SCENE_RENDER',
  'NARRATION_SYNTHESIZE',
  'EXPORT_ASSEMBLE',
  'PAGE_CAPTURE',
  'BRAND_READ',
] as const;
const jobKind = z.enum(jobKinds);
export type JobKind = z.infer<typeof jobKind>;

export const jobStates = ['WAITING', 'RUNNING', 'STOPPING', 'COMPLETED', 'GAVE_UP', 'CANCELLED'] as const;
export type JobState = (typeof jobStates)[number];

const failure = z.object({ blame: z.string(), stage: z.string(), code: z.string(), message: z.string() });
export type Failure = z.infer<typeof failure>;

export const farmRecord = z.object({
  queues: z.array(z.object({ kind: jobKind, waiting: z.int(), running: z.int(), oldestWaitSeconds: z.number() })),
  pools: z.array(
    z.object({ pool: z.enum(['RENDER', 'CAPTURE']), readyNodes: z.int(), slots: z.int(), freeSlots: z.int() }),
  ),
  audit: z.object({
    auditedAt: time.nullable(),
    checked: z.int(),
    violations: z.array(z.object({ invariant: z.string(), count: z.int() })),
  }),
});
export type FarmRecord = z.infer<typeof farmRecord>;

const nodeStates = ['READY', 'DRAINING', 'QUARANTINED', 'OFFLINE', 'LOST'] as const;
export const nodeRecord = z.object({
  id: z.string(),
  name: z.string(),
  pool: z.enum(['RENDER', 'CAPTURE']),
  version: z.string(),
  state: z.enum(nodeStates),
  stateChangedAt: time,
  heldState: z.enum(nodeStates).nullable(),
  failureStreak: z.int(),
  silentSeconds: z.number(),
  encoders: z.array(z.object({ name: z.string(), codec: z.string(), hardware: z.boolean() })),
  gpus: z.array(z.object({ name: z.string(), memoryBytes: z.number(), nvenc: z.boolean() })),
  memoryBytes: z.number(),
  slots: z.int(),
  leases: z.array(
    z.object({
      jobId: z.string(),
      number: z.int(),
      kind: jobKind,
      stage: z.string().nullable(),
      done: z.int().nullable(),
      total: z.int().nullable(),
    }),
  ),
  throughput: z.object({ completedAttempts: z.int(), badAttempts: z.int(), meanSeconds: z.number().nullable() }),
});
export type NodeRecord = z.infer<typeof nodeRecord>;

const waitingReason = z.enum([
  'RESTING',
  'NO_NODE_READY',
  'NO_NODE_FOR_KIND',
  'NO_NODE_FOR_CODEC',
  'NO_NODE_FOR_VOICE',
  'NODES_BUSY',
]);
export type WaitingReason = z.infer<typeof waitingReason>;
export const waitingRecord = z.object({ kind: jobKind, waitingFor: waitingReason.nullable() });
export type WaitingRecord = z.infer<typeof waitingRecord>;

export const jobRecord = z.object({
  id: z.string(),
  kind: jobKind,
  state: z.enum(jobStates),
  accountId: z.string(),
  batchId: z.string().nullable(),
  priority: z.int(),
  createdAt: time,
  endedAt: time.nullable(),
  dueAt: time.nullable(),
  waitingFor: waitingReason.nullable(),
  failure: failure.nullable(),
  attempts: z.array(
    z.object({ number: z.int(), nodeId: z.string(), outcome: z.string().nullable(), failure: failure.nullable() }),
  ),
});
export type JobRecord = z.infer<typeof jobRecord>;

export const publishStates = [
  'RENDERING',
  'NARRATING',
  'EXPORTING',
  'RENDERED',
  'COMPLETED',
  'RENDER_FAILED',
  'FAILED',
  'CANCELLED',
] as const;
export const publishRecord = z.object({
  id: z.string(),
  projectId: z.string(),
  accountId: z.string(),
  environment: z.enum(['LIVE', 'TEST']),
  kind: z.string(),
  state: z.enum(publishStates),
  title: z.string(),
  quality: z.string(),
  format: z.string(),
  createdAt: time,
  finishedAt: time.nullable(),
  scenes: z.object({ total: z.int(), reused: z.int(), done: z.int(), failed: z.int() }),
});
export type PublishRecord = z.infer<typeof publishRecord>;

export const plans = ['FREE', 'PRO', 'ENTERPRISE'] as const;
export type Plan = (typeof plans)[number];
const balance = z.object({
  plan: z.int(),
  purchased: z.int(),
  held: z.int(),
  debt: z.int(),
  periodEnd: time.nullable(),
});
const accountHead = {
  id: z.string(),
  name: z.string(),
  plan: z.enum(plans),
  createdAt: time,
  users: z.array(z.object({ id: z.string(), email: z.string(), role: z.string() })),
  balance,
};
export const accountRecord = z.object(accountHead);
export type AccountRecord = z.infer<typeof accountRecord>;

export const planFeatures = ['MCP_CAPTURE', 'MCP_BROWSE', 'STORYBOARD_DRAFT', 'EXPORT_4K'] as const;
export type PlanFeature = (typeof planFeatures)[number];
const limitedFeatures = ['SCENE_RENDER', 'SCENE_RENDER_REVISION', 'EXPORT', 'UI_CAPTURE', 'STORYBOARD_DRAFT'] as const;
export type LimitedFeature = (typeof limitedFeatures)[number];

export const keyRecord = z.object({
  id: z.string(),
  name: z.string(),
  environment: z.enum(['LIVE', 'TEST']),
  prefix: z.string(),
  last4: z.string(),
  monthlyCreditCap: z.int().nullable(),
  expiresAt: time.nullable(),
  revokedAt: time.nullable(),
  lastUsedAt: time.nullable(),
});
export type KeyRecord = z.infer<typeof keyRecord>;

export const accountDetail = z.object({
  ...accountHead,
  keys: z.array(keyRecord),
  features: z.array(
    z.object({
      feature: z.enum(planFeatures),
      enabled: z.boolean(),
      ofPlan: z.boolean().nullable(),
      ofAccount: z.boolean().nullable(),
    }),
  ),
  limits: z.array(
    z.object({
      feature: z.enum(limitedFeatures),
      units: z.int().nullable(),
      used: z.int(),
      isSetApart: z.boolean(),
    }),
  ),
});
export type AccountDetail = z.infer<typeof accountDetail>;

const entryTypes = [
  'GRANT',
  'RESERVE',
  'SPEND',
  'RELEASE',
  'REFUND',
  'PURCHASE',
  'RESET',
  'ADJUSTMENT',
  'EXPIRY',
] as const;
export const entryRecord = z.object({
  id: z.string(),
  createdAt: time,
  type: z.enum(entryTypes),
  action: z.string().nullable(),
  amount: z.int(),
  heldAmount: z.int(),
  bucket: z.enum(['PLAN', 'PURCHASED']),
  planAfter: z.int(),
  purchasedAfter: z.int(),
  reason: z.string().nullable(),
  actor: z.string().nullable(),
});
export type EntryRecord = z.infer<typeof entryRecord>;

export const actRecord = z.object({
  id: z.string(),
  at: time,
  actor: z.string(),
  operation: z.string(),
  target: z.string(),
  arguments: z.string(),
  outcome: z.enum(['DONE', 'UNCHANGED', 'REFUSED']),
  code: z.string().nullable(),
  reason: z.string().nullable(),
});
export type ActRecord = z.infer<typeof actRecord>;
export type Outcome = ActRecord['outcome'];

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

/** The two shapes of a no: GraphQL's own, and the API's flat one before GraphQL is asked at all. */
export const graphqlErrors = z.object({
  errors: z.array(z.object({ message: z.string(), extensions: z.object({ code: z.string().optional() }).optional() })),
});
export const flatError = z.object({ message: z.string(), code: z.string() });
