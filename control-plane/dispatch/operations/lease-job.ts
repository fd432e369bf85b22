import { type JobKind, jobKinds, jobs, type PayloadOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import type { Lease } from '@reelyard/shared/contracts/node-protocol.ts';
import { type Database, inTransaction } from '../../database/connection.ts';
import type { Node } from '../../nodes/operations.ts';
import type { ObjectStore } from '../../object-storage/object-store.ts';
import { assignLease, encoderFor } from '../assign-lease.ts';
import type { Queue } from '../queue.ts';
import { insertLease } from '../store/leases.ts';
import { countActiveLeases, listWaiting, lockGrants } from '../store/waiting.ts';
import { writeKeysOf } from '../write-keys.ts';

export interface LeaseJobDeps {
  readonly db: Database;
  readonly queue: Queue;
  readonly objects: Pick<ObjectStore, 'signRead' | 'signUpload'>;
  readonly nodes: { listReady(trx: Database): Promise<Node[]> };
  /** Hands an attempt back that nobody came to fetch. */
  readonly release: (ref: { jobId: string; attempt: number; nodeId: string }) => Promise<void>;
  /** Told how long every granted job waited, for the metrics. */
  readonly onGrant: (grant: { kind: JobKind; waitedSeconds: number }) => void;
  readonly onFault: (error: unknown) => void;
}

export type LeaseAnswer =
  | { readonly kind: 'granted'; readonly lease: Lease }
  | { readonly kind: 'nothing' }
  /** Drained, quarantined or lost meanwhile. */
  | { readonly kind: 'notReady' };

interface Waiter {
  readonly node: Node;
  readonly kinds: readonly JobKind[];
  readonly answer: (answer: LeaseAnswer) => void;
}

interface Grant {
  readonly kind: JobKind;
  readonly jobId: string;
  readonly attempt: number;
  readonly accountId: string;
  readonly payload: PayloadOf<JobKind>;
  readonly waitedSeconds: number;
}

/** Waiters look again this often even if no notification came: it also grants what became due by time alone. */
const lookAgainMs = 1_000;
/** Signed addresses outlive the attempt by this much, so that the last upload is not cut off. */
const addressMarginSeconds = 300;

/**
 * Long polls for leases. One loop a process serves all waiters in the order in which they came: a wake-up costs one
 * query when there is nothing to do, and never more than one connection however many nodes wait.
 */
export const leaseJob = ({ db, queue, objects, nodes, release, onGrant, onFault }: LeaseJobDeps) => {
  const waiters = new Set<Waiter>();
  let looking: Promise<void> | null = null;
  let isAskedAgain = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | null = null;

  const tryGrant = (waiter: Waiter): Promise<Grant | 'nothing' | 'notReady'> =>
    inTransaction(db, async (trx) => {
      await lockGrants(trx);
      const readyNodes = await nodes.listReady(trx);
      const node = readyNodes.find(({ id }) => id === waiter.node.id);
      if (!node) return 'notReady';
      const waiting = await listWaiting(trx, waiter.kinds);
      const chosen = assignLease({ node, waiting, readyNodes, activeLeaseCounts: await countActiveLeases(trx) });
      if (!chosen) return 'nothing';
      const claimed = await queue.claim(trx, chosen.kind, chosen.jobId);
      if (!claimed) return 'nothing';
      const { kind, jobId } = chosen;
      const { leaseSeconds, maxRunSeconds } = jobs[kind];
      const encoder = kind === 'scene.render' ? encoderFor(node, chosen.codec) : null;
      const { attempt, payload } = claimed;
      const lease = { jobId, attempt, nodeId: node.id, kind, encoder, leaseSeconds, maxRunSeconds };
      const { accountId } = await insertLease(trx, lease);
      return { kind, jobId, attempt, accountId, payload, waitedSeconds: chosen.waitedSeconds };
    });

  const leaseOf = async ({ kind, jobId, attempt, accountId, payload }: Grant): Promise<Lease> => {
    const { leaseSeconds, maxRunSeconds, reads } = jobs[kind];
    const expiresInSeconds = maxRunSeconds + addressMarginSeconds;
    const readKeys = (reads as (payload: PayloadOf<JobKind>) => string[])(payload);
    const signedReads = await Promise.all(
      readKeys.map(async (key) => [key, await objects.signRead(key, { expiresInSeconds })] as const),
    );
    const signedWrites = await Promise.all(
      Object.entries(writeKeysOf(kind, payload, { accountId, jobId, attempt })).map(
        async ([name, { key, contentType }]) =>
          [name, await objects.signUpload(key, contentType, expiresInSeconds)] as const,
      ),
    );
    return {
      kind,
      jobId,
      attempt,
      leaseSeconds,
      maxRunSeconds,
      payload,
      reads: Object.fromEntries(signedReads),
      writes: Object.fromEntries(signedWrites),
      // The kind and its payload come from one row; TypeScript cannot follow that through the union.
    } as Lease;
  };

  const serve = async (waiter: Waiter): Promise<void> => {
    const grant = await tryGrant(waiter);
    if (grant === 'nothing') return;
    const isStillThere = waiters.delete(waiter);
    if (grant === 'notReady') return waiter.answer({ kind: 'notReady' });
    const ref = { jobId: grant.jobId, attempt: grant.attempt, nodeId: waiter.node.id };
    if (!isStillThere) return release(ref);
    onGrant(grant);
    waiter.answer({ kind: 'granted', lease: await leaseOf(grant) });
  };

  const serveRounds = async (): Promise<void> => {
    do {
      isAskedAgain = false;
      if (waiters.size === 0 || (await listWaiting(db, jobKinds)).length === 0) continue;
      for (const waiter of waiters.values().toArray()) if (waiters.has(waiter)) await serve(waiter);
    } while (isAskedAgain);
  };

  /** Looks now; resolves when every waiter that is there was served or has nothing to get. */
  const look = (): Promise<void> => {
    if (looking !== null) {
      isAskedAgain = true;
      return looking;
    }
    looking = serveRounds()
      .catch(onFault)
      .finally(() => {
        looking = null;
        if (timer !== null) clearTimeout(timer);
        timer = waiters.size > 0 && !isClosed ? setTimeout(() => void look(), lookAgainMs) : null;
      });
    return looking;
  };

  return {
    /** Something may have become due: look now. */
    wake: (): void => void look(),

    /** Waits up to `waitSeconds` for a job of these kinds; `signal` aborts when the node is gone or the farm stops. */
    wait: (node: Node, kinds: readonly JobKind[], waitSeconds: number, signal: AbortSignal): Promise<LeaseAnswer> =>
      new Promise((resolve) => {
        const leave = (): void => {
          if (waiters.delete(waiter)) waiter.answer({ kind: 'nothing' });
        };
        let deadline: NodeJS.Timeout | null = null;
        const waiter: Waiter = {
          node,
          kinds,
          answer: (answer) => {
            if (deadline !== null) clearTimeout(deadline);
            signal.removeEventListener('abort', leave);
            resolve(answer);
          },
        };
        if (signal.aborted || isClosed) return waiter.answer({ kind: 'nothing' });
        signal.addEventListener('abort', leave, { once: true });
        waiters.add(waiter);
        // The time begins after the first look: who waits 0 seconds gets what is there.
        void look()
          .then(async () => {
            if (!waiters.has(waiter)) return;
            deadline = setTimeout(leave, waitSeconds * 1_000);
            // It may have begun to drain between its authentication and here, when nobody yet waited to be dismissed.
            const isReady = (await nodes.listReady(db)).some(({ id }) => id === node.id);
            if (!isReady && waiters.delete(waiter)) waiter.answer({ kind: 'notReady' });
          })
          .catch(onFault);
      }),

    /** A node changed state: whoever waits for it is told. */
    dismiss(nodeId: string): void {
      for (const waiter of waiters.values().toArray()) {
        if (waiter.node.id === nodeId && waiters.delete(waiter)) waiter.answer({ kind: 'notReady' });
      }
    },

    /** Sends every waiter away empty-handed. */
    close(): void {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      for (const waiter of waiters.values().toArray()) if (waiters.delete(waiter)) waiter.answer({ kind: 'nothing' });
    },
  };
};
export type LeaseJob = ReturnType<typeof leaseJob>;
