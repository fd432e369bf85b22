import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountOperations } from '../accounts/operations.ts';
import { type FakeNode, fakeNode } from './fake-node.ts';
import { type Farm, startFarm } from './harness.ts';

let farm: Farm;
let node: FakeNode;
beforeAll(async () => {
  farm = await startFarm();
  node = await fakeNode(farm.app, farm.config.FARM_NODE_TOKEN, { name: 'fake' });
});
afterAll(() => farm.close());

const project = async (own: string, texts: readonly string[]): Promise<string> => {
  const scenes = texts.map((headline) => ({ templateId: 'big-claim', parameters: { headline } }));
  const { status, body } = await farm.call(own, 'POST', '/projects', { title: 'Day', scenes });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.data.id;
};
const publish = (own: string, projectId: string, body: object = {}) =>
  farm.call(own, 'POST', `/projects/${projectId}/publish`, body);
/** Renders alone: they count as renders and not as exports (S62). */
const render = (own: string, projectId: string) => farm.call(own, 'POST', `/projects/${projectId}/render/start`, {});
/** Several keys of one account: a key has ten publishes a minute, and the allowance is the account's. */
const testKeys = (accountId: string, count: number, plan: 'free' | 'enterprise' = 'enterprise'): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => farm.newKey({ accountId, plan, environment: 'test' })));
const codes = (answers: readonly { status: number; body: { code?: string } }[]) =>
  Map.groupBy(answers, ({ status, body }) => `${status} ${body.code ?? 'ok'}`);

test('S120: at 19 of 20 renders with 100 callers exactly one more is made', async () => {
  const keys = await testKeys('acc_renders', 20);
  const [own = ''] = keys;
  for (const texts of [
    ['a', 'b', 'c', 'd'],
    ['e', 'f', 'g', 'h'],
    ['i', 'j', 'k', 'l'],
    ['m', 'n', 'o', 'p'],
  ]) {
    expect((await render(own, await project(own, texts))).status).toBe(200);
  }
  expect((await render(own, await project(own, ['q', 'r', 's']))).status).toBe(200);
  const projects = await Promise.all(
    Array.from({ length: 100 }, (_none, index) => project(keys[index % 20] ?? '', [`last ${index}`])),
  );
  const answers = await Promise.all(projects.map((id, index) => render(keys[index % 20] ?? '', id)));
  const byCode = codes(answers);
  expect([...byCode.keys()].toSorted((a, b) => a.localeCompare(b))).toEqual(['200 ok', '429 SANDBOX_SCENE_RENDERS']);
  expect(byCode.get('200 ok')).toHaveLength(1);
  const refused = byCode.get('429 SANDBOX_SCENE_RENDERS')?.[0];
  expect(refused?.body).toMatchObject({
    limit: 20,
    used: 20,
    requested: 1,
    resetsAt: expect.stringMatching(/T00:00:00\.000Z$/),
  });
});

test('S119: a publish that the allowance does not cover as a whole makes nothing, and says when to come back', async () => {
  const [own = ''] = await testKeys('acc_whole', 1);
  for (const texts of [
    ['a', 'b', 'c', 'd'],
    ['e', 'f', 'g', 'h'],
    ['i', 'j', 'k', 'l'],
    ['m', 'n', 'o', 'p'],
  ]) {
    await render(own, await project(own, texts));
  }
  await render(own, await project(own, ['q', 'r']));
  const tooMuch = await project(own, ['s', 't', 'u']);
  const refused = await publish(own, tooMuch);
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'SANDBOX_SCENE_RENDERS', limit: 20, used: 18, requested: 3 },
  });
  const secondsLeft = (Date.parse(refused.body.resetsAt) - Date.now()) / 1_000;
  expect(Math.abs(Number(refused.headers['retry-after']) - secondsLeft)).toBeLessThan(5);
  const { rows } = await sql`select from publish where project_id = ${tooMuch}`.execute(farm.db);
  expect(rows).toEqual([]);
  expect((await publish(own, await project(own, ['v', 'w']))).status).toBe(200);
});

test('S120: five exports a day, however many ask at once; scenes that are reused count no second time', async () => {
  const keys = await testKeys('acc_exports', 12);
  const [own = ''] = keys;
  const projectId = await project(own, ['One']);
  for (let count = 1; count <= 4; count += 1) {
    expect(
      (
        await publish(own, projectId, {
          quality: '720p',
          includeMusic: count % 2 === 0,
          format: count > 2 ? 'webm' : 'mp4',
        })
      ).status,
    ).toBe(200);
    await node.workUntilIdle();
  }
  const { rows } = await sql<{ renders: number }>`
    select count(distinct s.job_id)::int as renders from publish_scene s join publish p on p.id = s.publish_id
     where p.account_id = 'acc_exports'`.execute(farm.db);
  // One text, drawn once for each of the two codecs.
  expect(rows[0]?.renders).toBe(2);
  const projects = await Promise.all(keys.map((key) => project(key, ['One'])));
  const answers = await Promise.all(projects.map((id, index) => publish(keys[index] ?? '', id)));
  const byCode = codes(answers);
  expect(byCode.get('200 ok')).toHaveLength(1);
  expect(byCode.get('429 SANDBOX_EXPORTS')).toHaveLength(11);
  expect(byCode.get('429 SANDBOX_EXPORTS')?.[0]?.body).toMatchObject({ limit: 5, used: 5, requested: 1 });
});

test('S120: the allowance is whole again at 00:00 UTC, and is not the one of live keys or other accounts', async () => {
  const [own = ''] = await testKeys('acc_reset', 1);
  for (let count = 0; count < 5; count += 1) await render(own, await project(own, ['a', 'b', 'c', `d${count}`]));
  expect((await render(own, await project(own, ['new']))).body.code).toBe('SANDBOX_SCENE_RENDERS');
  const [stranger = ''] = await testKeys('acc_reset_other', 1);
  expect((await render(stranger, await project(stranger, ['new']))).status).toBe(200);
  const live = await farm.newKey({ accountId: 'acc_reset', plan: 'enterprise' });
  expect((await render(live, await project(live, ['new']))).status).toBe(200);
  await sql`update publish set created_at = (date_trunc('day', now() at time zone 'UTC') at time zone 'UTC')
              - interval '1 microsecond' where account_id = 'acc_reset'`.execute(farm.db);
  expect((await render(own, await project(own, ['new']))).status).toBe(200);
});

test('S109/N43: export_4k is switched off for a plan and on for one account of it; test keys are not gated', async () => {
  const accounts = accountOperations({ db: farm.db });
  const gated = await farm.newKey({ accountId: 'acc_gated' });
  const granted = await farm.newKey({ accountId: 'acc_granted' });
  await accounts.switchForPlan('pro', 'export_4k', false);
  await accounts.switchForAccount('acc_granted', 'export_4k', true);
  const ask = async (own: string) => publish(own, await project(own, ['4K']), { quality: '4K' });
  const refused = await ask(gated);
  expect(refused).toMatchObject({ status: 403, body: { code: 'FEATURE_NOT_IN_PLAN' } });
  expect(refused.body.message).toContain('export_4k');
  expect(await ask(granted)).toMatchObject({ status: 200, body: { data: { quality: '4K' } } });
  const sandbox = await farm.newKey({ accountId: 'acc_gated', environment: 'test' });
  expect(await ask(sandbox)).toMatchObject({
    status: 200,
    body: { data: { quality: '720p', requestedQuality: '4K' } },
  });
  expect(await accounts.hasFeature({ accountId: 'acc_gated', environment: 'live' }, 'export_4k')).toBe(false);
  expect(await accounts.hasFeature({ accountId: 'acc_gated', environment: 'test' }, 'export_4k')).toBe(true);
  await accounts.switchForAccount('acc_granted', 'export_4k', null);
  expect((await ask(granted)).status).toBe(403);
  await accounts.switchForPlan('pro', 'export_4k', true);
  expect((await ask(gated)).status).toBe(200);
});

test('S120/N48: a free account makes one video at a time, and is told to come back', async () => {
  const own = await farm.newKey({ accountId: 'acc_one', plan: 'free' });
  const projects = await Promise.all(['a', 'b', 'c', 'd'].map((text) => project(own, [text])));
  const answers = await Promise.all(projects.map((id) => publish(own, id)));
  const byCode = codes(answers);
  expect(byCode.get('200 ok')).toHaveLength(1);
  const refused = byCode.get('429 EXPORT_CONCURRENCY');
  expect(refused).toHaveLength(3);
  expect(refused?.[0]).toMatchObject({
    body: { limit: 1 },
    headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
  });
});
