import { templates } from '@reelyard/shared/templates/catalog.ts';
import { fontFamilies } from '@reelyard/shared/templates/template.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountOperations } from '../accounts/operations.ts';
import { findBrand } from '../brands/store.ts';
import { inTransaction } from '../database/connection.ts';
import { type Caller, ownerOf } from '../http/authenticate.ts';
import { templateCatalog } from '../templates/template-catalog.ts';
import { type Farm, startFarm } from '../test/harness.ts';
import { pictureUri } from '../test/pictures.ts';
import { type ProjectOperations, projectOperations } from './operations.ts';
import { noPublishes } from './project-view.ts';

let farm: Farm;
let projects: ProjectOperations;
let key: string;
const caller: Caller = { kind: 'key', accountId: 'acc_pub', keyId: 'key_pub', environment: 'live', scopes: [] };
const unused = async (): Promise<never> => {
  throw new Error('what a publish needs fetches nothing');
};

const catalog = templateCatalog(templates.map(({ manifest }) => manifest));

beforeAll(async () => {
  farm = await startFarm();
  key = await farm.newKey({ accountId: caller.accountId });
  projects = projectOperations({
    db: farm.db,
    catalog,
    offeredTemplates: async () => catalog,
    fontFamilies,
    accounts: accountOperations({ db: farm.db }),
    passes: { passOf: async () => null },
    brands: { findBrand, getBrand: unused, prepareBrand: unused, resolveBrand: unused },
    assets: { intakeImage: unused },
    objects: { signRead: unused },
    media: { hasTrack: () => true, hasVoice: () => true },
    publishOverview: async () => noPublishes,
  });
});
afterAll(() => farm.close());

const newProject = async (body: object = {}): Promise<string> => {
  const scenes = [
    { templateId: 'big-claim', title: 'Hello' },
    { templateId: 'logo-outro', title: 'Acme' },
  ];
  const answer = await farm.call(key, 'POST', '/projects', { scenes, ...body });
  expect(answer.status).toBe(201);
  return answer.body.data.id;
};

test('a publish gets every scene with its layers resolved, its pinned template and the brand', async () => {
  const projectId = await newProject({ brand: { name: 'Acme', logoUrl: await pictureUri('#aa0000') } });
  const { project, brand, scenes } = await inTransaction(farm.db, (trx) =>
    projects.loadForPublish(trx, ownerOf(caller), projectId),
  );
  expect(project).toMatchObject({ id: projectId, status: 'RENDER_PENDING' });
  expect(brand?.name).toBe('Acme');
  expect(scenes.map(({ scene, manifest, problems }) => [scene.position, manifest.slug, problems])).toEqual([
    [0, 'big-claim', []],
    [1, 'logo-outro', []],
  ]);
  expect(scenes[0]?.values['headline']).toEqual({ type: 'text', text: 'Hello' });
  expect(scenes[1]?.values['logo']).toMatchObject({ type: 'image', widthPx: 64, heightPx: 64 });
});

test('S59: a scene that cannot be drawn any more says which layer could not be resolved', async () => {
  const projectId = await newProject({ brand: { name: 'Acme', logoUrl: await pictureUri('#00aa00') } });
  const { brandId } = (await farm.call(key, 'GET', `/projects/${projectId}`)).body.data;
  await farm.db.updateTable('brand').set({ logo_sha256: null }).where('id', '=', brandId).execute();
  const { scenes } = await inTransaction(farm.db, (trx) => projects.loadForPublish(trx, ownerOf(caller), projectId));
  expect(scenes[1]?.problems).toEqual([
    {
      path: 'scenes[1].parameters.logo',
      code: 'MISSING_BRAND_ASSET',
      message: 'Layer "logo" could not be resolved.',
    },
  ]);
});

test("G1: another account's project is not published", async () => {
  const projectId = await newProject();
  const stranger = { ...caller, accountId: 'acc_stranger' };
  await expect(
    inTransaction(farm.db, (trx) => projects.loadForPublish(trx, ownerOf(stranger), projectId)),
  ).rejects.toMatchObject({
    kind: 'not_found',
  });
});

test('B11: of two publishes at once one moves the project and the other finds it moved', async () => {
  const projectId = await newProject();
  const publish = () =>
    inTransaction(farm.db, async (trx) => {
      await projects.loadForPublish(trx, ownerOf(caller), projectId);
      return projects.moveProject(trx, projectId, ['RENDER_PENDING'], 'RENDERING');
    });
  const moved = await Promise.all([publish(), publish()]);
  expect(moved.toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true]);
});

test('B12: an edit waits for a publish that is reading the scenes, and does not undo its status', async () => {
  const projectId = await newProject();
  const { scenes } = (await farm.call(key, 'GET', `/projects/${projectId}`)).body.data;
  const isLoaded = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const publish = inTransaction(farm.db, async (trx) => {
    const loaded = await projects.loadForPublish(trx, ownerOf(caller), projectId);
    isLoaded.resolve();
    await mayEnd.promise;
    await projects.moveProject(trx, projectId, ['RENDER_PENDING'], 'RENDERING');
    return loaded;
  });
  await isLoaded.promise;
  const edit = farm.call(key, 'PATCH', `/projects/${projectId}/scenes/${scenes[0].id}`, { title: 'Changed' });
  mayEnd.resolve();
  const [loaded, edited] = await Promise.all([publish, edit]);
  expect(loaded.scenes[0]?.scene.title).toBe('Hello');
  expect(edited.body.data.project.status).toBe('RENDERING');
  expect(edited.body.data.scene.title).toBe('Changed');
});

test('N18: a step that the state machine does not have is a fault, not a silent "no"', async () => {
  const projectId = await newProject();
  const skip = inTransaction(farm.db, (trx) => projects.moveProject(trx, projectId, ['RENDERING'], 'COMPLETED'));
  await expect(skip).rejects.toThrow('cannot move from RENDERING to COMPLETED');
});

test('S52: the track of the first publish is kept, and a later one does not replace it', async () => {
  const projectId = await newProject();
  const keep = (trackId: string) => inTransaction(farm.db, (trx) => projects.keepMusicTrack(trx, projectId, trackId));
  await keep('trk_first');
  await keep('trk_second');
  expect((await projects.findProject(caller, projectId))?.project.musicTrackId).toBe('trk_first');
});
