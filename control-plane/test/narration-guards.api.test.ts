import type { Lease } from '@reelyard/shared/contracts/node-protocol.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FakeNode } from './fake-node.ts';
import { type Answer, type Farm, startFarm } from './harness.ts';
import { idleFarm, type Publisher, publisher } from './publisher.ts';

let farm: Farm;
let node: FakeNode;
let caller: Publisher;

beforeAll(async () => {
  farm = await startFarm();
});
afterAll(() => farm.close());
beforeEach(async () => {
  node = await idleFarm(farm);
  caller = await publisher(farm);
});

const projectOf = (...lines: (string | null)[]): Promise<string> =>
  caller.createProject([], {
    scenes: lines.map((voiceoverText, index) => ({
      templateId: 'big-claim',
      parameters: { headline: `Scene ${index}` },
      voiceoverText,
    })),
  });
const path = (projectId: string): string => `/projects/${projectId}/narration`;
const post = (projectId: string, body: object = {}): Promise<Answer> => caller.call('POST', path(projectId), body);
const stateOf = async (projectId: string): Promise<string> => (await caller.data('GET', path(projectId))).state;
const takeJobs = async (): Promise<number> =>
  (
    await sql<{ count: number }>`select count(*)::int as count from job
       where account_id = ${caller.accountId} and kind = 'narration.synthesize'`.execute(farm.db)
  ).rows[0]?.count ?? -1;
const leaseTake = (): Promise<Lease> => node.lease(10, ['narration.synthesize']);
const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_none, index) => work(index)));

describe('S87: a narration that is asked for more than once at a time', () => {
  test('is one job, with force and without', async () => {
    const projectId = await projectOf('Hear me.');
    const answers = await times(5, (index) => post(projectId, { force: index % 2 === 1 }));
    expect(answers.map(({ status, body }) => [status, body.data.state])).toEqual(
      Array.from({ length: 5 }, () => [200, 'building']),
    );
    expect(await takeJobs()).toBe(1);
    await node.finish(await leaseTake());
    await times(5, () => post(projectId, { force: true }));
    expect(await takeJobs()).toBe(2);
  });

  test('is one job for projects with the same script, and for publishes of them', async () => {
    const projects = await times(4, () => projectOf('The same words.'));
    const answers = await Promise.all(
      projects.map((projectId, index) => (index === 0 ? caller.publish(projectId) : post(projectId))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await takeJobs()).toBe(1);
    await node.workUntilIdle();
    expect(await Promise.all(projects.map(stateOf))).toEqual(['ready', 'ready', 'ready', 'ready']);
    expect((await caller.status(projects[0] ?? '')).phase).toBe('completed');
  });

  test('together with a publish of the project speaks once, and the video is made', async () => {
    for (const line of ['First words.', 'Second words.', 'Third words.']) {
      const before = await takeJobs();
      const projectId = await projectOf(line);
      const answers = await Promise.all([post(projectId), caller.publish(projectId), post(projectId)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      await node.workUntilIdle();
      expect([(await takeJobs()) - before, (await caller.status(projectId)).phase]).toEqual([1, 'completed']);
    }
  });

  test('while its job ends harms neither: every request is answered and the publish that waits goes on', async () => {
    for (const line of ['One line.', 'Two lines.', 'Three lines.', 'Four lines.']) {
      const projectId = await projectOf(line);
      await caller.publish(projectId);
      await node.finish(await node.lease(10, ['scene.render']));
      const take = await leaseTake();
      const files = await node.uploadAll(take);
      const [ended, ...answers] = await Promise.all([
        node.complete(take, files),
        post(projectId),
        post(projectId, { voiceId: 'voi_english-gb' }),
        caller.publish(projectId),
      ]);
      expect([ended.status, ...answers.map(({ status }) => status)]).toEqual([200, 200, 200, 200]);
      await node.workUntilIdle();
      expect(await caller.status(projectId)).toMatchObject({ export: { status: 'SUCCESS' } });
      // The bucket of publishes (N48).
      caller = await publisher(farm);
    }
  });

  test('N3: with one Idempotency-Key is done once, whatever came in between', async () => {
    const projectId = await projectOf('Hear me.');
    const keyed = async (body: object): Promise<Answer['body']> =>
      (
        await farm.app.inject({
          method: 'POST',
          url: `/api/v2${path(projectId)}`,
          headers: { 'x-api-key': caller.key, 'idempotency-key': 'speak-once' },
          payload: body,
        })
      ).json();
    const first = await keyed({ force: true });
    await node.finish(await leaseTake());
    const again = await keyed({ force: true });
    expect(again).toMatchObject({ data: first.data, meta: { idempotentReplay: true } });
    expect(await takeJobs()).toBe(1);
    expect((await keyed({})).code).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});

describe('S87: what is refused', () => {
  test.each<[string, unknown, string[]]>([
    ['an unknown voice', { voiceId: 'voi_none' }, ['voiceId VOICE_NOT_FOUND']],
    ['a voice of no node', { voiceId: 'voi_studio' }, ['voiceId VOICE_NOT_FOUND']],
    ['a language of no voice', { language: 'ja' }, ['language LANGUAGE_NOT_SPOKEN']],
    ['a language of another voice', { voiceId: 'voi_german', language: 'fr' }, ['language VOICE_LANGUAGE_DIFFERS']],
    ['a speed below 0.8', { speed: 0.79 }, ['speed TOO_SMALL']],
    ['a speed above 1.2', { speed: 1.21 }, ['speed TOO_BIG']],
    ['a speed in words', { speed: 'fast' }, ['speed INVALID_TYPE']],
    ['an unknown field', { voice: 'voi_german' }, ['voice UNKNOWN_FIELD']],
    [
      'several at once',
      { speed: 2, force: 'yes', pace: 1 },
      ['force INVALID_TYPE', 'pace UNKNOWN_FIELD', 'speed TOO_BIG'],
    ],
    ['a list', [], [' INVALID_TYPE']],
  ])('%s', async (_what, body, problems) => {
    const projectId = await projectOf('Hear me.');
    const answer = await caller.call('POST', path(projectId), body);
    expect(answer.status).toBe(400);
    const details: { path: string; code: string }[] = answer.body.details;
    expect(details.map((detail) => `${detail.path} ${detail.code}`).toSorted()).toEqual(problems);
    expect(await stateOf(projectId)).toBe('none');
    expect((await caller.data('GET', `/projects/${projectId}`)).voiceId).toBeNull();
  });

  test('nothing to speak, with the field to fill, and with what else is wrong', async () => {
    const projectId = await projectOf(null, null);
    const answer = await post(projectId);
    expect([answer.status, answer.body]).toMatchObject([
      400,
      {
        code: 'NOTHING_TO_SPEAK',
        message: expect.stringContaining('PATCH /projects/:projectId/scenes/:sceneId'),
        details: [{ path: 'scenes[0].voiceoverText' }],
      },
    ]);
    const both = await post(projectId, { voiceId: 'voi_none', speed: 1.1 });
    expect(both.body.details).toMatchObject([{ code: 'VOICE_NOT_FOUND' }, { code: 'NOTHING_TO_SPEAK' }]);
    expect(both.body.details[0].message).toContain('GET /media/voices');
    expect(await caller.data('GET', path(projectId))).toMatchObject({ speed: 1, voiceId: 'voi_english-us' });
  });

  test('N21: lines over the budget, each with its scene and its limit; GET shows which before', async () => {
    const projectId = await projectOf('Short.', 'Too long soon.');
    const [, sceneId = ''] = await caller.sceneIds(projectId);
    // The API takes no such line: a template that became shorter leaves one.
    await sql`update scene set voiceover_text = ${'x'.repeat(500)} where id = ${sceneId}`.execute(farm.db);
    const view = await caller.data('GET', path(projectId));
    expect(view.segments.map(({ fits }: { fits: boolean }) => fits)).toEqual([true, false]);
    const answer = await post(projectId);
    const limit = answer.body.limit as number;
    expect([answer.status, answer.body]).toMatchObject([
      400,
      {
        code: 'NARRATION_OVER_BUDGET',
        sceneIndex: 1,
        length: 500,
        details: [{ path: 'scenes[1].voiceoverText', message: expect.stringContaining(`room for ${limit} `) }],
        narrationOverBudget: [{ sceneId }],
      },
    ]);
    expect(await takeJobs()).toBe(0);
  });

  test('N43: what is somebody else’s, of the other environment, or deleted is not there', async () => {
    const projectId = await projectOf('Hear me.');
    const stranger = await publisher(farm);
    const testKey = await farm.newKey({ accountId: caller.accountId, environment: 'test' });
    const gone = await projectOf('Gone.');
    await caller.data('DELETE', `/projects/${gone}`);
    const asked = [
      () => stranger.call('GET', path(projectId)),
      () => stranger.call('POST', path(projectId), {}),
      () => farm.call(testKey, 'GET', path(projectId)),
      () => farm.call(testKey, 'POST', path(projectId), { voiceId: 'voi_none' }),
      () => caller.call('GET', path(gone)),
      () => post(gone),
    ];
    for (const ask of asked) expect((await ask()).body).toMatchObject({ statusCode: 404, code: 'PROJECT_NOT_FOUND' });
    expect(await takeJobs()).toBe(0);
  });

  test('N48: more than ten a minute, together with publishes', async () => {
    const projectId = await projectOf('Hear me.');
    await caller.publish(projectId);
    const statuses = [];
    for (let count = 0; count < 10; count += 1) statuses.push((await post(projectId)).status);
    expect(statuses).toEqual([...Array.from({ length: 9 }, () => 200), 429]);
    expect((await caller.call('GET', path(projectId))).status).toBe(200);
  });
});

describe('S87: narration is free', () => {
  test('for a live key: no credit is set aside or charged', async () => {
    const before = await caller.balance();
    const projectId = await projectOf('Hear me.');
    await post(projectId);
    await node.finish(await leaseTake());
    await post(projectId, { force: true });
    await node.finish(await leaseTake());
    expect(await caller.balance()).toEqual(before);
    expect(await stateOf(projectId)).toBe('ready');
  });

  test('S18: in the sandbox too, where it counts against nothing', async () => {
    caller = await publisher(farm, { environment: 'test' });
    const projectId = await projectOf('Hear me.');
    expect((await post(projectId)).body).toMatchObject({ data: { state: 'building' }, meta: { sandbox: true } });
    await node.finish(await leaseTake());
    expect(await stateOf(projectId)).toBe('ready');
  });

  test('N43, S106: for a person who is signed in, who hears projects of both environments', async () => {
    const user = await farm.newWebUser({ accountId: caller.accountId });
    const live = await projectOf('Hear me.');
    const testKey = await farm.newKey({ accountId: caller.accountId, environment: 'test' });
    const scenes = [{ templateId: 'big-claim', parameters: { headline: 'A' }, voiceoverText: 'Hear the sandbox.' }];
    const sandbox = (await farm.call(testKey, 'POST', '/projects', { scenes })).body.data.id;
    for (const projectId of [live, sandbox]) {
      expect((await user.call('POST', path(projectId), { language: 'en' })).body.data.state).toBe('building');
      await node.finish(await leaseTake());
      expect((await user.call('GET', path(projectId))).body.data).toMatchObject({ state: 'ready' });
    }
    expect(await stateOf(live)).toBe('ready');
  });
});
