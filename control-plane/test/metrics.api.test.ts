import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { controlPlaneMetrics } from '../metrics.ts';
import { countedAfterGoodbyeSeconds, countedAfterSilenceSeconds } from '../nodes/node-status.ts';
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
  expect(valueOf(before, 'farm_publishes_under_way{state="rendering"}')).toBe(1);
  expect(valueOf(before, 'farm_publishes_under_way{state="exporting"}')).toBe(0);
  expect(valueOf(before, 'farm_publish_oldest_seconds{state="rendering"}')).toBeGreaterThan(0);
  expect(valueOf(before, 'farm_publish_duration_seconds_count{outcome="completed"}')).toBe(0);

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
  expect(valueOf(after, 'farm_publishes_under_way{state="rendering"}')).toBe(0);
  expect(valueOf(after, 'farm_publish_oldest_seconds{state="rendering"}')).toBe(0);
  expect(valueOf(after, 'farm_pool_slots{pool="render"}')).toBe(2);
  expect(valueOf(after, 'farm_node_reported_leases{node="fake",pool="render"}')).toBe(0);
  expect(after).toContain('farm_http_request_duration_seconds_bucket');
});

/** Live publish of scenes of one template, with nobody there to draw them. */
const publish = async (title: string, headlines: readonly string[], quality = '720p'): Promise<string> => {
  const scenes = headlines.map((headline) => ({ templateId: 'big-claim', parameters: { headline } }));
  const project = await farm.call(farm.keys.live, 'POST', '/projects', { title, scenes });
  const { id } = project.body.data;
  expect((await farm.call(farm.keys.live, 'POST', `/projects/${id}/publish`, { quality })).status).toBe(200);
  return id;
};

test('the backlog is predicted from what the latest scenes took: per pixel, waiting and running, and 0 when all is done', async () => {
  const backlog = async (): Promise<number> => valueOf(await scrape(), 'farm_backlog_predicted_seconds{pool="render"}');
  expect(await backlog()).toBe(0);
  // What was measured above took no time worth telling: twenty seconds for a scene of 1080p is what it is now.
  await sql`update lease set granted_at = ended_at - interval '20 seconds' where kind = 'scene.render'`.execute(
    farm.db,
  );
  const small720p = (3 * 20 * 4) / 9;
  const small = await publish('Small', ['Three', 'Four', 'Five']);
  expect(await backlog()).toBeCloseTo(small720p, 1);
  const great = await publish('Great', ['Six'], '1080p');
  expect(await backlog()).toBeCloseTo(small720p + 20, 1);

  const node = await fakeNode(farm.app, farm.config.FARM_NODE_TOKEN, { name: 'predicted' });
  const lease = await node.lease(0, ['scene.render']);
  await sql`update lease set granted_at = now() - interval '5 seconds' where job_id = ${lease.jobId}::uuid`.execute(
    farm.db,
  );
  const whole = small720p + 20;
  expect(await backlog()).toBeLessThan(whole - 4.9);
  expect(await backlog()).toBeGreaterThan(whole - 8);
  const moved = async (movement: string): Promise<number> =>
    valueOf(await scrape(), `farm_credits_moved_total{movement="${movement}"}`);
  const reserved = await moved('reserved');
  expect(reserved).toBeGreaterThan(0);
  for (const id of [small, great]) await farm.call(farm.keys.live, 'POST', `/projects/${id}/publish/cancel`);
  await node.goodbye();
  expect(await backlog()).toBe(0);
  expect(valueOf(await scrape(), 'farm_publish_duration_seconds_count{outcome="cancelled"}')).toBe(2);
  // What was set aside is spent or let go, all of it: nothing is under way any more.
  expect((await moved('charged')) + (await moved('released'))).toBe(reserved);
  expect(await moved('charged')).toBeGreaterThan(0);
  expect(await moved('released')).toBeGreaterThan(0);
  expect(await moved('granted')).toBeGreaterThan(0);
});

test('a node that starts again is counted once, one that is gone for good not for long, and operators list them all', async () => {
  const states = async (): Promise<Record<string, number>> => {
    const text = await scrape();
    return Object.fromEntries(
      ['ready', 'offline', 'lost'].map((state) => [
        state,
        valueOf(text, `farm_nodes{pool="capture",state="${state}"}`),
      ]),
    );
  };
  const start = (name: string) => fakeNode(farm.app, farm.config.FARM_NODE_TOKEN, { name, pool: 'capture' });
  const first = await start('c1');
  await first.goodbye();
  expect(await states()).toEqual({ ready: 0, offline: 1, lost: 0 });
  // Another machine that starts is no reason to forget it; itself is.
  const other = await start('c2');
  expect(await states()).toEqual({ ready: 1, offline: 1, lost: 0 });
  const second = await start('c1');
  expect(await states()).toEqual({ ready: 2, offline: 0, lost: 0 });

  // One is killed and starts again: counted as lost until it registers, and again if it was only frozen.
  await sql`update node set seen_at = now() - interval '20 seconds', state = 'lost' where id = ${second.nodeId}`.execute(
    farm.db,
  );
  expect(await states()).toEqual({ ready: 1, offline: 0, lost: 1 });
  const third = await start('c1');
  expect(await states()).toEqual({ ready: 2, offline: 0, lost: 0 });
  await second.presence();
  expect(await states()).toEqual({ ready: 3, offline: 0, lost: 0 });

  const age = (nodeId: string, seconds: number) =>
    sql`update node set seen_at = now() - make_interval(secs => ${seconds}) where id = ${nodeId}`.execute(farm.db);
  await other.goodbye();
  expect(await states()).toEqual({ ready: 2, offline: 1, lost: 0 });
  await age(other.nodeId, countedAfterGoodbyeSeconds + 1);
  expect(await states()).toEqual({ ready: 2, offline: 0, lost: 0 });
  await sql`update node set state = 'lost' where id = ${third.nodeId}`.execute(farm.db);
  await age(third.nodeId, countedAfterGoodbyeSeconds + 1);
  expect(await states()).toEqual({ ready: 1, offline: 0, lost: 1 });
  await age(third.nodeId, countedAfterSilenceSeconds + 1);
  expect(await states()).toEqual({ ready: 1, offline: 0, lost: 0 });
  const listed = await farm.db.selectFrom('node').select('id').where('pool', '=', 'capture').execute();
  expect(listed).toHaveLength(4);
});

test('connections, the waits for them and what failed in the database are seen, and 0 from the start', async () => {
  const before = await scrape();
  expect(valueOf(before, 'farm_database_connections_max')).toBe(20);
  expect(valueOf(before, 'farm_database_connections{state="idle"}')).toBeGreaterThan(0);
  expect(valueOf(before, 'farm_database_connection_waiters')).toBe(0);
  expect(valueOf(before, 'farm_database_errors_total{kind="timeout"}')).toBe(0);
  const failed = farm.db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = '5ms'`.execute(trx);
    await sql`select pg_sleep(1)`.execute(trx);
  });
  await expect(failed).rejects.toThrow('statement timeout');

  // Whoever comes when all connections are taken waits, and is counted with the time that it took.
  const held = Promise.withResolvers<void>();
  const taken = Array.from({ length: 20 }, () => Promise.withResolvers<void>());
  const holders = taken.map((one) =>
    farm.db.connection().execute(async () => {
      one.resolve();
      await held.promise;
    }),
  );
  await Promise.all(taken.map(({ promise }) => promise));
  const late = sql`select 1`.execute(farm.db);
  const text = scrape();
  setImmediate(() => held.resolve());
  await Promise.all([...holders, late]);
  const during = await text;
  expect(valueOf(during, 'farm_database_connections{state="used"}')).toBe(20);
  // With it whatever of the farm's own work came meanwhile.
  expect(valueOf(during, 'farm_database_connection_waiters')).toBeGreaterThanOrEqual(1);
  expect(valueOf(during, 'farm_database_errors_total{kind="timeout"}')).toBe(1);
  expect(valueOf(during, 'farm_database_connection_wait_seconds_count')).toBeGreaterThan(
    valueOf(before, 'farm_database_connection_wait_seconds_count'),
  );
});

/** Metrics of a farm in which nothing has happened. */
const freshMetrics = () =>
  controlPlaneMetrics({
    queueDepth: async () => [],
    nodeLoads: async () => [],
    backlogSeconds: async () => ({ render: 0, capture: 0 }),
    publishes: async () => [],
    callbacks: async () => ({ counts: { pending: 0, retrying: 0 }, overdueSeconds: 0 }),
    invariants: async () => ({ auditedAt: null, dueAt: null, violations: {} }),
    databasePool: () => ({ maxCount: 20, idleCount: 0, usedCount: 0, waiterCount: 0 }),
  });

test('a node that says nothing for a minute is named no more: names come and go with an autoscaler', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const metrics = freshMetrics();
    metrics.nodeReported({ name: 'r1', pool: 'render' }, 2);
    metrics.nodeReported({ name: 'c1', pool: 'capture' }, 1);
    vi.advanceTimersByTime(59_000);
    metrics.nodeReported({ name: 'c1', pool: 'capture' }, 3);
    vi.advanceTimersByTime(2_000);
    const text = await metrics.scrape();
    expect(text).not.toContain('farm_node_reported_leases{node="r1"');
    expect(valueOf(text, 'farm_node_reported_leases{node="c1",pool="capture"}')).toBe(3);
  } finally {
    vi.useRealTimers();
  }
});

test('what is counted by known labels begins at 0, so that the first event is an increase', async () => {
  const text = await freshMetrics().scrape();
  for (const series of [
    'farm_job_attempts_total{kind="scene.render",outcome="failed",blame="storage"}',
    'farm_job_attempts_total{kind="page.capture",outcome="lost",blame="node"}',
    'farm_publish_duration_seconds_count{outcome="render_failed"}',
    'farm_publish_duration_seconds_bucket{le="60",outcome="completed"}',
    'farm_payments_total{kind="top_up",provider="stripe",outcome="differs"}',
    'farm_callback_deliveries_total{outcome="failed"}',
    'farm_lease_wait_seconds_count{kind="brand.read"}',
    'farm_database_errors_total{kind="resources"}',
    'farm_storage_errors_total{operation="read",trouble="unreachable"}',
    'farm_credits_moved_total{movement="refunded"}',
  ])
    expect(valueOf(text, series), series).toBe(0);
  // A publish that goes on has no end to count.
  expect(text).not.toContain('farm_publish_duration_seconds_count{outcome="rendering"}');
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
