import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fakeNode } from './fake-node.ts';
import { type Farm, startFarm } from './harness.ts';
import { idleFarm, type Publisher, publisher } from './publisher.ts';

let farm: Farm;
let caller: Publisher;

beforeAll(async () => {
  farm = await startFarm();
});
afterAll(() => farm.close());
beforeEach(async () => {
  await idleFarm(farm);
  caller = await publisher(farm);
});

const nodeWith = async (capabilities: NonNullable<Parameters<typeof fakeNode>[2]>['capabilities']) => {
  await sql`update node set state = 'offline'`.execute(farm.db);
  return fakeNode(farm.app, farm.config.FARM_NODE_TOKEN, { capabilities: capabilities ?? {} });
};
const h264 = [{ name: 'libx264', codec: 'h264' as const, hardware: false }];

test('S61: a publish that no node can make says what is missing, and goes on when a node has it', async () => {
  await nodeWith({ encoders: h264 });
  const projectId = await caller.createProject(['One']);
  await caller.publish(projectId, { format: 'webm' });
  expect(await caller.status(projectId)).toMatchObject({
    waiting: { reason: 'NO_NODE_FOR_CODEC', jobsAhead: 0 },
    message: 'Waiting for a render node with VP9 (webm): none that is ready encodes it.',
  });
  await nodeWith({ encoders: h264, kinds: ['export.assemble'] });
  expect((await caller.status(projectId)).waiting.reason).toBe('NO_NODE_FOR_KIND');
  const able = await nodeWith({});
  expect((await caller.status(projectId)).waiting.reason).toBe('NODES_BUSY');
  await able.workUntilIdle();
  expect(await caller.status(projectId)).toMatchObject({ phase: 'completed', waiting: null });
});

test('S61: a narration that no node can speak says so', async () => {
  const node = await nodeWith({});
  const scenes = [{ templateId: 'big-claim', parameters: { headline: 'One' }, voiceoverText: 'Hear me.' }];
  const projectId = await caller.createProject([], { scenes });
  await caller.publish(projectId);
  await node.finish(await node.lease(10, ['scene.render']));
  await nodeWith({ voices: ['voi_plain'] });
  expect(await caller.status(projectId)).toMatchObject({
    phase: 'exporting',
    waiting: { reason: 'NO_NODE_FOR_VOICE' },
  });
});

test('S61: the ETA counts what waits before it, in the plan as in the status', async () => {
  const node = await nodeWith({});
  await caller.publish(await caller.createProject(['Measured']));
  await node.workUntilIdle();
  const projectId = await caller.createProject(['Mine']);
  const alone = (await caller.plan(projectId)).body.data.etaSeconds;
  const other = await publisher(farm);
  for (const round of [1, 2, 3]) {
    await other.publish(await other.createProject(Array.from({ length: 10 }, (_none, index) => `${round} ${index}`)));
  }
  const behind = (await caller.plan(projectId)).body.data.etaSeconds;
  expect(behind).toBeGreaterThan(alone);
  await caller.publish(projectId);
  expect(await caller.status(projectId)).toMatchObject({ etaSeconds: behind, waiting: { jobsAhead: 30 } });
});
