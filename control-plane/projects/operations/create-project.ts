import { type Parameters, type TemplateManifest, templateIdOf } from '@reelyard/shared/contracts/template.ts';
import { traitsOfInput } from '../../brands/brand.ts';
import { type PreparedBrand, preparedTraits } from '../../brands/operations.ts';
import { inTransaction, type Transaction } from '../../database/connection.ts';
import { newId } from '../../database/new-id.ts';
import type { Caller } from '../../http/authenticate.ts';
import type { Warning } from '../../http/envelope.ts';
import { earlierResult, once } from '../../http/once.ts';
import { type Problem, Refusal } from '../../http/refusal.ts';
import { joinPath } from '../../http/text-check.ts';
import type { OfferedTemplates } from '../../templates/template-catalog.ts';
import type { BrandValues } from '../brand-fill.ts';
import { didYouMean } from '../did-you-mean.ts';
import { drawnTitle, type Scene } from '../project.ts';
import { createProjectBody } from '../project-bodies.ts';
import { checkScene, type SceneFindings } from '../scene-check.ts';
import { sceneCountFinding } from '../scene-count.ts';
import { refusalOfFindings } from '../scene-refusal.ts';
import { insertProject } from '../store.ts';
import { type SubmittedProject, submittedProject } from '../submitted.ts';
import type { ProjectDependencies } from './dependencies.ts';
import { type TakenImages, takeImages } from './take-images.ts';

interface FoundTemplate {
  readonly path: string;
  readonly sceneIndex: number;
  readonly input: SubmittedProject['scenes'][number];
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
  return preparedTraits(prepared);
};

interface DraftScene {
  readonly found: FoundTemplate;
  readonly findings: SceneFindings;
  readonly parameters: Parameters;
}

const draftScene = (
  found: FoundTemplate,
  isPartial: boolean,
  surroundings: { brand: BrandValues | null; projectTitle: string | null; fontFamilies: readonly string[] },
): DraftScene => {
  const { input, manifest, path, sceneIndex } = found;
  const { parameters = {} } = input.fields;
  const scene = { path, sceneIndex, manifest, ...textsOf(input), parameters, isPartial: isPartial || input.isPartial };
  const findings = checkScene(scene, surroundings);
  return { found, findings, parameters: findings.parameters };
};

const textsOf = ({ fields: { title, voiceoverText } }: FoundTemplate['input']) => ({
  title: title ?? null,
  voiceoverText: voiceoverText ?? null,
});

type Offer = Pick<FoundTemplate, 'path' | 'sceneIndex' | 'input'> & { readonly manifest: TemplateManifest | null };

const isFound = (scene: Offer): scene is FoundTemplate => scene.manifest !== null;

const unknownTemplates = (offered: OfferedTemplates, scenes: readonly Offer[]): Problem[] =>
  scenes.flatMap(({ manifest, path, input: { fields } }) =>
    manifest === null && fields.templateId !== undefined ? [unknownTemplate(offered, fields.templateId, path)] : [],
  );

type TakenBrand = Awaited<ReturnType<ProjectDependencies['brands']['prepareBrand']>>;

/** The brand of a body; one that does not exist is a problem among the others. */
const takeBrand = async (
  { brands }: Pick<ProjectDependencies, 'brands'>,
  accountId: string,
  { fields, problems }: SubmittedProject,
): Promise<TakenBrand> => {
  // Nothing is read from a website for a request that is refused anyway.
  if (problems.length > 0 && fields.brand?.websiteUrl !== undefined) return { problems: [] };
  try {
    return await brands.prepareBrand(accountId, fields);
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'not_found') throw error;
    return { problems: [{ path: 'brandId', code: error.code, message: error.message }] };
  }
};

const lacksBrandAsset = (drafts: readonly DraftScene[]): boolean =>
  drafts.some(({ findings }) => findings.missingBrandAssets.length > 0);

/** A project that passed every check, ready to be written. */
interface CheckedProject {
  readonly drafts: readonly DraftScene[];
  readonly pictures: readonly TakenImages[];
  readonly aspectRatio: TemplateManifest['aspectRatio'];
  readonly prepared: PreparedBrand | null;
  readonly warnings: readonly Warning[];
}

/**
 * S34–S40, S46: everything that is wrong with a new project is in the one refusal that this throws (N22): all problems
 * of all scenes, those of the shape of the body among them. Pictures are fetched; nothing is written.
 */
const checkedProject = async (
  deps: ProjectDependencies,
  { accountId, environment }: Pick<Caller, 'accountId' | 'environment'>,
  input: SubmittedProject,
  brand: TakenBrand,
): Promise<CheckedProject> => {
  const { fields } = input;
  const offered = await deps.offeredTemplates();
  const located = input.scenes.map((scene, sceneIndex): Offer => {
    const { templateId } = scene.fields;
    const manifest = templateId === undefined ? null : offered.find(templateId);
    return { path: `scenes[${sceneIndex}]`, sceneIndex, input: scene, manifest };
  });
  const found = located.filter(isFound);

  const values = 'problems' in brand ? null : brandValues(brand.prepared);
  const warnings = 'problems' in brand ? [] : brand.warnings;
  const projectTitle = drawnTitle(fields.title ?? null, values?.name ?? fields.brand?.name ?? null);
  const surroundings = { brand: values, projectTitle, fontFamilies: deps.fontFamilies };
  const drafts = found.map((scene) => draftScene(scene, 'problems' in brand, surroundings));
  const pictures = await Promise.all(
    drafts.map(({ found: { path, manifest }, parameters }) =>
      takeImages(deps, accountId, { path: joinPath(path, 'parameters'), manifest, parameters }),
    ),
  );

  const refusal = refusalOfFindings({
    scenes: drafts.map(({ findings }) => findings),
    shape: input.problems,
    sceneCount: sceneCountFinding(environment, 0, input.sceneCount),
    problems: [
      ...unknownTemplates(offered, located),
      ...ratioProblems(found),
      ...('problems' in brand ? brand.problems : []),
      // A logo that is missing because its website could not be read: both are said.
      ...(lacksBrandAsset(drafts) ? warnings : []),
      ...pictures.flatMap(({ problems }) => problems),
    ],
    body: ratioFields(found),
  });
  if (refusal) throw new Refusal(refusal.kind, refusal.input);
  const [first] = found;
  if (first === undefined || 'problems' in brand) throw new Error('a project without scenes passed its checks');
  return { drafts, pictures, aspectRatio: first.manifest.aspectRatio, prepared: brand.prepared, warnings };
};

/**
 * Whether POST /projects would take a body (S85), with nothing written and nothing fetched: no website is read, so that
 * a brand counts as what the body says of it. Null, or everything that is wrong.
 */
export const tryProject =
  (deps: ProjectDependencies) =>
  async (caller: Caller, body: unknown): Promise<Refusal | null> => {
    const parsed = createProjectBody.safeParse(body);
    const problems = (parsed.error?.issues ?? []).map(({ path, message }) => ({
      path: path.map(String).reduce(joinPath, ''),
      code: 'INVALID',
      message,
    }));
    const input = submittedProject(parsed.data ?? body, problems);
    const { brand } = input.fields;
    const draft = brand === undefined ? null : { ...traitsOfInput(brand, null), origin: null };
    try {
      const taken =
        draft === null
          ? await takeBrand(deps, caller.accountId, input)
          : { prepared: { kind: 'new' as const, draft }, warnings: [] };
      await checkedProject(deps, caller, input, taken);
      return null;
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  };

/** What was created. */
export interface CreatedProject {
  readonly projectId: string;
  /** S20: the website of the brand could not be read. */
  readonly warnings: readonly Warning[];
}

/**
 * Checks everything and only then writes the project in one transaction: a refused request leaves nothing behind but
 * fetched pictures.
 *
 * A brand whose website cannot be read does not hinder it, unless a logo is missing for it.
 */
export const createProject =
  (deps: ProjectDependencies) =>
  async (caller: Caller, input: SubmittedProject): Promise<CreatedProject> => {
    const made = earlierResult() as string | undefined;
    if (made !== undefined) return { projectId: made, warnings: [] };
    const { accountId, environment } = caller;
    const brand = await takeBrand(deps, accountId, input);
    const checked = await checkedProject(deps, caller, input, brand);
    const { drafts, pictures, prepared } = checked;
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
        captures: {},
        capturesDropped: false,
      }),
    );
    const insert = async (trx: Transaction): Promise<string> => {
      const project = {
        id: projectId,
        accountId,
        environment,
        title: input.fields.title ?? null,
        status: 'RENDER_PENDING' as const,
        aspectRatio: checked.aspectRatio,
        brandId: prepared === null ? null : (await deps.brands.resolveBrand(trx, accountId, prepared)).id,
        musicTrackId: null,
        voiceId: null,
        narrationSpeed: 1,
      };
      await insertProject(trx, project, scenes);
      return projectId;
    };
    return {
      projectId: await inTransaction(deps.db, (trx) => once(trx, () => insert(trx))),
      warnings: checked.warnings,
    };
  };
