import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import type { Capabilities } from '@reelyard/shared/contracts/node-protocol.ts';
import { egressAllowSchema } from '@reelyard/shared/egress/egress-allow.ts';
import { forwardProxy } from '@reelyard/shared/egress/forward-proxy.ts';
import { controlPlaneClient } from '@reelyard/shared/node-runtime/control-plane-client.ts';
import type { NodeLog } from '@reelyard/shared/node-runtime/node-log.ts';
import type { ComposedNode } from '@reelyard/shared/node-runtime/node-process.ts';
import { defaultRetryPolicy } from '@reelyard/shared/node-runtime/retry.ts';
import { type RunningNode, startNode } from '@reelyard/shared/node-runtime/run-node.ts';
import { measureScratch } from '@reelyard/shared/node-runtime/scratch-space.ts';
import { serveMetrics } from '@reelyard/shared/node-runtime/serve-metrics.ts';
import { usableMemoryBytes } from '@reelyard/shared/node-runtime/usable-memory.ts';
import { browserLauncher } from './browsers/browser-launcher.ts';
import { openBrowserPool } from './browsers/pool.ts';
import { type BrowserPlan, browserCountFor, browserPlanFor } from './capacity.ts';
import type { Config } from './config.ts';
import { captureExecutors } from './executors/catalog.ts';
import { timedExecutors } from './executors/timed-executors.ts';
import { nodeMetrics } from './metrics.ts';
import manifest from './package.json' with { type: 'json' };
import { sessionsServer } from './sessions/server.ts';
import { sessionBook } from './sessions/session-book.ts';

const capabilitiesOf = ({ browserCount }: BrowserPlan, memoryBytes: number): Capabilities => ({
  kinds: ['page.capture', 'brand.read'],
  encoders: [],
  voices: [],
  workerCount: browserCount,
  memoryBytes,
  gpus: [],
});

/** A page that computes for a minute is at work for somebody else, or broken. */
const busyLimits = { maxCpuShare: 0.95, busyMs: 60_000 };

/** Builds a capture node, warms its browsers and lets it register. `signal` ends a start under way. */
export const compose = async (config: Config, log: NodeLog, signal: AbortSignal): Promise<ComposedNode> => {
  const cores = availableParallelism();
  const memoryBytes = usableMemoryBytes();
  const plan = browserPlanFor(browserCountFor({ cores, memoryBytes, configured: config.FARM_BROWSERS }), cores);
  const launcher = await browserLauncher({
    chromiumPath: config.CHROMIUM_PATH,
    environment: config.browserEnvironment,
    isSandboxRequired: config.FARM_BROWSER_SANDBOX === 'required',
    log,
  });
  signal.throwIfAborted();
  log.info({ ...launcher.chromium, ...plan }, 'browsers');

  let running: RunningNode | undefined;
  /** Its own doors: closed to pages even where the operator opened loopback, or the network that it is in, to them. */
  const ownPorts: number[] = config.FARM_METRICS_PORT === 0 ? [] : [config.FARM_METRICS_PORT];
  const metrics = nodeMetrics({
    activeLeaseCount: () => running?.activeLeaseCount ?? 0,
    browsers: () => pool.state,
    sessionCount: () => sessions.count,
    scratchPath: config.FARM_SCRATCH,
  });
  const pool = openBrowserPool({
    launch: launcher.launch,
    proxy: forwardProxy({
      policy: { allow: egressAllowSchema.parse(config.FARM_EGRESS_ALLOW) },
      onRefusal: metrics.egressRefused,
      ownPorts: () => ownPorts,
    }),
    size: plan.browserCount,
    warmCount: plan.warmCount,
    maxAgeMs: config.FARM_BROWSER_MAX_AGE_MINUTES * 60_000,
    maxUses: config.FARM_BROWSER_MAX_USES,
    limits: { ...busyLimits, maxBytes: config.FARM_BROWSER_MEMORY_MB * 1_000_000 },
    log,
    observer: metrics.browsers,
  });
  const sessions = sessionBook({
    pool,
    maxSessions: plan.sessionSlots,
    onOpened: () => {},
    onClosed: metrics.sessionClosed,
  });
  const client = controlPlaneClient({ baseUrl: config.FARM_CONTROL_URL, farmToken: config.FARM_NODE_TOKEN });
  const door = await sessionsServer({
    sessions,
    nodeToken: () => client.nodeToken,
    scratchPath: config.FARM_SCRATCH,
    log,
  });
  await using starting = new AsyncDisposableStack();
  starting.defer(async () => await pool.close());
  starting.defer(async () => await door.close());
  await pool.ready;
  signal.throwIfAborted();
  await door.listen({ host: config.FARM_SESSIONS_HOST, port: config.FARM_SESSIONS_PORT });
  const { port } = door.server.address() as AddressInfo;
  ownPorts.push(port);
  if (config.FARM_METRICS_PORT !== 0) {
    const server = await serveMetrics(metrics.registry, config.FARM_METRICS_PORT, config.FARM_METRICS_HOST);
    starting.defer(() => void server.close());
  }
  const closing = starting.move();

  const node = startNode({
    client,
    pool: 'capture',
    name: config.FARM_NODE_NAME,
    version: manifest.version,
    capabilities: () => capabilitiesOf(plan, memoryBytes),
    sessionsUrl: config.FARM_SESSIONS_URL ?? originOf(config.FARM_SESSIONS_HOST, port),
    executors: timedExecutors(captureExecutors({ pool }), metrics.stageEnded),
    loops: [{ kinds: ['page.capture', 'brand.read'], slotCount: plan.jobSlots }],
    scratchPath: config.FARM_SCRATCH,
    measureScratch,
    retryPolicy: defaultRetryPolicy,
    log,
    onAttemptEnd: metrics.attemptEnded,
    onUploadSeconds: metrics.uploaded,
  });
  running = node;

  return {
    node,
    close: async () => {
      // Who browses is told at once: a session cannot be handed on, and the control plane bills it to its last use.
      sessions.stopTaking();
      await Promise.all([sessions.closeAll(), node.drain(config.FARM_DRAIN_SECONDS * 1_000)]);
      await closing.disposeAsync().catch((error: unknown) => log.warn({ err: error }, 'the node did not end cleanly'));
    },
  };
};

const originOf = (host: string, port: number): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
