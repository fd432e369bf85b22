import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FakeNode } from './fake-node.ts';
import { type Farm, startFarm, type TestUser } from './harness.ts';
import { idleFarm, type Publisher, publisher } from './publisher.ts';

let farm: Farm;
let node: FakeNode;
/** A key of the account and a person of it. */
let caller: Publisher;
let user: TestUser;

beforeAll(async () => {
  farm = await startFarm();
});
afterAll(() => farm.close());
beforeEach(async () => {
  node = await idleFarm(farm);
  caller = await publisher(farm);
  user = await farm.newWebUser({ accountId: caller.accountId });
});

const publish = (projectId: string, body: object = {}) => user.call('POST', `/projects/${projectId}/publish`, body);
const uses = async (): Promise<Record<string, number>> => {
  const { rows } = await sql<{ feature: string; used: number }>`
    select feature, used from feature_use where account_id = ${caller.accountId} and used > 0`.execute(farm.db);
  return Object.fromEntries(rows.map(({ feature, used }) => [feature, used]));
};
const limit = (feature: string, units: number) =>
  sql`insert into account_limit (account_id, feature, units) values (${caller.accountId}, ${feature}, ${units})`.execute(
    farm.db,
  );
const ledgerEntries = async (): Promise<number> =>
  (
    await sql<{ count: number }>`select count(*)::int as count from credit_ledger
       where account_id = ${caller.accountId} and kind <> 'reset'`.execute(farm.db)
  ).rows[0]?.count ?? -1;
const editFirst = async (projectId: string, headline: string) => {
  const [one = ''] = await caller.sceneIds(projectId);
  await user.call('PATCH', `/projects/${projectId}/scenes/${one}`, { parameters: { headline } });
};

test('S106: a person publishes without credits; scenes, revisions and exports count against the plan', async () => {
  const projectId = await caller.createProject(['One', 'Two']);
  const plan = (await user.call('POST', `/projects/${projectId}/publish/plan`, {})).body.data;
  expect(plan).toMatchObject({ canPublish: true, price: { credits: 0, scenes: { rendered: 2, credits: 0 } } });
  const first = await publish(projectId, { planId: plan.planId });
  expect(first).toMatchObject({ status: 200, body: { data: { credits: { reserved: 0, breakdown: [] } } } });
  await node.workUntilIdle();
  expect(await uses()).toEqual({ scene_render: 2, export: 1 });
  await editFirst(projectId, 'Edited');
  await publish(projectId);
  await node.workUntilIdle();
  expect(await uses()).toEqual({ scene_render: 2, scene_render_revision: 1, export: 2 });
  // Another size of what was drawn counts no scene, the same again counts nothing.
  await publish(projectId, { quality: '720p' });
  await node.workUntilIdle();
  await publish(projectId, { quality: '720p' });
  expect(await uses()).toEqual({ scene_render: 2, scene_render_revision: 1, export: 3 });
  expect(await ledgerEntries()).toBe(0);
  // What a person had drawn, a key reuses: it pays the export alone.
  const byKey = await caller.publish(projectId, { quality: '4K', includeMusic: false });
  expect(byKey.body.data.credits.breakdown.map(({ action }: { action: string }) => action)).toEqual(['EXPORT_4K']);
});

test('S106: over the limit nothing is started, and it is said what is left, until when and where there is more', async () => {
  await limit('scene_render', 3);
  const projectId = await caller.createProject(['One', 'Two']);
  await publish(projectId);
  await node.workUntilIdle();
  const other = await caller.createProject(['Three', 'Four']);
  const { status, body } = await publish(other);
  expect([status, body.code]).toEqual([429, 'PLAN_LIMIT_REACHED']);
  expect(body).toMatchObject({
    feature: 'scene_render',
    limit: 3,
    used: 2,
    requested: 2,
    topUpUrl: expect.any(String),
  });
  expect(new Date(body.resetsAt).getUTCDate()).toBe(1);
  expect(await uses()).toEqual({ scene_render: 2, export: 1 });
  expect((await caller.status(other)).phase).toBe('idle');
  const plan = (await user.call('POST', `/projects/${other}/publish/plan`, {})).body.data;
  expect(plan).toMatchObject({ canPublish: false, planId: null, problems: [{ code: 'PLAN_LIMIT_REACHED' }] });
  // A key of the same account spends credits, which the plan does not limit.
  expect((await caller.publish(other)).status).toBe(200);
});

test('ten people at once with room for one export are one publish', async () => {
  await limit('export', 1);
  const projectIds = await Promise.all(
    Array.from({ length: 10 }, (_none, index) => caller.createProject([`N ${index}`])),
  );
  const answers = await Promise.all(projectIds.map((projectId) => publish(projectId)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(429)]);
  expect(await uses()).toEqual({ scene_render: 1, export: 1 });
});

test('S59, N51: what was cancelled, or failed by no fault of the caller, is given back', async () => {
  const projectId = await caller.createProject(['One', 'Two', 'Three']);
  await publish(projectId);
  await node.finish(await node.lease());
  await user.call('POST', `/projects/${projectId}/publish/cancel`);
  expect(await uses()).toEqual({ scene_render: 1 });

  await publish(projectId);
  const prepare = { blame: 'input', retryable: false, stage: 'prepare', code: 'X', message: 'No.' } as const;
  await node.fail(await node.lease(), prepare);
  expect(await uses()).toEqual({ scene_render: 2, export: 1 });
  await node.workUntilIdle();
  expect((await caller.status(projectId)).phase).toBe('render_failed');
  expect(await uses()).toEqual({ scene_render: 2 });

  await publish(projectId);
  await node.finish(await node.lease());
  await node.fail(await node.lease(), { ...prepare, blame: 'engine', stage: 'assemble' });
  expect((await caller.status(projectId)).phase).toBe('failed');
  expect(await uses()).toEqual({ scene_render: 3 });
});

test('N51: a scene that failed in the renderer by its own fault counts once', async () => {
  const projectId = await caller.createProject(['One']);
  const encode = { blame: 'input', retryable: false, stage: 'encode', code: 'X', message: 'No.' } as const;
  for (const _attempt of [1, 2]) {
    await publish(projectId);
    await node.fail(await node.lease(), encode);
  }
  expect(await uses()).toEqual({ scene_render: 1 });
});

test('S18: a sandbox project that is opened by a web session stays one: watermark, 720p, its own allowance', async () => {
  const sandbox = await publisher(farm, { environment: 'test' });
  const person = await farm.newWebUser({ accountId: sandbox.accountId });
  const projectId = await sandbox.createProject(['One']);
  const { body } = await person.call('POST', `/projects/${projectId}/publish`, { quality: '4K' });
  expect(body.data).toMatchObject({ sandbox: true, quality: '720p', requestedQuality: '4K', credits: { reserved: 0 } });
  const [drawn] = await node.workUntilIdle();
  expect(drawn?.payload).toMatchObject({ watermark: true });
  const { rows } = await sql`select 1 from feature_use where account_id = ${sandbox.accountId}`.execute(farm.db);
  expect(rows).toEqual([]);
  const usage = (await person.call('GET', '/billing/usage')).body.data;
  expect(usage.sandbox).toMatchObject({ sceneRenders: { used: 1 }, exports: { used: 1 } });
  expect((await sandbox.status(projectId)).phase).toBe('completed');
});

test('S61: a person follows the status of live and sandbox publishes, and of nobody else', async () => {
  const projectId = await caller.createProject(['One']);
  await caller.publish(projectId);
  expect((await user.call('GET', `/projects/${projectId}/publish/status`)).body.data.phase).toBe('rendering');
  const waiting = user.call('GET', `/projects/${projectId}/publish/status?wait=25`);
  await node.workUntilIdle();
  expect((await waiting).status).toBe(200);
  expect((await user.call('GET', `/projects/${projectId}/publish/events`)).body).toContain('"phase":"completed"');
  const stranger = await farm.newWebUser({ accountId: 'acc_web_publish_stranger' });
  expect((await stranger.call('GET', `/projects/${projectId}/publish/events`)).status).toBe(404);
});
