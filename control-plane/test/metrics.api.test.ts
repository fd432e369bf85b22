import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeNode } from './fake-node.ts';
import { type Farm, startFarm } from './harness.ts';

let farm: Farm;
beforeAll(async () => {
  farm = await startFarm();
});
afterAll(() => farm.close());

const scrape = async (): Promise<string> => (await farm.app.inject({ method: 'GET', url: '/metrics' })).body;
/** The value of one series, labels and all. */
const valueOf = (text: string, series: string): number => {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? Number.NaN : Number(line.slice(series.length + 1));
};

test('a publish is seen in the queue, the leases, the frames, the attempts and its own duration', async () => {
  const scenes = ['One', 'Two'].map((headline) => ({ templateId: 'big-claim', parameters: { headline } }));
  const project = await farm.call(farm.keys.live, 'POST', '/projects', { title: 'T', scenes });
  await farm.call(farm.keys.live, 'POST', `/projects/${project.body.data.id}/publish`, {});
  const before = await scrape();
  expect(valueOf(before, 'farm_queue_waiting_jobs{kind="scene.render"}')).toBe(2);
  expect(valueOf(before, 'farm_queue_oldest_wait_seconds{kind="scene.render"}')).toBeGreaterThan(0);
  expect(valueOf(before, 'farm_nodes{pool="render",state="ready"}')).toBe(0);

  const node = await fakeNode(farm.app, farm.config.FARM_NODE_TOKEN);
  await node.presence();
  const leases = await node.workUntilIdle();
  const frames = leases.flatMap(({ kind, payload }) =>
    kind === 'export.assemble' && 'scenes' in payload ? payload.scenes.map(({ frameCount }) => frameCount) : [],
  );
  const after = await scrape();
  expect(valueOf(after, 'farm_queue_waiting_jobs{kind="scene.render"}')).toBe(0);
  expect(valueOf(after, 'farm_lease_wait_seconds_count{kind="scene.render"}')).toBe(2);
  expect(valueOf(after, 'farm_job_attempts_total{kind="scene.render",outcome="completed",blame="none"}')).toBe(2);
  expect(valueOf(after, 'farm_frames_rendered_total')).toBe(frames.reduce((sum, count) => sum + count, 0));
  expect(valueOf(after, 'farm_publish_duration_seconds_count{outcome="completed"}')).toBe(1);
  expect(valueOf(after, 'farm_nodes{pool="render",state="ready"}')).toBe(1);
  expect(valueOf(after, 'farm_pool_slots{pool="render"}')).toBe(2);
  expect(valueOf(after, 'farm_node_reported_leases{node="fake",pool="render"}')).toBe(0);
  expect(after).toContain('farm_http_request_duration_seconds_bucket');
});

test('names, units and types follow Prometheus: counters end in _total, times in _seconds, and all have help', async () => {
  const text = await scrape();
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => ({ name, type }));
  expect(types.length).toBeGreaterThan(10);
  for (const { name, type } of types) {
    expect(name).toMatch(/^farm_[a-z0-9_]+$/);
    expect(text).toContain(`# HELP ${name} `);
    if (type === 'counter') expect(name).toMatch(/_total$/);
    if (type === 'histogram') expect(name).toMatch(/_seconds$/);
  }
});
