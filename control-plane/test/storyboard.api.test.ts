import { narrationBudget, narrationLength } from '@reelyard/shared/contracts/narration-budget.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { creditOperations } from '../credits/operations.ts';
import { inTransaction } from '../database/connection.ts';
import { unusableTexts } from '../http/text-check.ts';
import { spentBy } from './capture-scenes.ts';
import { type Answer, type Farm, startFarm } from './harness.ts';
import { type Publisher, publisher } from './publisher.ts';
import { storyPrompts } from './storyboard-prompts.ts';

let farm: Farm;
let maker: Publisher;
beforeAll(async () => {
  farm = await startFarm();
});
afterAll(() => farm.close());
/** An account of its own for each test: a key may have ten drafts a minute. */
beforeEach(async () => {
  maker = await publisher(farm);
});

const draft = (body: object, by: Publisher = maker): Promise<Answer> => by.call('POST', '/ai/storyboard/draft', body);
const prompt = storyPrompts.saas;
/** A PNG of one pixel. */
const pictureUri =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const isTakenText = (text: string): boolean => text.trim() !== '' && unusableTexts(text).length === 0;

describe('S84: a storyboard draft', () => {
  it.each(Object.entries(storyPrompts))(
    'S85: of the prompt "%s" makes a project that is ready but for captures',
    async (_name, text) => {
      for (const aspectRatio of ['16:9', '16:12'] as const) {
        const { status, body } = await draft({ prompt: text, aspectRatio });
        expect([status, body.message]).toEqual([201, undefined]);
        const { draft: made, createPayload, notes, nextStep } = body.data;
        expect(made.scenes.length).toBeGreaterThanOrEqual(2);
        expect(made.scenes.length).toBeLessThanOrEqual(6);
        expect(made.scenes.map(({ order }: { order: number }) => order)).toEqual(
          made.scenes.map((_: unknown, at: number) => at + 1),
        );
        for (const [at, scene] of made.scenes.entries()) {
          expect(scene.templateId).not.toBe(made.scenes[at - 1]?.templateId);
          expect(scene.voiceoverBudget).toEqual(narrationBudget(scene.durationSeconds));
          expect(narrationLength(scene.voiceover)).toBeLessThanOrEqual(scene.voiceoverBudget.maxChars);
          expect(scene.voiceover).toMatch(/^$|[.!?…。！？؟]["”]?$/u);
          expect(scene).toMatchObject({ textSource: 'ai', requiresUiCapture: false, captureHint: null });
          expect(scene.onScreenText).not.toBe('');
        }
        expect(notes[0]).toContain('built-in planner');
        expect(nextStep).toContain('POST /projects');
        const created = await maker.call('POST', '/projects', createPayload);
        expect([created.status, created.body.details]).toEqual([201, undefined]);
        const scenes = created.body.data.scenes as {
          voiceoverText: string | null;
          warnings: unknown[];
          state: string;
        }[];
        expect(scenes.map(({ warnings }) => warnings).flat()).toEqual([]);
        expect(scenes.map(({ voiceoverText }) => voiceoverText ?? '')).toEqual(
          made.scenes.map(({ voiceover }: { voiceover: string }) => voiceover),
        );
        expect(made.totalDurationSeconds).toBe(
          created.body.data.scenes.reduce(
            (sum: number, { durationSeconds }: { durationSeconds: number }) => sum + durationSeconds,
            0,
          ),
        );
        const plan = await maker.call('POST', `/projects/${created.body.data.id}/publish/plan`, { quality: '720p' });
        expect([plan.status, plan.body.message]).toEqual([200, undefined]);
      }
    },
  );

  it('S84: says everything that is wrong with a body at once', async () => {
    const { status, body } = await draft({
      prompt: '  ',
      brandUrl: 'http://10.0.0.1/',
      maxScenes: 13,
      targetDurationSeconds: 9,
      aspectRatio: '4:3',
      captureUi: 'yes',
      length: 3,
    });
    expect(status).toBe(400);
    expect(body.details.map(({ path }: { path: string }) => path).sort()).toEqual(
      ['aspectRatio', 'brandUrl', 'captureUi', 'length', 'maxScenes', 'prompt', 'targetDurationSeconds'].sort(),
    );
    const tooLong = await draft({ prompt: 'x'.repeat(5_001) });
    expect([tooLong.status, tooLong.body.details[0].path]).toEqual([400, 'prompt']);
    expect((await draft({ prompt: 'é'.repeat(5_000), maxScenes: 3 })).status).toBe(201);
  });

  it('S85: carries the website or the stored brand into the payload, and reads no website', async () => {
    const site = await draft({ prompt, brandUrl: 'planwise.example' });
    expect(site.body.data.createPayload.brand).toEqual({ websiteUrl: 'https://planwise.example/' });
    const page = site.body.data.draft.scenes.find((scene: { requiresUiCapture: boolean }) => scene.requiresUiCapture);
    expect(page).toMatchObject({ captureSlots: [{ key: 'page' }] });
    expect(page.captureHint).toContain('https://planwise.example/');
    expect(site.body.data.nextStep).toContain(`scenes ${page.order}`);
    const { rows } = await sql<{ jobs: number }>`
      select count(*)::int as jobs from pgboss.job where name = 'page.capture'`.execute(farm.db);
    expect(rows).toEqual([{ jobs: 0 }]);
    const { id: brandId } = await maker.data('POST', '/brands', { name: 'Planwise' });
    const stored = await draft({ prompt, brandId, brandUrl: 'https://planwise.example' });
    expect(stored.body.data.createPayload).toMatchObject({ brandId });
    expect(stored.body.data.createPayload).not.toHaveProperty('brand');
    expect(stored.body.data.notes.join(' ')).toContain('brandId decides');
    expect(await maker.call('POST', '/projects', stored.body.data.createPayload)).toMatchObject({ status: 201 });
    const stranger = await publisher(farm);
    const others = await draft({ prompt, brandId }, stranger);
    expect([others.status, others.body.code]).toEqual([404, 'BRAND_NOT_FOUND']);
    const unknown = await draft({ prompt, brandId: 'brd_none' });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'BRAND_NOT_FOUND']);
    expect((await maker.data('GET', '/projects')).projects).toHaveLength(1);
  });

  it('S38, S85: ends on the logo where the brand has one, and never on one that is missing', async () => {
    const logoUrl = pictureUri;
    const { id: brandId } = await maker.data('POST', '/brands', { name: 'Planwise', logoUrl });
    const ends = async (body: object): Promise<boolean> => {
      const answer = await draft({ prompt, maxScenes: 12, targetDurationSeconds: 60, ...body });
      expect((await maker.call('POST', '/projects', answer.body.data.createPayload)).status).toBe(201);
      return answer.body.data.draft.scenes.at(-1).templateId === 'tpl_logo-outro';
    };
    expect(await ends({ brandId })).toBe(true);
    expect(await ends({ brandName: 'Planwise' })).toBe(false);
    expect(await ends({})).toBe(false);
  });

  it('S85: makes of any prompt what POST /projects takes', async () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
      fc.lorem({ mode: 'sentences', maxCount: 12 }),
    );
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        texts.filter((text) => isTakenText(text)),
        fc.integer({ min: 3, max: 12 }),
        async (text, maxScenes) => {
          runs += 1;
          if (runs % 8 === 0) maker = await publisher(farm);
          const { status, body } = await draft({ prompt: text, maxScenes, targetDurationSeconds: 60 });
          expect([status, body.message]).toEqual([201, undefined]);
          const created = await maker.call('POST', '/projects', body.data.createPayload);
          expect([created.status, created.body.details]).toEqual([201, undefined]);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('N48: counts in the bucket of publishes, ten a minute, on a test key too', async () => {
    const { accountId } = await farm.db.selectFrom('account').select('id as accountId').executeTakeFirstOrThrow();
    const key = await farm.newKey({ accountId, environment: 'test' });
    const answers: Answer[] = [];
    for (let time = 0; time < 11; time += 1) {
      answers.push(await farm.call(key, 'POST', '/ai/storyboard/draft', { prompt: 'Bakery' }));
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
    expect(answers.at(-1)?.body.code).toBe('RATE_LIMITED');
  });

  it('S84: captureUi prefers templates that show real pages, or avoids them', async () => {
    const captures = async (body: object): Promise<number> => {
      const { data } = (await draft({ prompt, ...body })).body;
      return data.draft.scenes.filter(({ requiresUiCapture }: { requiresUiCapture: boolean }) => requiresUiCapture)
        .length;
    };
    expect(await captures({ captureUi: true })).toBeGreaterThan(0);
    expect(await captures({ captureUi: false, brandUrl: 'https://planwise.example' })).toBe(0);
    expect(await captures({})).toBe(0);
  });

  it('S84: comes as near to the target as the prompt allows, and says so where it does not', async () => {
    const short = await draft({ prompt: storyPrompts.cli, targetDurationSeconds: 10 });
    expect(short.body.data.draft.totalDurationSeconds).toBeLessThanOrEqual(15);
    const long = await draft({ prompt: 'Bakery', targetDurationSeconds: 180 });
    expect(long.body.data.notes.join(' ')).toContain('of 180 s');
    expect(long.body.data.notes.join(' ')).toContain('write more facts');
  });
});

describe('S121: what a draft costs', () => {
  it('one credit on a live key, told in meta, with the request kept by its Idempotency-Key', async () => {
    const before = await spentBy(farm, maker);
    const { body } = await draft({ prompt });
    expect(body.meta.credits).toMatchObject({ charged: 1, refunded: 0 });
    expect(await spentBy(farm, maker)).toEqual({ used: before.used + 1, held: 0 });
    const ledger = await maker.data('GET', '/billing/credits/ledger');
    expect(ledger.entries[0]).toMatchObject({ action: 'STORYBOARD_DRAFT', type: 'spend' });
    const send = () =>
      farm.app.inject({
        method: 'POST',
        url: '/api/v2/ai/storyboard/draft',
        headers: { 'x-api-key': maker.key, 'idempotency-key': 'draft-1' },
        payload: { prompt },
      });
    const [first, second] = [await send(), await send()];
    expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
    expect(second.json().data).toEqual(first.json().data);
    expect(second.json().meta.idempotentReplay).toBe(true);
    expect(await spentBy(farm, maker)).toEqual({ used: before.used + 2, held: 0 });
  });

  it('S85: nothing on a test key, which gets four scenes at most', async () => {
    const sandbox = await publisher(farm, { environment: 'test', plan: 'free' });
    const { status, body } = await draft(
      { prompt: storyPrompts.german, maxScenes: 12, targetDurationSeconds: 90 },
      sandbox,
    );
    expect([status, body.meta.credits]).toEqual([201, undefined]);
    expect(body.data.draft.scenes.length).toBeLessThanOrEqual(4);
    expect(body.data.notes.join(' ')).toContain('at most 4 scenes');
    expect((await sandbox.call('POST', '/projects', body.data.createPayload)).status).toBe(201);
    expect(await spentBy(farm, sandbox)).toEqual({ used: 0, held: 0 });
  });

  it('S109: 403 with the name of the feature on a plan without it', async () => {
    const free = await publisher(farm, { plan: 'free' });
    const { status, body } = await draft({ prompt }, free);
    expect([status, body.code, body.feature]).toEqual([403, 'FEATURE_NOT_IN_PLAN', 'storyboard_draft']);
    expect(body.message).toContain('storyboard_draft');
  });

  it('S117: of two at once for the last credit one is made and one is a 402', async () => {
    await draft({ prompt });
    const { available } = await maker.balance();
    const { id: keyId } = await farm.db
      .selectFrom('api_key')
      .select('id')
      .where('account_id', '=', maker.accountId)
      .executeTakeFirstOrThrow();
    const item = { subject: `all of ${maker.accountId}`, action: 'EXPORT_4K', credits: available - 1 } as const;
    const credits = creditOperations({ topUpUrl: 'https://farm.test/billing' });
    const { accountId } = maker;
    await inTransaction(farm.db, (trx) => credits.reserve(trx, { accountId, keyId, items: [item] }));
    const answers = await Promise.all([draft({ prompt }), draft({ prompt })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 402]);
    const refused = answers.find(({ status }) => status === 402);
    expect(refused?.body).toMatchObject({ code: 'INSUFFICIENT_CREDITS', creditsRequired: 1, creditsAvailable: 0 });
    expect(await maker.balance()).toEqual({ available: 0, held: available - 1 });
  });

  it('S106: a person who is signed in pays by the month of the plan', async () => {
    const person = await farm.newWebUser({ accountId: 'acc_web_drafts', plan: 'pro' });
    const { status, body } = await person.call('POST', '/ai/storyboard/draft', { prompt });
    expect([status, body.meta.credits]).toEqual([201, undefined]);
    const usage = await person.call('GET', '/billing/usage');
    expect(usage.body.data.features).toContainEqual(
      expect.objectContaining({ feature: 'storyboard_draft', used: 1, limit: 200 }),
    );
    await farm.db.updateTable('feature_use').set({ used: 200 }).where('account_id', '=', 'acc_web_drafts').execute();
    const over = await person.call('POST', '/ai/storyboard/draft', { prompt });
    expect([over.status, over.body.code, over.body.limit]).toEqual([429, 'PLAN_LIMIT_REACHED', 200]);
  });
});
