import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serveMetrics } from '@reelyard/shared/node-runtime/serve-metrics.ts';
import { expect, test } from 'vitest';
import { nodeMetrics } from './metrics.ts';

test('what a node did is read from /metrics, with units in the names', async () => {
  const metrics = nodeMetrics({ activeLeaseCount: () => 2, workerCount: 4 });
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
  const server = await serveMetrics(metrics.registry, 0);
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const text = await (await fetch(`${base}/metrics`)).text();
  expect(text).toContain('farm_node_jobs_total{kind="scene.render",outcome="failed",blame="node"} 1');
  expect(text).toContain('farm_node_frames_encoded_total 30');
  expect(text).toContain('farm_node_render_frames_per_second 40');
  expect(text).toContain('farm_node_leases_active 2');
  expect(text).toContain('farm_node_process_resident_memory_bytes');
  expect((await fetch(`${base}/healthz`)).status).toBe(200);
  expect((await fetch(`${base}/other`)).status).toBe(404);
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});
