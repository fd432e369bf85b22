import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Agent, agentClient, eras } from './agent-client.ts';
import type { FakeNode } from './fake-node.ts';
import { type Farm, startFarm } from './harness.ts';
import { idleFarm, type Publisher, publisher } from './publisher.ts';

let farm: Farm;
let farmUrl: string;
let node: FakeNode;
let maker: Publisher;
let agent: Agent;

beforeAll(async () => {
  farm = await startFarm();
  farmUrl = await farm.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => farm.close());
/** An account of its own for each test: a key may ask 120 times a minute. */
beforeEach(async () => {
  node = await idleFarm(farm);
  await use(await publisher(farm));
  return () => agent.close();
});

const use = async (next: Publisher): Promise<void> => {
  maker = next;
  agent = await agentClient(farmUrl, { 'x-api-key': maker.key });
};
const facts = async (name: string, args: Record<string, unknown> = {}) => {
  const outcome = await agent.call(name, args);
  if (outcome.isError) throw new Error(outcome.text);
  return outcome.facts;
};
/** The error of a call that must be refused, with how large it is. */
const refusal = async (name: string, args: Record<string, unknown> = {}) => {
  const outcome = await agent.call(name, args);
  expect(outcome.isError, outcome.text).toBe(true);
  expect(outcome.readBytes).toBeLessThanOrEqual(8_192);
  return outcome.facts;
};
const scene = (headline: string, more: object = {}) => ({
  templateId: 'big-claim',
  parameters: { headline },
  ...more,
});
const newProject = async (...headlines: string[]): Promise<string> =>
  (await facts('video_create_project', { title: 'Launch', scenes: headlines.map((text) => scene(text)) })).projectId;
const publishCount = async (projectId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from publish where project_id = ${projectId}`.execute(farm.db);
  return rows[0]?.count ?? 0;
};

describe.each(eras)('S1: a video from the list of templates to its address, revision %j', (mode) => {
  test('a project is made, planned, published and awaited; the API shows the same', async () => {
    await agent.close();
    agent = await agentClient(farmUrl, { authorization: `Bearer ${maker.key}` }, mode);
    const { templates } = await facts('video_list_templates', { beat: 'hook', requiresUiCapture: false });
    const slugs = templates.map(({ slug }: { slug: string }) => slug);
    expect(slugs).toContain('big-claim');
    const template = await facts('video_get_template', { template: 'big-claim' });
    expect(template.fields.map(({ key }: { key: string }) => key)).toContain('headline');
    const made = await facts('video_create_project', {
      title: 'Launch day',
      scenes: [template.exampleScene, scene('Second', { voiceoverText: 'Hear this.' })],
      brandName: 'Acme',
      primaryColor: '#1d4ed8',
    });
    expect(made).toMatchObject({ status: 'RENDER_PENDING', sceneCount: 2, readyToPublish: true, sandbox: false });
    const { projectId } = made;

    const plan = await facts('video_plan_publish', { projectId, quality: '720p' });
    expect(plan).toMatchObject({ canPublish: true, credits: 3, exportCredits: 1, balanceAfter: 147, problems: [] });
    const started = await facts('video_publish', { projectId, planId: plan.planId });
    expect(started).toMatchObject({ phase: 'rendering', creditsReserved: 3, quality: '720p', alreadyDone: false });
    expect(await facts('video_wait', { projectId, timeoutSeconds: 0 })).toMatchObject({
      settled: false,
      phase: 'rendering',
      sceneCount: 2,
      videoUrl: null,
    });
    const waiting = agent.call('video_wait', { projectId, requestId: started.requestId });
    await node.workUntilIdle();
    const ended = await waiting;
    expect(ended.facts).toMatchObject({ settled: true, phase: 'completed', isNewest: true, progressPercent: 100 });

    const status = await maker.status(projectId);
    expect(ended.facts).toMatchObject({ requestId: status.requestId, durationSeconds: status.export.durationSeconds });
    const { pathname, search } = new URL(ended.facts.videoUrl);
    expect((await farm.app.inject({ url: pathname + search })).statusCode).toBe(200);
    expect(ended.links.map(({ name }) => name)).toEqual(expect.arrayContaining(['video', 'thumbnail', 'captions']));
    expect(ended.text).toContain(ended.facts.videoUrl);
    expect(await maker.balance()).toEqual({ available: 147, held: 0 });
  });
});

describe('S1: what an agent does and what a program does come to the same', () => {
  test('a project made here is the one that the API would have made', async () => {
    const body = { title: 'Twins', scenes: [scene('One', { title: 'First' }), scene('Two')], brandName: undefined };
    const { projectId } = await facts('video_create_project', body);
    const twin = await maker.data('POST', '/projects', { ...body, brandName: undefined });
    const own = await maker.data('GET', `/projects/${projectId}`);
    const plain = (project: { scenes: object[] }) =>
      JSON.parse(JSON.stringify(project), (key, value) =>
        ['id', 'createdAt', 'updatedAt', 'nextStep'].includes(key) ? undefined : value,
      );
    expect(plain(own)).toEqual(plain(twin));
  });

  test('edits are done in their order; the first that is refused stops the rest and says what was done', async () => {
    const projectId = await newProject('One', 'Two');
    const [first, second] = await maker.sceneIds(projectId);
    const edited = await facts('video_edit_project', {
      projectId,
      ops: [
        { op: 'update', sceneId: first, parameters: { headline: 'Uno', eyebrow: 'Why' } },
        { op: 'add', templateId: 'big-claim', parameters: { headline: 'Three' }, position: 0 },
        { op: 'project', title: 'Edited' },
        { op: 'remove', sceneId: second },
      ],
    });
    expect(edited).toMatchObject({ applied: 4, failed: null, title: 'Edited', sceneCount: 2 });
    const shown = await maker.data('GET', `/projects/${projectId}`);
    expect(shown).toMatchObject({ title: 'Edited', revision: edited.revision });
    expect(shown.scenes.map(({ parameters }: { parameters: object }) => parameters)).toMatchObject([
      { headline: 'Three' },
      { headline: 'Uno' },
    ]);

    const half = await facts('video_edit_project', {
      projectId,
      ops: [
        { op: 'update', sceneId: first, title: 'Kept' },
        { op: 'update', sceneId: first, parameters: { headlin: 'x' } },
        { op: 'project', title: 'Never' },
      ],
    });
    expect(half).toMatchObject({ applied: 1, failed: { index: 1, code: 'INVALID_LAYER_KEYS' }, title: 'Edited' });
    const stale = { projectId, revision: edited.revision, ops: [{ op: 'project', title: 'Late' }] };
    expect(await refusal('video_edit_project', stale)).toMatchObject({
      code: 'REVISION_CONFLICT',
      nextStep: 'video_get_project',
    });
    const order = [first, (await maker.sceneIds(projectId)).find((id) => id !== first)];
    const swapped = await facts('video_edit_project', {
      projectId,
      ops: [
        { op: 'reorder', sceneIds: order },
        { op: 'switch_template', sceneId: first, templateId: 'component-pop-out' },
      ],
    });
    expect(await maker.sceneIds(projectId)).toEqual(order);
    expect(swapped).toMatchObject({ applied: 2, readyToPublish: false, notes: [`${first} lost eyebrow`] });
  });

  test('N3: a project is made once for a key', async () => {
    const args = { title: 'Once', scenes: [scene('One')], idempotencyKey: 'create-1' };
    const [first, again] = [await facts('video_create_project', args), await facts('video_create_project', args)];
    expect(again.projectId).toBe(first.projectId);
    const other = { ...args, title: 'Other' };
    expect(await refusal('video_create_project', other)).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    const without = { title: 'Once', scenes: [scene('One')] };
    expect((await facts('video_create_project', without)).projectId).not.toBe(first.projectId);
    expect(await refusal('video_create_project', { ...args, idempotencyKey: 'Schlüssel' })).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });

  test('media and the account are those of the API', async () => {
    const music = await facts('video_list_media', { kind: 'music', limit: 3 });
    const tracks = await maker.data('GET', '/media/music?limit=3');
    expect(music.media.map(({ id }: { id: string }) => id)).toEqual(tracks.tracks.map(({ id }: { id: string }) => id));
    expect(music.total).toBeGreaterThanOrEqual(music.media.length);
    const voices = await facts('video_list_media', { kind: 'voice', language: 'en' });
    expect(voices.media.length).toBeGreaterThan(0);
    const credits = await maker.data('GET', '/billing/credits');
    expect(await facts('video_account')).toMatchObject({
      plan: 'pro',
      environment: 'live',
      totalAvailable: credits.totalAvailable,
      costs: credits.costs,
      topUpUrl: credits.topUpUrl,
      key: { monthlyCreditCap: null },
    });
  });
});

describe('S48, S121: money', () => {
  test('a publish that is ordered twice runs and is paid once, at once and one after the other', async () => {
    const projectId = await newProject('One');
    const both = await Promise.all([facts('video_publish', { projectId }), facts('video_publish', { projectId })]);
    const third = await facts('video_publish', { projectId });
    expect(new Set([...both, third].map(({ requestId }) => requestId)).size).toBe(1);
    expect(third.alreadyDone).toBe(true);
    expect(await publishCount(projectId)).toBe(1);
    await node.workUntilIdle();
    const after = await facts('video_publish', { projectId });
    expect(after).toMatchObject({ requestId: third.requestId, alreadyDone: true });
    expect(await maker.balance()).toEqual({ available: 147, held: 0 });
  });

  test('a publish that failed may be ordered again in the same words', async () => {
    const projectId = await newProject('One');
    const first = await facts('video_publish', { projectId });
    const held = await node.lease();
    await node.fail(held, {
      blame: 'input',
      retryable: false,
      stage: 'prepare',
      code: 'LAYER_UNRESOLVED',
      message: 'Layer "headline" could not be resolved.',
    });
    const ended = await facts('video_wait', { projectId });
    expect(ended).toMatchObject({ settled: true, phase: 'render_failed', failures: [{ code: 'LAYER_UNRESOLVED' }] });
    const again = await facts('video_publish', { projectId });
    expect(again.requestId).not.toBe(first.requestId);
    expect(await facts('video_wait', { projectId, requestId: first.requestId, timeoutSeconds: 0 })).toMatchObject({
      isNewest: false,
      requestId: again.requestId,
    });
  });

  test('maxCredits refuses before anything is set aside, and binds the price where it does not', async () => {
    const projectId = await newProject('One', 'Two');
    const before = await maker.balance();
    expect(await refusal('video_publish', { projectId, maxCredits: 3 })).toMatchObject({
      code: 'MAX_CREDITS_EXCEEDED',
      creditsRequired: 4,
      maxCredits: 3,
    });
    expect(await publishCount(projectId)).toBe(0);
    expect(await maker.balance()).toEqual(before);
    expect(await facts('video_publish', { projectId, maxCredits: 4 })).toMatchObject({ creditsReserved: 4 });
    expect(await facts('video_publish', { projectId, maxCredits: 0 })).toMatchObject({ alreadyDone: true });
    const both = { projectId, maxCredits: 4, planId: 'pln_x' };
    expect(await refusal('video_publish', both)).toMatchObject({ code: 'PRICE_BOUND_TWICE' });
    expect(await facts('video_cancel_publish', { projectId })).toMatchObject({ creditsReleased: 4 });
    expect(await maker.balance()).toEqual({ available: 150, held: 0 });
    expect(await refusal('video_cancel_publish', { projectId })).toMatchObject({ code: 'NO_PUBLISH_IN_PROGRESS' });
  });

  test('a plan that no longer holds is refused with what changed', async () => {
    const projectId = await newProject('One');
    const { planId } = await facts('video_plan_publish', { projectId });
    await facts('video_edit_project', {
      projectId,
      ops: [{ op: 'add', templateId: 'big-claim', parameters: { headline: 'Two' } }],
    });
    expect(await refusal('video_publish', { projectId, planId })).toMatchObject({
      code: 'PLAN_CHANGED',
      statusCode: 409,
      nextStep: 'video_plan_publish',
    });
    expect(await publishCount(projectId)).toBe(0);
  });

  test('402: too few credits are told with how many and where to buy', async () => {
    await agent.close();
    await use(await publisher(farm, { plan: 'free' }));
    const projectId = await newProject(...Array.from({ length: 11 }, (_none, index) => `Scene ${index}`));
    for (const more of [{}, { maxCredits: 99 }]) {
      expect(await refusal('video_publish', { projectId, quality: '720p', ...more })).toMatchObject({
        code: 'INSUFFICIENT_CREDITS',
        statusCode: 402,
        creditsRequired: 12,
        creditsAvailable: 10,
        topUpUrl: expect.stringContaining('/billing'),
        fix: expect.stringContaining('top up'),
        nextStep: 'video_account',
      });
    }
    expect(await facts('video_plan_publish', { projectId, quality: '720p' })).toMatchObject({
      canPublish: false,
      planId: null,
      problems: [{ code: 'INSUFFICIENT_CREDITS' }],
    });
  });
});

describe('S84, S87: words and voices', () => {
  test('a draft is what the next tool takes, and is paid once for a key', async () => {
    const prompt = 'Acme is a calm calendar for busy teams. It plans the week in one minute. Try it free at acme.test.';
    const args = { prompt, maxScenes: 4, idempotencyKey: 'draft-1' };
    const drafted = await facts('video_draft_storyboard', args);
    expect(drafted.scenes.length).toBeGreaterThanOrEqual(2);
    expect(await facts('video_draft_storyboard', args)).toEqual(drafted);
    expect(await maker.balance()).toEqual({ available: 149, held: 0 });
    const made = await facts('video_create_project', drafted.createArguments);
    expect(made).toMatchObject({ title: drafted.title, sceneCount: drafted.scenes.length });
    expect(await refusal('video_draft_storyboard', { prompt, maxScenes: 2 })).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ path: 'maxScenes' }],
    });
  });

  test('the longest draft is whole, whatever the rest of the answer has to leave out', async () => {
    const sentences = Array.from(
      { length: 30 },
      (_none, index) => `Преимущество номер ${index} экономит время команды.`,
    );
    const {
      isError,
      facts: drafted,
      text,
    } = await agent.call('video_draft_storyboard', {
      prompt: sentences.join(' '),
      maxScenes: 12,
      targetDurationSeconds: 180,
    });
    expect(isError, text).toBe(false);
    expect((await facts('video_create_project', drafted.createArguments)).sceneCount).toBe(
      drafted.createArguments.scenes.length,
    );
  });

  test('a voice is kept and the narration spoken; the API shows the same', async () => {
    const { projectId } = await facts('video_create_project', {
      title: 'Spoken',
      scenes: [scene('One', { voiceoverText: 'Hear this.' }), scene('Two')],
    });
    const voices = await facts('video_list_media', { kind: 'voice', language: 'en' });
    const voiceId = voices.media[0].id;
    const asked = await facts('video_set_narration', { projectId, voiceId });
    expect(asked).toMatchObject({ state: 'building', ready: false, voiceId, lineCount: 1, tooLong: [] });
    await node.workUntilIdle();
    expect(await facts('video_set_narration', { projectId })).toMatchObject({ state: 'ready', ready: true, voiceId });
    expect(await maker.data('GET', `/projects/${projectId}/narration`)).toMatchObject({ state: 'ready', voiceId });
    expect((await refusal('video_set_narration', { projectId, voiceId: 'voi_none' })).nextStep).toBeTypeOf('string');
  });
});

describe('S36–S47, N43: refusals are those of the API, with what to do', () => {
  test('every problem of a project is told with its place', async () => {
    const error = await refusal('video_create_project', {
      scenes: [scene('Fine'), { templateId: 'big-claim', parameters: { headline: 'y', headlin: 'x', nothing: 1 } }],
    });
    expect(error).toMatchObject({ code: 'INVALID_LAYER_KEYS', statusCode: 400, nextStep: 'video_get_template' });
    expect(error.details.map(({ path }: { path: string }) => path)).toEqual([
      'scenes[1].parameters.headlin',
      'scenes[1].parameters.nothing',
    ]);
  });

  test('a thousand problems are cut to what an agent can read', async () => {
    const scenes = Array.from({ length: 50 }, () => ({
      templateId: 'big-claim',
      parameters: Object.fromEntries(Array.from({ length: 20 }, (_none, index) => [`nothing${index}`, 'x'])),
    }));
    const error = await refusal('video_create_project', { scenes });
    expect(error.details.length + error.detailsLeftOut).toBe(1_050);
  });

  test('what is another account’s does not exist, in any tool', async () => {
    const projectId = await newProject('One');
    const [sceneId] = await maker.sceneIds(projectId);
    await agent.close();
    await use(await publisher(farm));
    const args = { projectId, sceneId };
    const calls: [string, Record<string, unknown>][] = [
      ['video_get_project', { projectId }],
      ['video_edit_project', { projectId, ops: [{ op: 'remove', sceneId }] }],
      ['video_plan_publish', { projectId }],
      ['video_publish', { projectId }],
      ['video_publish', { projectId, maxCredits: 10 }],
      ['video_wait', { projectId }],
      ['video_cancel_publish', { projectId }],
      ['video_capture_ui', { ...args, url: 'https://example.com/' }],
      ['video_select_capture', { ...args, captureId: 'cap_x', componentIds: [] }],
    ];
    for (const [name, input] of calls) {
      expect(await refusal(name, input), name).toMatchObject({ code: 'PROJECT_NOT_FOUND', statusCode: 404 });
    }
  });

  test('S102: a key without the scope is told which one', async () => {
    const { secret } = await maker.data('POST', '/api-keys', {
      name: 'reader',
      environment: 'live',
      scopes: ['templates:read', 'projects:read'],
    });
    const projectId = await newProject('One');
    await agent.close();
    agent = await agentClient(farmUrl, { 'x-api-key': secret });
    expect(await refusal('video_publish', { projectId })).toMatchObject({
      code: 'SCOPE_MISSING',
      statusCode: 403,
      requiredScope: 'publish',
      nextStep: 'video_account',
    });
    expect(await publishCount(projectId)).toBe(0);
    expect(await facts('video_get_project', { projectId })).toMatchObject({ sceneCount: 1 });
  });

  test('S109: a plan without the feature is told its name', async () => {
    await agent.close();
    await use(await publisher(farm, { plan: 'free' }));
    const made = await facts('video_create_project', { scenes: [{ templateId: 'component-pop-out', title: 'Shop' }] });
    const capture = { projectId: made.projectId, sceneId: made.scenes[0].sceneId, url: 'https://example.com/' };
    for (const [name, input, feature] of [
      ['video_capture_ui', capture, 'mcp_capture'],
      ['video_browse_open', { url: 'https://example.com/' }, 'mcp_browse'],
    ] as const) {
      expect(await refusal(name, input)).toMatchObject({ code: 'FEATURE_NOT_IN_PLAN', statusCode: 403, feature });
    }
  });

  test('S60: a publish with a capture pending is refused, and says which tool captures', async () => {
    const made = await facts('video_create_project', { scenes: [{ templateId: 'component-pop-out', title: 'Shop' }] });
    const [{ sceneId }] = made.scenes;
    expect(made).toMatchObject({ readyToPublish: false, scenes: [{ captureState: 'pending' }] });
    expect(made.nextStep).toContain('video_capture_ui');
    expect(await refusal('video_publish', { projectId: made.projectId })).toMatchObject({
      code: 'PENDING_CAPTURES',
      pendingCaptures: [{ sceneId }],
      nextStep: 'video_capture_ui',
    });
  });

  test('S18: a sandbox key makes sandbox projects and is held to its scenes', async () => {
    await agent.close();
    await use(await publisher(farm, { environment: 'test' }));
    const projectId = await newProject('One');
    expect(await facts('video_get_project', { projectId })).toMatchObject({ sandbox: true });
    const scenes = Array.from({ length: 5 }, (_none, index) => scene(String(index)));
    expect(await refusal('video_create_project', { scenes })).toMatchObject({ limit: 4, requested: 5 });
    expect(await facts('video_account')).toMatchObject({ environment: 'test', sandbox: { exports: { limit: 5 } } });
  });
});

describe('long answers and long waits', () => {
  test('every answer is small enough to read, and says how to get the rest', async () => {
    const scenes = Array.from({ length: 40 }, (_none, index) =>
      scene(`Headline ${index}`, { title: 'T'.repeat(150), voiceoverText: 'A line that is spoken.' }),
    );
    const { projectId, more, scenes: shown } = await facts('video_create_project', { scenes });
    expect(shown.length).toBeLessThan(40);
    expect(more).toContain('fromScene');
    const seen = new Set<string>();
    for (let fromScene = 0; fromScene < 40; ) {
      const answer = await agent.call('video_get_project', { projectId, fromScene });
      expect(answer.readBytes).toBeLessThanOrEqual(8_192);
      for (const { sceneId } of answer.facts.scenes) seen.add(sceneId);
      fromScene += answer.facts.scenes.length;
      expect(answer.facts.more === null).toBe(fromScene === 40);
    }
    expect(seen.size).toBe(40);
    const { templates } = await maker.data('GET', '/templates?limit=100');
    const calls: [string, Record<string, unknown>][] = [
      ['video_list_templates', { limit: 100 }],
      ['video_list_media', { kind: 'music', limit: 100 }],
      ['video_list_media', { kind: 'voice', limit: 100 }],
      ['video_plan_publish', { projectId }],
      ['video_publish', { projectId }],
      ['video_wait', { projectId, timeoutSeconds: 0 }],
      ['video_account', {}],
      ...templates.map(({ slug }: { slug: string }) => ['video_get_template', { template: slug }] as const),
    ];
    for (const [name, input] of calls) {
      const answer = await agent.call(name, input);
      expect(answer.isError, answer.text).toBe(false);
      expect(answer.readBytes, `${name} ${JSON.stringify(input)}`).toBeLessThanOrEqual(8_192);
      expect(Buffer.byteLength(answer.text), name).toBeLessThanOrEqual(1_024);
    }
  });

  test('a wait that is over answers how far it is, and costs three requests however much happens', async () => {
    const projectId = await newProject('One', 'Two');
    await facts('video_publish', { projectId });
    const leftOf = async (): Promise<number> => {
      const { headers } = await maker.call('GET', '/account');
      return Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
    };
    const before = await leftOf();
    const waiting = facts('video_wait', { projectId, timeoutSeconds: 1 });
    const held = await node.lease();
    for (let percent = 1; percent <= 20; percent += 1) {
      await node.heartbeat(held, { stage: 'render', done: percent, total: 100 });
    }
    expect(await waiting).toMatchObject({ settled: false, phase: 'rendering', videoUrl: null });
    expect(before - (await leftOf())).toBeLessThanOrEqual(5);
  });

  test('S103: a key that is revoked ends the wait that it has open', async () => {
    const projectId = await newProject('One');
    await facts('video_publish', { projectId });
    const { id } = (await maker.call('GET', '/account')).body.data.key;
    const opened = Promise.withResolvers<void>();
    const waiting = agent.client.callTool(
      { name: 'video_wait', arguments: { projectId } },
      { onprogress: () => opened.resolve() },
    );
    await opened.promise;
    await maker.call('DELETE', `/api-keys/${id}`);
    const { isError, content } = await waiting;
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain('API_KEY_REVOKED');
  });

  test('a client that hangs up ends its wait inside the farm', async () => {
    const projectId = await newProject('One');
    await facts('video_publish', { projectId });
    const ended = (): number => farm.logLines.filter((line) => line.includes('/publish/events')).length;
    const before = ended();
    const opened = Promise.withResolvers<void>();
    const hangUp = new AbortController();
    const waiting = agent.client.callTool(
      { name: 'video_wait', arguments: { projectId } },
      { signal: hangUp.signal, onprogress: () => opened.resolve() },
    );
    await opened.promise;
    expect(ended()).toBe(before);
    hangUp.abort();
    await expect(waiting).rejects.toThrow();
    await expect.poll(ended).toBe(before + 1);
  });

  test('a farm that stops does not wait for those who wait', async () => {
    const stopping = await startFarm();
    const address = await stopping.app.listen({ host: '127.0.0.1', port: 0 });
    const other = await publisher(stopping);
    const waiter = await agentClient(address, { 'x-api-key': other.key });
    const projectId = await other.createProject(['One']);
    await other.publish(projectId);
    const opened = Promise.withResolvers<void>();
    const waiting = waiter.client.callTool(
      { name: 'video_wait', arguments: { projectId, timeoutSeconds: 50 } },
      { onprogress: () => opened.resolve() },
    );
    await opened.promise;
    const [{ structuredContent, isError }] = await Promise.all([waiting, stopping.close()]);
    expect(isError).toBeFalsy();
    expect(structuredContent).toMatchObject({ settled: false, phase: 'rendering' });
    await waiter.close();
  });
});
