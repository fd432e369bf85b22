import type { Server } from 'node:http';
import { availableParallelism } from 'node:os';
import type { Capabilities } from '@reelyard/shared/contracts/node-protocol.ts';
import { controlPlaneClient } from '@reelyard/shared/node-runtime/control-plane-client.ts';
import type { NodeLog } from '@reelyard/shared/node-runtime/node-log.ts';
import type { ComposedNode } from '@reelyard/shared/node-runtime/node-process.ts';
import { defaultRetryPolicy } from '@reelyard/shared/node-runtime/retry.ts';
import { type RunningNode, startNode } from '@reelyard/shared/node-runtime/run-node.ts';
import { measureScratch } from '@reelyard/shared/node-runtime/scratch-space.ts';
import { serveMetrics } from '@reelyard/shared/node-runtime/serve-metrics.ts';
import { usableMemoryBytes } from '@reelyard/shared/node-runtime/usable-memory.ts';
import { assemblySlotsFor, capacityLedger, sceneSlotsFor, workerCountFor } from './capacity.ts';
import type { Config } from './config.ts';
import { encoderCatalog, proveEncoders } from './engine/encode/catalog.ts';
import { type WorkingEncoders, workingEncoders } from './engine/encode/working-encoders.ts';
import { installedEngines, proveVoices } from './engine/narration/proven-voices.ts';
import { speechEndpointEngine } from './engine/narration/speech-endpoint-engine.ts';
import type { VoiceEngine } from './engine/narration/voice-engine.ts';
import { openFramePool } from './engine/scene/frame-pool.ts';
import { renderExecutors } from './executors/catalog.ts';
import { readGpuLoads } from './gpu-load.ts';
import { type Gpu, probeGpus } from './gpu-probe.ts';
import { nodeMetrics } from './metrics.ts';
import manifest from './package.json' with { type: 'json' };

/** Drivers of consumer cards allow this many encodes at once; data-centre cards more, which is not worth a table. */
const encoderSessionsPerGpu = 8;
/** Engines that need an account somewhere: none unless the operator names one. */
const configuredEngines = ({ TTS_URL, TTS_KEY, TTS_MODEL, TTS_VOICE }: Config): VoiceEngine[] =>
  TTS_URL === undefined
    ? []
    : [speechEndpointEngine({ url: TTS_URL, apiKey: TTS_KEY ?? null, model: TTS_MODEL, voiceName: TTS_VOICE, fetch })];

const capabilitiesOf = (
  machine: { workerCount: number; memoryBytes: number; gpus: readonly Gpu[]; voiceIds: readonly string[] },
  encoders: WorkingEncoders,
): Capabilities => {
  const working = encoders.list();
  const nvenc = working.some((encoder) => encoder.hardware);
  return {
    kinds: ['scene.render', 'narration.synthesize', 'export.assemble'],
    encoders: working.map(({ name, codec, hardware }) => ({ name, codec, hardware })),
    voices: [...machine.voiceIds],
    workerCount: machine.workerCount,
    memoryBytes: machine.memoryBytes,
    gpus: machine.gpus.map((gpu) => ({ ...gpu, nvenc })),
  };
};

/** Builds a render node, proves what it can do, warms its workers and lets it register. `signal` ends a start under way. */
export const compose = async (config: Config, log: NodeLog, signal: AbortSignal): Promise<ComposedNode> => {
  const memoryBytes = usableMemoryBytes();
  const workerCount = workerCountFor({ cores: availableParallelism(), memoryBytes, configured: config.FARM_WORKERS });
  const [proofs, voices, gpus, pool] = await Promise.all([
    proveEncoders(encoderCatalog, signal),
    proveVoices([...installedEngines, ...configuredEngines(config)], signal),
    probeGpus(signal),
    openFramePool(workerCount),
  ]);
  const encoders = workingEncoders(proofs);
  const machine = { workerCount, memoryBytes, gpus, voiceIds: voices.voiceIds };
  log.info(capabilitiesOf(machine, encoders), 'proven');
  if (encoders.choose('h264') === null) {
    await pool.close();
    throw new Error('no H.264 encoder works here: set FFMPEG_PATH to an ffmpeg with libx264');
  }

  let running: RunningNode | undefined;
  const capacity = capacityLedger({ memoryBytes, encoderSessionCount: gpus.length * encoderSessionsPerGpu });
  const metrics = nodeMetrics({
    workerCount,
    encoders: encoders.list(),
    scratchPath: config.FARM_SCRATCH,
    capacity: () => capacity.state,
    gpuLoads: gpus.length === 0 ? async () => await Promise.resolve([]) : readGpuLoads,
    activeLeaseCount: () => running?.activeLeaseCount ?? 0,
  });
  const server: Server | null =
    config.FARM_METRICS_PORT === 0
      ? null
      : await serveMetrics(metrics.registry, config.FARM_METRICS_PORT, config.FARM_METRICS_HOST);
  const node = startNode({
    client: controlPlaneClient({ baseUrl: config.FARM_CONTROL_URL, farmToken: config.FARM_NODE_TOKEN }),
    pool: 'render',
    name: config.FARM_NODE_NAME,
    version: manifest.version,
    capabilities: () => capabilitiesOf(machine, encoders),
    executors: renderExecutors({ pool, encoders, capacity, metrics, voices, stallSeconds: config.FARM_STALL_SECONDS }),
    loops: [
      { kinds: ['scene.render'], slotCount: sceneSlotsFor(workerCount) },
      { kinds: ['narration.synthesize', 'export.assemble'], slotCount: assemblySlotsFor(workerCount) },
    ],
    scratchPath: config.FARM_SCRATCH,
    measureScratch,
    retryPolicy: defaultRetryPolicy,
    log,
    onAttemptEnd: (summary) => metrics.attemptEnded(summary),
    onUploadSeconds: (seconds) => metrics.uploaded(seconds),
  });
  running = node;

  return {
    node,
    close: async () => {
      await node.drain(config.FARM_DRAIN_SECONDS * 1_000);
      await pool.close().catch((error: unknown) => log.warn({ err: error }, 'the workers did not end'));
      server?.close();
    },
  };
};
