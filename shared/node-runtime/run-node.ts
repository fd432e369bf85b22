import { setTimeout as pause } from 'node:timers/promises';
import type { KindsOn } from '../contracts/jobs/catalog.ts';
import type { Pool } from '../contracts/jobs/define-job.ts';
import { type Capabilities, type Lease, presenceSeconds } from '../contracts/node-protocol.ts';
import type { ControlPlaneClient } from './control-plane-client.ts';
import type { Executors } from './executor.ts';
import { runLeaseLoop } from './lease-loop.ts';
import type { NodeLog } from './node-log.ts';
import { reportBuffer } from './report-buffer.ts';
import type { RetryPolicy } from './retry.ts';
import { type AttemptSummary, attemptRunner } from './run-attempt.ts';
import { cleanScratch } from './scratch-dir.ts';
import { hasScratchRoom, type ScratchSpace } from './scratch-space.ts';

export type NodeLife = 'starting' | 'awake' | 'draining' | 'stopped';

export interface NodeOptions<P extends Pool> {
  readonly client: ControlPlaneClient;
  readonly pool: P;
  readonly name: string;
  readonly version: string;
  /** Asked for at every presence: an encoder may be lost while the node runs. */
  readonly capabilities: () => Capabilities;
  readonly executors: Executors<P>;
  /** One loop each. */
  readonly loops: readonly { readonly kinds: readonly KindsOn<P>[]; readonly slotCount: number }[];
  /** Where the control plane reaches the browsing sessions that this node holds. */
  readonly sessionsUrl?: string;
  /** A folder of this node alone: it is emptied at the start. */
  readonly scratchPath: string;
  readonly measureScratch: (scratchPath: string) => Promise<ScratchSpace>;
  readonly retryPolicy: RetryPolicy;
  readonly log: NodeLog;
  readonly onAttemptEnd: (summary: AttemptSummary) => void;
  readonly onUploadSeconds: (seconds: number) => void;
}

export interface RunningNode {
  readonly life: NodeLife;
  readonly activeLeaseCount: number;
  /** Resolves once the control plane knows the node; rejects where it refuses it. */
  readonly registered: Promise<{ nodeId: string }>;
  /**
   * Takes no more, lets running attempts end within `graceMs`, then hands back the others, and says goodbye. The same
   * promise however often it is called. Never rejects.
   */
  drain(graceMs: number): Promise<void>;
}

/** Three presences fit into the time after which the control plane calls a node lost. */
const presencePauseMs = Math.floor((presenceSeconds * 1_000) / 3);
/** Words of leave-taking wait this long for an answer: a control plane that is down must not hold up the exit. */
const farewellMs = 1_500;

/** The life of a node: register, be present, lease and run, drain, say goodbye. */
export const startNode = <P extends Pool>(options: NodeOptions<P>): RunningNode => {
  const { client, log } = options;
  const draining = new AbortController();
  const leaving = new AbortController();
  const gone = new AbortController();
  const reports = reportBuffer(log);
  const unreported = new Set<Promise<void>>();
  let life: NodeLife = 'starting';
  let activeLeaseCount = 0;

  const runAttempt = attemptRunner({ ...options, reports, onEnd: options.onAttemptEnd });
  const start = (lease: Lease): ReturnType<typeof runAttempt> => {
    activeLeaseCount += 1;
    log.info({ jobId: lease.jobId, kind: lease.kind, attempt: lease.attempt }, 'lease granted');
    const attempt = runAttempt(lease as Parameters<typeof runAttempt>[0], leaving.signal);
    unreported.add(attempt.reported);
    void attempt.reported.finally(() => {
      activeLeaseCount -= 1;
      unreported.delete(attempt.reported);
    });
    return attempt;
  };

  let hadRoom = true;
  const hasRoom = async (): Promise<boolean> => {
    const space = await options.measureScratch(options.scratchPath);
    const hasRoomNow = hasScratchRoom(space);
    // Told once for each time: the loops ask every few seconds.
    if (hadRoom && !hasRoomNow) log.error({ ...space }, 'the disk is nearly full: no work is taken');
    if (!hadRoom && hasRoomNow) log.info({ ...space }, 'the disk has room again');
    hadRoom = hasRoomNow;
    return hasRoomNow;
  };

  const stayPresent = async (): Promise<void> => {
    while (!gone.signal.aborted) {
      await client
        .presence(
          { capabilities: options.capabilities(), activeLeaseCount },
          AbortSignal.any([gone.signal, AbortSignal.timeout(presencePauseMs)]),
        )
        .catch((error: unknown) => {
          if (!gone.signal.aborted) log.warn({ err: error }, 'presence not answered');
        });
      await pause(presencePauseMs, undefined, { signal: gone.signal }).catch(() => {});
    }
  };

  const registered = cleanScratch(options.scratchPath).then(async () => {
    const { name, pool, version, sessionsUrl } = options;
    const reached = sessionsUrl === undefined ? {} : { sessionsUrl };
    const identity = { name, pool, version, capabilities: options.capabilities(), ...reached };
    return await client.register(identity, draining.signal);
  });

  const working = registered.then(async ({ nodeId }) => {
    if (draining.signal.aborted) return;
    life = 'awake';
    log.info({ nodeId }, 'registered');
    void stayPresent();
    const shared = { client, start, hasRoom, log, retryPolicy: options.retryPolicy, draining: draining.signal };
    await Promise.all(options.loops.map(async (loop) => await runLeaseLoop({ ...shared, ...loop })));
  });
  working.catch(() => {});

  const farewell = async (say: (signal: AbortSignal) => Promise<void>, what: string): Promise<void> =>
    await say(AbortSignal.timeout(farewellMs)).catch((error: unknown) =>
      log.warn({ err: error }, `${what} not answered`),
    );

  const leave = async (graceMs: number): Promise<void> => {
    const wasAwake = life === 'awake';
    life = 'draining';
    draining.abort(new Error('the node drains'));
    if (wasAwake) await farewell(async (signal) => await client.drain(signal), 'drain');
    const grace = setTimeout(() => leaving.abort(new Error('the grace of the drain is over')), graceMs);
    await working.catch(() => {});
    clearTimeout(grace);
    await reports.flush(AbortSignal.timeout(farewellMs));
    await Promise.all(unreported);
    gone.abort();
    if (wasAwake) await farewell(async (signal) => await client.goodbye(signal), 'goodbye');
    life = 'stopped';
  };

  let leaveTaken: Promise<void> | undefined;
  return {
    get life() {
      return life;
    },
    get activeLeaseCount() {
      return activeLeaseCount;
    },
    registered,
    drain: async (graceMs) => {
      leaveTaken ??= leave(graceMs);
      await leaveTaken;
    },
  };
};
