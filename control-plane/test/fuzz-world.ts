import type { OpenApiDocument, PlacedOperation } from '@reelyard/shared/sdk/openapi-document.ts';
import { findTemplate } from '@reelyard/shared/templates/catalog.ts';
import fc from 'fast-check';
import { fakeNode } from './fake-node.ts';
import type { FuzzWorld } from './fuzz-requests.ts';
import { naughtyStrings } from './fuzz-values.ts';
import type { Farm } from './harness.ts';

interface FuzzProject {
  readonly projectId: string;
  readonly sceneIds: readonly string[];
}

const templateSlugs = ['big-claim', 'counting-statistic', 'logo-outro'];
/** A PNG of one pixel. */
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const call = async (farm: Farm, key: string, path: string, body: unknown) => {
  const answer = await farm.call(key, 'POST', path, body);
  if (answer.status >= 300) throw new Error(`POST ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.data;
};

const newProject = async (farm: Farm, key: string): Promise<FuzzProject> => {
  const scenes = [1, 2, 3].map((number) => ({ templateId: 'big-claim', parameters: { headline: `Claim ${number}` } }));
  const project = await call(farm, key, '/projects', { title: 'Fuzz', scenes });
  return { projectId: project.id, sceneIds: project.scenes.map(({ id }: { id: string }) => id) };
};

const times = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, () => make()));

/** Values of `parameters`: layers that exist, with texts that may be anything. */
const parameters = (): fc.Arbitrary<unknown> => {
  const keys = templateSlugs.flatMap((slug) => Object.keys(findTemplate(slug)?.manifest.layers ?? {}));
  const value = fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.constantFrom<unknown>(...naughtyStrings, picture, '#1d4ed8', 11, true, null),
  );
  return fc.oneof(
    fc.constant({ headline: 'Busy is not the same as done.' }),
    fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 3 }),
  );
};

/**
 * An account with a little of everything: projects that are only read and changed, projects that are published, some
 * that may be deleted, a finished export, brands and keys. What an operation ends does not take from another one what it
 * works on.
 */
export const fuzzWorld = async (farm: Farm, document: OpenApiDocument, key: string): Promise<FuzzWorld> => {
  const make = () => newProject(farm, key);
  const finished = await times(3, make);
  const node = await fakeNode(farm.app, farm.config.FARM_NODE_TOKEN);
  for (const { projectId } of finished) await call(farm, key, `/projects/${projectId}/publish`, {});
  await node.workUntilIdle();
  const exportIds = await Promise.all(
    finished.map(async ({ projectId }): Promise<string> => {
      const status = await farm.call(key, 'GET', `/projects/${projectId}/publish/status`);
      return status.body.data.export.id;
    }),
  );
  const idle = await times(4, make);
  const published = [...(await times(4, make)), ...finished.slice(0, 1)];
  const shrinking = await times(12, make);
  const doomed = await times(12, make);
  const newBrand = async (): Promise<string> => (await call(farm, key, '/brands', { name: 'Fuzz' })).id;
  const newKey = async (): Promise<string> =>
    (await call(farm, key, '/api-keys', { name: 'Fuzz', environment: 'live' })).id;
  const brandIds = await times(3, newBrand);
  const [keyIds, doomedKeyIds] = [await times(3, newKey), await times(3, newKey)];

  const projectsFor = ({ method, path }: PlacedOperation): readonly FuzzProject[] => {
    if (method === 'delete') return path.includes('{sceneId}') ? shrinking : doomed;
    if (path.startsWith('/exports/projects')) return finished.slice(1);
    return method === 'post' && /\/(publish|render)\b/.test(path) ? published : idle;
  };
  const idsOf = ({ method, path }: PlacedOperation): readonly string[] => {
    if (path.startsWith('/templates')) return [...templateSlugs, 'tpl_big-claim'];
    if (path.startsWith('/brands')) return brandIds;
    if (path.startsWith('/api-keys')) return method === 'delete' ? doomedKeyIds : keyIds;
    return idle.map(({ projectId }) => projectId);
  };
  const allScenes = [...idle, ...published].map(({ sceneIds }) => sceneIds);
  return {
    document,
    hints: {
      templateId: fc.constantFrom(...templateSlugs.flatMap((slug) => [slug, slug, `tpl_${slug}`]), 'no-such-template'),
      voiceoverText: fc.constantFrom<unknown>('Short.', 'So it is.', null, 'x'.repeat(400)),
      websiteUrl: fc.constantFrom(undefined, 'acme.example', 'https://10.0.0.1/', 'http://acme.example'),
      imageUrl: fc.constantFrom('https://127.0.0.1:1/none.png', 'http://10.0.0.1/a.png', 'data:,'),
      parameters: parameters(),
      sceneIds: fc.constantFrom(...allScenes, ...allScenes.map((ids) => ids.toReversed())),
      brandId: fc.constantFrom(...brandIds),
      musicTrackId: fc.constantFrom('trk_clear-horizon', 'trk_none'),
      voiceId: fc.constantFrom('voi_english-us', 'voi_english-us-slt', 'voi_none'),
      language: fc.constantFrom('en', 'de-DE', 'ja', ''),
      speed: fc.constantFrom<unknown>(0.8, 1, 1.2, 0.79, '1'),
      logoUrl: fc.constantFrom(picture, 'https://127.0.0.1:1/logo.png'),
      callbackUrl: fc.constantFrom('https://hooks.example.invalid/x', 'https://10.0.0.1/', 'http://example.invalid/'),
      'if-match': fc.constantFrom('"1"', '2', '*', 'W/"3"'),
      'idempotency-key': fc.string({ minLength: 1, maxLength: 40 }),
      page: fc.integer({ min: 1, max: 100_000 }),
    },
    idsFor: (placed) =>
      fc
        .tuple(
          fc.constantFrom(...projectsFor(placed)),
          fc.nat(2),
          fc.constantFrom(...idsOf(placed)),
          fc.constantFrom(...exportIds),
        )
        .map(([{ projectId, sceneIds }, which, id, exportId]) => ({
          ...(placed.path.includes('{projectId}') ? { projectId } : {}),
          ...(placed.path.includes('{sceneId}') ? { sceneId: sceneIds[which] ?? '' } : {}),
          ...(placed.path.includes('{exportId}') ? { exportId } : {}),
          ...(placed.path.includes('{id}') ? { id } : {}),
        })),
  };
};
