import { type Parameters, type TemplateManifest, templateIdOf } from '@reelyard/shared/contracts/template.ts';
import type { BrandInput } from '../../brands/brand-input.ts';
import type { PreparedBrand } from '../../brands/operations.ts';
import { inTransaction } from '../../database/connection.ts';
import { newId } from '../../database/new-id.ts';
import type { Caller } from '../../http/authenticate.ts';
import { type Problem, Refusal } from '../../http/refusal.ts';
import { joinPath } from '../../http/text-check.ts';
import type { OfferedTemplates } from '../../templates/template-catalog.ts';
import type { BrandValues } from '../brand-fill.ts';
import { didYouMean } from '../did-you-mean.ts';
import type { RawParameters } from '../layer-values.ts';
import { drawnTitle, maxScenes, type Scene } from '../project.ts';
import { checkScene, type SceneFindings } from '../scene-check.ts';
import { refusalOfFindings } from '../scene-refusal.ts';
import { insertProject } from '../store.ts';
import type { ProjectDependencies } from './dependencies.ts';
import { takeImages } from './take-images.ts';

export interface SceneInput {
  readonly templateId: string;
  readonly voiceoverText?: string | null | undefined;
  readonly parameters?: RawParameters | undefined;
  readonly title?: string | null | undefined;
}

export interface ProjectInput {
  readonly title?: string | undefined;
  readonly brand?: BrandInput | undefined;
  readonly brandId?: string | undefined;
  readonly scenes: readonly SceneInput[];
}

interface FoundTemplate {
  readonly path: string;
  readonly sceneIndex: number;
  readonly input: SceneInput;
  readonly manifest: TemplateManifest;
}

/** N23: a template that a body names and that does not exist. */
export const unknownTemplate = ({ manifests }: OfferedTemplates, templateId: string, path: string): Problem => {
  const ids = manifests.map(({ slug }) => templateIdOf(slug));
  const near = didYouMean(templateId, ids);
  return {
    path: joinPath(path, 'templateId'),
    code: 'TEMPLATE_NOT_FOUND',
    message: `There is no template "${templateId}".${near === null ? '' : ` Did you mean "${near}"?`}`,
  };
};

/** S120/N47: refuses more scenes than the key may put into one project. */
export const checkSceneCount = (
  { environment }: Pick<Caller, 'environment'>,
  used: number,
  requested: number,
): void => {
  const limit = maxScenes[environment];
  if (used + requested <= limit) return;
  const body = { limit, used, requested };
  if (environment === 'test') {
    throw new Refusal('too_many_requests', {
      code: 'SANDBOX_PROJECT_SCENES',
      message: `A project of a test key may have ${limit} scenes.`,
      body: { ...body, resetsAt: null },
    });
  }
  throw new Refusal('bad_request', { code: 'TOO_MANY_SCENES', message: `A project may have ${limit} scenes.`, body });
};

/** S36: every template but those of the first one's ratio. */
const mixedRatios = (scenes: readonly FoundTemplate[]): readonly FoundTemplate[] =>
  scenes.filter(({ manifest }) => manifest.aspectRatio !== scenes[0]?.manifest.aspectRatio);

const ratioProblems = (scenes: readonly FoundTemplate[]): Problem[] =>
  mixedRatios(scenes).map(({ path, manifest }) => ({
    path: joinPath(path, 'templateId'),
    code: 'MIXED_ASPECT_RATIOS',
    message: `${templateIdOf(manifest.slug)} is ${manifest.aspectRatio}; the first scene is ${scenes[0]?.manifest.aspectRatio}. All scenes of a project share one ratio.`,
  }));

const ratioFields = (scenes: readonly FoundTemplate[]): Record<string, unknown> =>
  mixedRatios(scenes).length === 0
    ? {}
    : {
        aspectRatios: scenes.map(({ sceneIndex, manifest }) => ({
          sceneIndex,
          templateId: templateIdOf(manifest.slug),
          aspectRatio: manifest.aspectRatio,
        })),
      };

/** The values that a prepared brand fills layers with. */
const brandValues = (prepared: PreparedBrand | null): BrandValues | null => {
  if (prepared === null) return null;
  return prepared.kind === 'stored' ? prepared.brand : prepared.traits;
};

interface DraftScene {
  readonly found: FoundTemplate;
  readonly findings: SceneFindings;
  readonly parameters: Parameters;
}

const draftScene = (
  found: FoundTemplate,
  surroundings: { brand: BrandValues | null; projectTitle: string | null; fontFamilies: readonly string[] },
): DraftScene => {
  const { input, manifest, path, sceneIndex } = found;
  const scene = { path, sceneIndex, manifest, ...textsOf(input), parameters: input.parameters ?? {} };
  const findings = checkScene(scene, surroundings);
  return { found, findings, parameters: findings.parameters };
};

const textsOf = ({ title, voiceoverText }: SceneInput) => ({
  title: title ?? null,
  voiceoverText: voiceoverText ?? null,
});

/**
 * S34–S40, S46: checks every scene, fetches every picture, and only then writes the project in one transaction: a
 * refused request leaves nothing behind but fetched pictures. All problems of all scenes are in one answer (N22).
 *
 * @returns the id of the project
 */
export const createProject =
  (deps: ProjectDependencies) =>
  async (caller: Caller, input: ProjectInput): Promise<string> => {
    checkSceneCount(caller, 0, input.scenes.length);
    const { accountId, environment } = caller;
    const offered = await deps.offeredTemplates();
    const located = input.scenes.map((scene, sceneIndex) => ({
      path: `scenes[${sceneIndex}]`,
      sceneIndex,
      input: scene,
      manifest: offered.find(scene.templateId),
    }));
    const found = located.filter((scene): scene is FoundTemplate => scene.manifest !== null);
    const unknown = located
      .filter(({ manifest }) => manifest === null)
      .map((scene) => unknownTemplate(offered, scene.input.templateId, scene.path));

    const brand = await deps.brands.prepareBrand(accountId, input);
    const values = 'problems' in brand ? null : brandValues(brand.prepared);
    const projectTitle = drawnTitle(input.title ?? null, values?.name ?? input.brand?.name ?? null);
    const drafts = found.map((scene) =>
      draftScene(scene, { brand: values, projectTitle, fontFamilies: deps.fontFamilies }),
    );
    const pictures = await Promise.all(
      drafts.map(({ found: { path, manifest }, parameters }) =>
        takeImages(deps, accountId, { path: joinPath(path, 'parameters'), manifest, parameters }),
      ),
    );

    const refusal = refusalOfFindings({
      scenes: drafts.map(({ findings }) => findings),
      problems: [
        ...unknown,
        ...ratioProblems(found),
        ...('problems' in brand ? brand.problems : []),
        ...pictures.flatMap(({ problems }) => problems),
      ],
      body: ratioFields(found),
    });
    if (refusal) throw new Refusal(refusal.kind, refusal.input);
    const [first] = found;
    if (first === undefined || 'problems' in brand) throw new Error('a project without scenes passed its checks');

    const { prepared } = brand;
    const projectId = newId('prj');
    const scenes = drafts.map(
      ({ found: { input: scene, manifest }, parameters }, position): Scene => ({
        id: newId('scn'),
        position,
        templateSlug: manifest.slug,
        templateVersion: manifest.version,
        ...textsOf(scene),
        parameters,
        images: pictures[position]?.images ?? {},
      }),
    );
    await inTransaction(deps.db, async (trx) => {
      const project = {
        id: projectId,
        accountId,
        environment,
        title: input.title ?? null,
        status: 'RENDER_PENDING' as const,
        aspectRatio: first.manifest.aspectRatio,
        brandId: prepared === null ? null : (await deps.brands.resolveBrand(trx, accountId, prepared)).id,
        musicTrackId: null,
        voiceId: null,
      };
      await insertProject(trx, project, scenes);
    });
    return projectId;
  };
