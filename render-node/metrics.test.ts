import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { serveMetrics } from '@reelyard/shared/node-runtime/serve-metrics.ts';
import { expect, test } from 'vitest';
import { nodeMetrics } from './metrics.ts';

test('what a node did is read from /metrics, with units in the names', async () => {
  let questions = 0;
  const metrics = nodeMetrics({
    activeLeaseCount: () => 2,
    workerCount: 4,
    capacity: () => ({
      used: { memoryBytes: 900, encoderSessionCount: 3 },
      total: { memoryBytes: 1_000, encoderSessionCount: 8 },
      waitingCount: 2,
    }),
    scratchPath: tmpdir(),
    gpuLoads: async () => {
      questions += 1;
      return await Promise.resolve([
        { index: 0, busyShare: 0.5, memoryUsedBytes: 2_048, encoderSessionCount: 4 },
        { index: 1, busyShare: null, memoryUsedBytes: 1_024, encoderSessionCount: null },
      ]);
    },
    encoders: [
      { name: 'h264_nvenc', hardware: true },
      { name: 'libx264', hardware: false },
    ],
  });
  metrics.attemptEnded({ kind: 'scene.render', outcome: 'failed', blame: 'node', seconds: 2 });
  metrics.framesEncoded(30);
  metrics.sceneRendered({
    frameCount: 60,
    rasterSeconds: 1,
    encodeSeconds: 2,
    renderSeconds: 1.5,
    firstFrameSeconds: 0.2,
    encoder: 'libx264',
  });
  const server = await serveMetrics(metrics.registry, 0, '127.0.0.1');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const text = await (await fetch(`${base}/metrics`)).text();
  expect(text).toContain('farm_node_jobs_total{kind="scene.render",outcome="failed",blame="node"} 1');
  expect(text).toContain('farm_node_frames_encoded_total 30');
  expect(text).toContain('farm_node_render_frames_per_second 40');
  for (const line of [
    'farm_node_leases_active 2',
    'farm_node_encoder_sessions_used 3',
    'farm_node_encoder_sessions_max 8',
    'farm_node_memory_reserved_bytes 900',
    'farm_node_chunk_waiters 2',
    'farm_node_gpu_busy_ratio{gpu="0"} 0.5',
    'farm_node_gpu_memory_used_bytes{gpu="1"} 1024',
    'farm_node_gpu_encoder_sessions{gpu="0"} 4',
    // What did not happen is told as 0: the first event is an increase then.
    'farm_node_jobs_total{kind="export.assemble",outcome="released",blame="none"} 0',
    'farm_node_job_duration_seconds_count{kind="scene.render",outcome="completed"} 0',
    'farm_node_frames_rendered_total{encoder="h264_nvenc"} 0',
    'farm_node_encoders_lost_total{encoder="h264_nvenc"} 0',
    'farm_node_stage_duration_seconds_count{stage="upload"} 0',
  ])
    expect(text).toContain(line);
  expect(text).not.toContain('farm_node_encoders_lost_total{encoder="libx264"}');
  expect(text).not.toContain('farm_node_gpu_busy_ratio{gpu="1"}');
  expect(questions).toBe(1);
  expect(Number(/^farm_node_scratch_free_bytes (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
  expect(Number(/^farm_node_scratch_reserve_bytes (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
  expect(text).toContain('farm_node_process_resident_memory_bytes');
  expect((await fetch(`${base}/healthz`)).status).toBe(200);
  expect((await fetch(`${base}/other`)).status).toBe(404);
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});
