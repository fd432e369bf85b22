import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pictureUri } from '../pictures.ts';
import { type Caller, claim, type OutsideFarm, outsideFarm, problemsOf, projectOf, refusal } from './caller.ts';

let farm: OutsideFarm;
let caller: Caller;
beforeAll(async () => {
  farm = await outsideFarm();
});
afterAll(() => farm.close());
beforeEach(async () => {
  caller = await farm.newCaller();
});

const positions = (scenes: readonly { id: string; position: number }[]) =>
  scenes.map(({ id, position }) => [id, position]);

describe('creating', () => {
  test('S3: templates are listed, their layers read, and one project is made of several scenes', async () => {
    const { data: listed } = await caller.client.listTemplates({ aspectRatio: '16:9', limit: 3 });
    const scenes = [];
    for (const { id } of listed.templates) {
      const { layerMeta } = (await caller.client.getTemplate({ id })).data;
      const texts = Object.entries(layerMeta).filter(([, { type, required }]) => type === 'text' && required);
      scenes.push({ templateId: id, title: 'Said', parameters: Object.fromEntries(texts.map(([key]) => [key, 'Hi'])) });
    }
    const { data } = await caller.client.createProject({ body: { title: 'Tour', scenes } });
    expect(data.scenes.map(({ templateId }) => templateId)).toEqual(listed.templates.map(({ id }) => id));
    expect(data.aspectRatio).toBe('16:9');
  });

  test('S16, S17, S19, S34, S35: a project is answered with its fields and those of its scenes', async () => {
    const { data, statusCode, meta } = await caller.client.createProject({
      body: {
        title: 'Launch',
        brand: { name: 'Acme', primaryColor: '#1D4ED8' },
        scenes: [
          claim('Ship faster', { voiceoverText: 'Ship it today.', title: 'Opening' }),
          { templateId: 'tpl_feature-grid', title: 'Points' },
        ],
      },
    });
    expect(statusCode).toBe(201);
    expect(data).toMatchObject({
      id: expect.stringMatching(/^prj_/),
      title: 'Launch',
      status: 'RENDER_PENDING',
      aspectRatio: '16:9',
      sandbox: false,
      sceneCount: 2,
      nextStep: expect.stringMatching(/\w/),
    });
    expect(meta.nextStep).toEqual({ action: 'publish', method: 'POST', path: `/projects/${data.id}/publish` });
    const { voiceover } = (await caller.client.getTemplate({ id: 'big-claim' })).data;
    expect(data.scenes).toMatchObject([
      {
        id: expect.stringMatching(/^scn_/),
        position: 0,
        templateId: 'tpl_big-claim',
        parameters: { headline: 'Ship faster' },
        voiceoverText: 'Ship it today.',
        title: 'Opening',
        voiceoverCharLimit: voiceover.maxChars,
        autoFilled: ['primaryColor'],
      },
      { position: 1, templateId: 'tpl_feature-grid', parameters: {}, voiceoverText: null, title: 'Points' },
    ]);
    expect((await caller.client.getProject({ projectId: data.id })).data).toEqual(data);
  });

  test('S18: sandbox is true for what a test key made, and false for what a live key made', async () => {
    const test = await farm.newCaller({ accountId: caller.accountId, environment: 'test' });
    const sandboxed = await projectOf(test, 'One');
    expect(sandboxed.sandbox).toBe(true);
    const { data, meta } = await test.client.getProject({ projectId: sandboxed.id });
    expect([data.sandbox, meta.sandbox]).toEqual([true, true]);
    expect((await projectOf(caller, 'One')).sandbox).toBe(false);
    expect(await refusal(caller.client.getProject({ projectId: sandboxed.id }))).toMatchObject({ statusCode: 404 });
  });

  test('S5, S20, S37: logo and colours that are not set are filled from the brand, given as itself or by its id', async () => {
    const logoUrl = await pictureUri('#e11d2e', 200, 80);
    const brand = { logoUrl, name: 'Acme', primaryColor: '#1d4ed8', secondaryColor: '#e11d2e' };
    const scenes = [{ templateId: 'logo-outro', parameters: { tagline: 'Bye', secondaryColor: '#00ff00' } }];
    const { data: given } = await caller.client.createProject({ body: { brand, scenes } });
    expect(given.scenes[0]?.autoFilled.toSorted()).toEqual(['logo', 'primaryColor']);
    expect(given.title).toBe('Acme');

    const { data: stored, statusCode } = await caller.client.createBrand({ body: brand });
    expect(statusCode).toBe(201);
    expect(stored).toMatchObject({
      id: expect.stringMatching(/^brd_/),
      name: 'Acme',
      primaryColor: '#1d4ed8',
      secondaryColor: '#e11d2e',
      source: 'manual',
      status: 'ready',
    });
    expect((await farm.open(stored.logoUrl)).headers.get('content-type')).toMatch(/^image\//);
    const { data: byId } = await caller.client.createProject({ body: { brandId: stored.id, scenes } });
    expect(byId.brandId).toBe(stored.id);
    expect(byId.scenes[0]?.inputHash).toBe(given.scenes[0]?.inputHash);
    const both = caller.client.createProject({ body: { brandId: stored.id, brand, scenes } });
    expect((await refusal(both)).statusCode).toBe(400);
    const none = caller.client.createProject({ body: { brandId: 'brd_none', scenes } });
    expect(await refusal(none)).toMatchObject({ statusCode: 404, code: 'BRAND_NOT_FOUND' });
  });

  test('S36: templates of two aspect ratios in one project are refused', async () => {
    const scenes = [claim('A'), { ...claim('B'), templateId: 'big-claim-16x12' }];
    const refused = await refusal(caller.client.createProject({ body: { scenes } }));
    expect(refused).toMatchObject({ statusCode: 400, code: 'MIXED_ASPECT_RATIOS' });
    expect(problemsOf(refused)).toEqual(['scenes[1].templateId MIXED_ASPECT_RATIOS']);
  });

  test('S38: a logo layer and a brand without a logo are refused with missingBrandAssets', async () => {
    const scenes = [claim('A'), { templateId: 'logo-outro', parameters: { tagline: 'Bye' } }];
    const refused = await refusal(caller.client.createProject({ body: { brand: { name: 'Acme' }, scenes } }));
    expect(refused.statusCode).toBe(400);
    expect(refused.body['missingBrandAssets']).toEqual([
      { sceneIndex: 1, templateId: 'tpl_logo-outro', layer: 'logo', asset: 'logo' },
    ]);
  });

  test('S39: an unknown parameter key is refused with the keys that can be edited', async () => {
    const { layerMeta } = (await caller.client.getTemplate({ id: 'big-claim' })).data;
    const scenes = [claim('A', { parameters: { headline: 'A', headlin: 'B' } })];
    const refused = await refusal(caller.client.createProject({ body: { scenes } }));
    expect(refused).toMatchObject({ statusCode: 400, code: 'INVALID_LAYER_KEYS' });
    const editable = Object.entries(layerMeta).filter(([, { locked }]) => !locked);
    expect(new Set(refused.body['editableKeys'] as string[])).toEqual(new Set(editable.map(([key]) => key)));
    expect(refused.body['invalidKeys']).toMatchObject([{ key: 'headlin', reason: 'unknown', didYouMean: 'headline' }]);
  });

  test('S40: narration over 11 characters per usable second is refused with the limit, and taken at it', async () => {
    const { durationSeconds } = (await caller.client.getTemplate({ id: 'big-claim' })).data;
    const limit = Math.floor((durationSeconds - 0.5) * 11);
    const create = (length: number) =>
      caller.client.createProject({ body: { scenes: [claim('A', { voiceoverText: 'n'.repeat(length) })] } });
    const refused = await refusal(create(limit + 1));
    expect(refused).toMatchObject({
      statusCode: 400,
      code: 'NARRATION_OVER_BUDGET',
      body: { limit, length: limit + 1, sceneIndex: 0, seconds: durationSeconds - 0.5 },
    });
    expect(refused.message).toContain(String(limit));
    expect((await create(limit)).data.scenes[0]?.voiceoverCharLimit).toBe(limit);
  });

  test('S46: unset text is filled from the scene title, else the narration, else the project title, else refused', async () => {
    const create = (title: string | undefined, scene: object) =>
      caller.client.createProject({ body: { title, scenes: [{ templateId: 'big-claim', ...scene }] } });
    const hashOf = async (...given: Parameters<typeof create>) => (await create(...given)).data.scenes[0]?.inputHash;
    const said = (headline: string) => hashOf('Other', { parameters: { headline } });
    expect(await hashOf('Project', { title: 'Scene', voiceoverText: 'Spoken' })).toBe(await said('Scene'));
    expect(await hashOf('Project', { voiceoverText: 'Spoken' })).toBe(await said('Spoken'));
    expect(await hashOf('Project', {})).toBe(await said('Project'));
    expect(await refusal(create(undefined, {}))).toMatchObject({
      statusCode: 400,
      code: 'MISSING_TEXT',
      body: { missingText: [{ sceneIndex: 0, templateId: 'tpl_big-claim', layer: 'headline' }] },
    });
  });

  test('S35: every problem of every scene stands in one answer', async () => {
    const scenes = [
      claim('A', { parameters: { headline: 'A', nothing: 1 } }),
      claim('B', { voiceoverText: 'n'.repeat(500) }),
    ];
    const refused = await refusal(caller.client.createProject({ body: { scenes } }));
    expect(problemsOf(refused)).toEqual([
      'scenes[0].parameters.nothing UNKNOWN_LAYER_KEY',
      'scenes[1].voiceoverText NARRATION_OVER_BUDGET',
    ]);
    expect((await caller.client.listProjects()).data.projects).toEqual([]);
  });
});

describe('changing', () => {
  test('S41: parameters merge, null clears one, and narration has to fit', async () => {
    const { client } = caller;
    const parameters = { headline: 'One', eyebrow: 'New', style: 'light' };
    const { data: project } = await client.createProject({ body: { scenes: [claim('One', { parameters })] } });
    const ids = { projectId: project.id, sceneId: project.scenes[0]?.id ?? '' };
    const { data, statusCode } = await client.updateScene({
      ...ids,
      body: { parameters: { headline: 'Uno', eyebrow: null }, voiceoverText: 'Hello.', title: 'First' },
    });
    expect(statusCode).toBe(200);
    expect(data.scene).toMatchObject({
      id: ids.sceneId,
      parameters: { headline: 'Uno', style: 'light' },
      voiceoverText: 'Hello.',
      title: 'First',
    });
    expect(data.scene.parameters).not.toHaveProperty('eyebrow');
    const tooLong = client.updateScene({ ...ids, body: { voiceoverText: 'n'.repeat(500) } });
    expect(await refusal(tooLong)).toMatchObject({ statusCode: 400, code: 'NARRATION_OVER_BUDGET' });
    expect((await client.getProject({ projectId: project.id })).data.scenes).toEqual([data.scene]);
  });

  test('S42: a scene is added at its position, else at the end', async () => {
    const { id: projectId } = await projectOf(caller, 'One', 'Two');
    const add = (headline: string, position?: number) =>
      caller.client.addScene({ projectId, body: claim(headline, position === undefined ? {} : { position }) });
    expect(await add('Between', 1)).toMatchObject({ statusCode: 201, data: { scene: { position: 1 } } });
    expect(await add('Last')).toMatchObject({ statusCode: 201, data: { scene: { position: 3 } } });
    const { scenes, sceneCount } = (await caller.client.getProject({ projectId })).data;
    expect(sceneCount).toBe(4);
    expect(scenes.map(({ parameters, position }) => [parameters['headline'], position])).toEqual([
      ['One', 0],
      ['Between', 1],
      ['Two', 2],
      ['Last', 3],
    ]);
  });

  test('S43: a scene is removed and the others move up; the last one stays', async () => {
    const { id: projectId, scenes } = await projectOf(caller, 'One', 'Two');
    const [first = '', second = ''] = scenes.map(({ id }) => id);
    const { data } = await caller.client.deleteScene({ projectId, sceneId: first });
    expect(data).toMatchObject({ deleted: true, sceneId: first, sceneCount: 1, scenes: [{ id: second, position: 0 }] });
    expect((await refusal(caller.client.deleteScene({ projectId, sceneId: second }))).statusCode).toBe(400);
    expect((await refusal(caller.client.deleteScene({ projectId, sceneId: first }))).statusCode).toBe(404);
  });

  test('S44: scenes are reordered by every id exactly once', async () => {
    const { id: projectId, scenes } = await projectOf(caller, 'One', 'Two', 'Three');
    const [a = '', b = '', c = ''] = scenes.map(({ id }) => id);
    const { data } = await caller.client.reorderScenes({ projectId, body: { sceneIds: [c, a, b] } });
    expect(positions(data.scenes)).toEqual([
      [c, 0],
      [a, 1],
      [b, 2],
    ]);
    const wrong = caller.client.reorderScenes({ projectId, body: { sceneIds: [a, a, 'scn_none'] } });
    expect(await refusal(wrong)).toMatchObject({
      statusCode: 400,
      body: { missing: [c, b], unknown: ['scn_none'], duplicates: [a] },
    });
    expect(positions((await caller.client.getProject({ projectId })).data.scenes)).toEqual(positions(data.scenes));
  });

  test('S45: another template carries over the parameters that match and names the keys it dropped', async () => {
    const parameters = { headline: 'One', eyebrow: 'New', style: 'light' };
    const { data: project } = await caller.client.createProject({ body: { scenes: [claim('One', { parameters })] } });
    const { data } = await caller.client.switchSceneTemplate({
      projectId: project.id,
      sceneId: project.scenes[0]?.id ?? '',
      body: { templateId: 'problem-strikes', parameters: { item1: 'Slow' } },
    });
    expect(data).toMatchObject({
      scene: { templateId: 'tpl_problem-strikes', parameters: { headline: 'One', style: 'light', item1: 'Slow' } },
      droppedKeys: ['eyebrow'],
      captureInvalidated: false,
    });
    expect(data.carriedOver.toSorted()).toEqual(['headline', 'style']);
  });
});
