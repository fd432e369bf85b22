import type { JobKind } from '@reelyard/shared/contracts/jobs/catalog.ts';
import type { Capabilities } from '@reelyard/shared/contracts/node-protocol.ts';

/** A node as the rule sees it. */
export interface Worker {
  readonly id: string;
  readonly capabilities: Pick<Capabilities, 'kinds' | 'encoders' | 'voices'>;
}

/** A job that waits and may be granted now. */
export interface WaitingJob {
  readonly jobId: string;
  readonly kind: JobKind;
  readonly accountId: string;
  /** Weight of the account's plan. */
  readonly weight: number;
  readonly priority: number;
  readonly waitedSeconds: number;
  readonly codec: string | null;
  readonly voiceId: string | null;
  /** The encoder that earlier scenes of the same publish were given to. */
  readonly batchEncoder: string | null;
  /** Nodes on which an attempt of it ended badly. */
  readonly failedNodeIds: readonly string[];
  /** The same picture is drawn for another publish of the account: when it is there, this one needs no drawing. */
  readonly isDrawnElsewhere: boolean;
}

export interface Situation {
  readonly node: Worker;
  readonly waiting: readonly WaitingJob[];
  /** Ready nodes, `node` included. */
  readonly readyNodes: readonly Worker[];
  /** Leases that each account holds now. */
  readonly activeLeaseCounts: ReadonlyMap<string, number>;
}

/** Scenes of one publish wait this long for a node with their encoder before any node may take them. */
const encoderPatienceSeconds = 5;

/** What ends a publish goes before what begins one: a finished video frees its account's place. */
const kindRank: Record<JobKind, number> = {
  'export.assemble': 0,
  'narration.synthesize': 1,
  'scene.render': 2,
  'page.capture': 3,
  'brand.read': 3,
};

/** The encoder that a node would use for a codec: the first that it proved. */
export const encoderFor = (node: Worker, codec: string | null): string | null =>
  node.capabilities.encoders.find((encoder) => encoder.codec === codec)?.name ?? null;

const canRun = (node: Worker, job: WaitingJob): boolean =>
  node.capabilities.kinds.includes(job.kind) &&
  (job.codec === null || encoderFor(node, job.codec) !== null) &&
  (job.voiceId === null || node.capabilities.voices.includes(job.voiceId));

/** A node on which the job failed gets it again only where no other ready node could take it. */
const isSpent = ({ node, readyNodes }: Situation, job: WaitingJob): boolean =>
  job.failedNodeIds.includes(node.id) &&
  readyNodes.some((other) => !job.failedNodeIds.includes(other.id) && canRun(other, job));

/** Left for a node with the encoder of the publish's earlier scenes, so that the export may join them by stream copy. */
const isReserved = ({ node, readyNodes }: Situation, job: WaitingJob): boolean =>
  job.kind === 'scene.render' &&
  job.batchEncoder !== null &&
  job.waitedSeconds < encoderPatienceSeconds &&
  encoderFor(node, job.codec) !== job.batchEncoder &&
  readyNodes.some((other) => other.id !== node.id && encoderFor(other, job.codec) === job.batchEncoder);

/**
 * Which waiting job a node gets; null where none is for it. Order: priority, then the account that holds least for
 * its weight (a queue of 5,000 of one account delays another one's 5 by no more than what is running, B13), then what
 * ends a publish, then the longest wait.
 */
export const assignLease = (situation: Situation): WaitingJob | null => {
  const { node, waiting, activeLeaseCounts } = situation;
  const share = (job: WaitingJob): number => (activeLeaseCounts.get(job.accountId) ?? 0) / job.weight;
  const suitable = waiting.filter(
    (job) => canRun(node, job) && !job.isDrawnElsewhere && !isSpent(situation, job) && !isReserved(situation, job),
  );
  const inOrder = suitable.toSorted(
    (a, b) =>
      b.priority - a.priority ||
      share(a) - share(b) ||
      kindRank[a.kind] - kindRank[b.kind] ||
      b.waitedSeconds - a.waitedSeconds ||
      (a.jobId < b.jobId ? -1 : 1),
  );
  return inOrder[0] ?? null;
};
