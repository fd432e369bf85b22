import { z } from 'zod';
import { jobFailureSchema } from './job-failure.ts';
import { type JobKind, jobKinds, jobs, type PayloadOf, type ResultOf, type WriteOf } from './jobs/catalog.ts';
import { videoCodecSchema } from './render-format.ts';

/**
 * What a node and the control plane say to each other: HTTP + JSON, always asked by the node, so that it works behind
 * NAT. A node registers with the farm's node token and gets a token of its own; every later request carries that one
 * as `Authorization: Bearer …`. The fence of every lease request is the attempt number: a superseded attempt gets 409
 * and must drop its work.
 *
 *   POST /nodes/register                        farm token  -> 200 RegisterAnswer | 401
 *   POST /nodes/lease                           node token  -> 200 Lease | 204 nothing to do (long poll) | 409 draining | 423 quarantined | 401 register again
 *   POST /nodes/leases/:jobId/heartbeat         -> 200 HeartbeatAnswer | 409 lease lost
 *   POST /nodes/leases/:jobId/complete          -> 200 | 409 lease lost | 422 a named file is missing or differs
 *   POST /nodes/leases/:jobId/fail              -> 200 | 409 lease lost
 *   POST /nodes/leases/:jobId/release           hand the job back unharmed (drain) -> 200 | 409
 *   POST /nodes/presence                        seen, with what the node can do now -> 200 {state}
 *   POST /nodes/drain                           take no more -> 200 {state}
 *   POST /nodes/goodbye                         the process ends: leases left go back at once -> 200
 */
export const nodePaths = {
  register: '/nodes/register',
  lease: '/nodes/lease',
  heartbeat: (jobId: string) => `/nodes/leases/${jobId}/heartbeat`,
  complete: (jobId: string) => `/nodes/leases/${jobId}/complete`,
  fail: (jobId: string) => `/nodes/leases/${jobId}/fail`,
  release: (jobId: string) => `/nodes/leases/${jobId}/release`,
  presence: '/nodes/presence',
  drain: '/nodes/drain',
  goodbye: '/nodes/goodbye',
} as const;

export const jobKindSchema = z.enum(jobKinds as [JobKind, ...JobKind[]]);

/** A node that sends no presence for this long is lost: its leases are requeued. */
export const presenceSeconds = 10;
/** The longest wait of one lease request. */
export const maxLeaseWaitSeconds = 25;

export const encoderSchema = z.strictObject({ name: z.string(), codec: videoCodecSchema, hardware: z.boolean() });

/** What a node proved that it can do (an encoder that is listed is not one that works: only proven ones stand here). */
export const capabilitiesSchema = z.strictObject({
  kinds: z.array(jobKindSchema).min(1),
  encoders: z.array(encoderSchema),
  voices: z.array(z.string()),
  workerCount: z.int().positive(),
  memoryBytes: z.int().positive(),
  gpus: z.array(z.strictObject({ name: z.string(), memoryBytes: z.int(), nvenc: z.boolean() })),
});
export type Capabilities = z.infer<typeof capabilitiesSchema>;

export const registerRequestSchema = z.strictObject({
  name: z.string().min(1).max(200),
  pool: z.enum(['render', 'capture']),
  version: z.string(),
  capabilities: capabilitiesSchema,
  /** Where a capture node answers for the browsing sessions that it holds; the control plane calls it there. */
  sessionsUrl: z.url({ protocol: /^https?$/ }).optional(),
});
export type RegisterRequest = z.infer<typeof registerRequestSchema>;
export const registerAnswerSchema = z.object({ nodeId: z.string(), nodeToken: z.string() });
export type RegisterAnswer = z.infer<typeof registerAnswerSchema>;

export const leaseRequestSchema = z.strictObject({
  kinds: z.array(jobKindSchema).min(1),
  waitSeconds: z.number().min(0).max(maxLeaseWaitSeconds),
});
export type LeaseRequest = z.infer<typeof leaseRequestSchema>;

/** A signed address that takes one PUT of the file; headers must be sent exactly. */
export const uploadTargetSchema = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  contentType: z.string(),
});

const leaseEnvelope = {
  jobId: z.string(),
  attempt: z.int().positive(),
  leaseSeconds: z.number().positive(),
  maxRunSeconds: z.number().positive(),
  /** Storage key -> signed address to read it from. */
  reads: z.record(z.string(), z.string()),
} as const;

/** A node's time-limited right to run one attempt of a job. */
export type Lease<K extends JobKind = JobKind> = {
  [Kind in K]: {
    readonly jobId: string;
    readonly attempt: number;
    readonly leaseSeconds: number;
    readonly maxRunSeconds: number;
    readonly reads: Readonly<Record<string, string>>;
    readonly kind: Kind;
    readonly payload: PayloadOf<Kind>;
    readonly writes: Readonly<Record<WriteOf<Kind>, z.infer<typeof uploadTargetSchema>>>;
  };
}[K];

/** Parses a lease of any kind; the payload is checked by its own schema. Throws a ZodError on a foreign answer. */
export const parseLease = (body: unknown): Lease => {
  const head = z
    .object({ ...leaseEnvelope, kind: jobKindSchema, payload: z.unknown(), writes: z.unknown() })
    .parse(body);
  const job = jobs[head.kind];
  const writes = z.record(z.enum(job.writes as readonly [string, ...string[]]), uploadTargetSchema).parse(head.writes);
  return { ...head, payload: job.payload.parse(head.payload), writes } as Lease;
};

export const progressSchema = z.strictObject({
  stage: z.enum(['prepare', 'render', 'encode', 'assemble', 'synthesize', 'capture', 'upload']),
  /** Frames (or, where a stage has none, steps) that are surely done: for a render, acknowledged by the encoder. */
  done: z.int().min(0),
  total: z.int().min(0),
});
export type Progress = z.infer<typeof progressSchema>;

export const heartbeatRequestSchema = z.strictObject({
  attempt: z.int().positive(),
  progress: progressSchema.optional(),
});
export type HeartbeatRequest = z.infer<typeof heartbeatRequestSchema>;
export const heartbeatAnswerSchema = z.object({
  /** Set when the attempt must end: cancelled by a caller, or taken away. */
  stop: z.enum(['cancelled', 'superseded']).nullable(),
});
export type HeartbeatAnswer = z.infer<typeof heartbeatAnswerSchema>;

/** What was uploaded under each name of `writes`. */
export const uploadedFileSchema = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  sizeBytes: z.int().positive(),
});
export type UploadedFile = z.infer<typeof uploadedFileSchema>;

export const completeRequestSchema = z.strictObject({
  attempt: z.int().positive(),
  kind: jobKindSchema,
  result: z.unknown(),
  files: z.record(z.string(), uploadedFileSchema),
});
export type CompleteRequest<K extends JobKind = JobKind> = {
  attempt: number;
  kind: K;
  result: ResultOf<K>;
  files: Partial<Record<WriteOf<K>, UploadedFile>>;
};

export const failRequestSchema = z.strictObject({ attempt: z.int().positive(), failure: jobFailureSchema });
export type FailRequest = z.infer<typeof failRequestSchema>;
export const releaseRequestSchema = z.strictObject({ attempt: z.int().positive() });
export const presenceRequestSchema = z.strictObject({
  capabilities: capabilitiesSchema,
  activeLeaseCount: z.int().min(0),
});
export type PresenceRequest = z.infer<typeof presenceRequestSchema>;

export const nodeStates = ['ready', 'draining', 'quarantined', 'offline', 'lost'] as const;
export type NodeState = (typeof nodeStates)[number];
export const presenceAnswerSchema = z.object({ state: z.enum(nodeStates) });
