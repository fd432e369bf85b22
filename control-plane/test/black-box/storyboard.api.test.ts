import { afterAll, beforeAll, expect, test } from 'vitest';
import { storyPrompts } from '../storyboard-prompts.ts';
import { type OutsideFarm, outsideFarm, refusal } from './caller.ts';

let farm: OutsideFarm;
beforeAll(async () => {
  farm = await outsideFarm();
});
afterAll(() => farm.close());

test('S84, S85: a prompt becomes a draft, its payload a project, and the project a video', async () => {
  const { client } = await farm.newCaller();
  const { data, meta, statusCode } = await client.draftStoryboard({
    body: { prompt: storyPrompts.saas, brandVoice: 'warm', targetDurationSeconds: 30 },
  });
  expect([statusCode, meta.credits?.charged]).toEqual([201, 1]);
  expect(data.draft).toMatchObject({ aspectRatio: '16:9', title: 'Planwise: A project planner for small teams' });
  expect(data.draft.scenes.map(({ storyboardRole }) => storyboardRole)).toEqual([
    'hook',
    'problem',
    'solution',
    'proof',
    'cta',
  ]);
  for (const { voiceover, voiceoverBudget } of data.draft.scenes) {
    expect(voiceover.length).toBeLessThanOrEqual(voiceoverBudget.maxChars);
    expect(voiceover.split(' ').length).toBeGreaterThan(1);
  }
  const { data: project } = await client.createProject({ body: data.createPayload });
  expect(project.scenes).toHaveLength(data.draft.scenes.length);
  await client.publishProject({ projectId: project.id, body: { quality: '720p' } });
  await farm.node.workUntilIdle();
  const { data: status } = await client.getPublishStatus({ projectId: project.id });
  expect([status.phase, status.render.failures]).toEqual(['completed', []]);
  const { data: usage } = await client.getBillingUsage();
  expect(usage.credits.byAction).toMatchObject({ STORYBOARD_DRAFT: 1 });
});

test('S85, S109: a test key gets four scenes for nothing; a plan without storyboard_draft gets a 403', async () => {
  const { client } = await farm.newCaller({ environment: 'test', plan: 'free' });
  const { data, meta } = await client.draftStoryboard({ body: { prompt: storyPrompts.german, maxScenes: 12 } });
  expect(data.draft.scenes.length).toBeLessThanOrEqual(4);
  expect([meta.credits, meta.sandbox]).toEqual([undefined, true]);
  const free = await farm.newCaller({ plan: 'free' });
  expect(await refusal(free.client.draftStoryboard({ body: { prompt: 'Bakery' } }))).toMatchObject({
    statusCode: 403,
    code: 'FEATURE_NOT_IN_PLAN',
    body: { feature: 'storyboard_draft' },
  });
});
