import type { Caller } from '../../http/authenticate.ts';
import { type Problem, Refusal } from '../../http/refusal.ts';
import type { BrandValues } from '../brand-fill.ts';
import { drawnTitle, type ProjectWithScenes } from '../project.ts';
import { inputHashOf } from '../project-view.ts';
import { checkScene } from '../scene-check.ts';
import { refusalOfFindings } from '../scene-refusal.ts';
import { manifestOf, type ProjectDependencies, viewContext } from './dependencies.ts';
import { type Edited, type EditTarget, editProject } from './edit-project.ts';

export interface ProjectPatch {
  readonly title?: string | undefined;
  /** Null takes the brand away. */
  readonly brandId?: string | null | undefined;
  /** Null: the next publish chooses one again (S52). */
  readonly musicTrackId?: string | null | undefined;
  readonly voiceId?: string | null | undefined;
}

const without = <T extends object>(patch: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

/** S52, S54: a track and a voice of the library. */
const mediaProblems = (
  { media }: Pick<ProjectDependencies, 'media'>,
  { musicTrackId, voiceId }: ProjectPatch,
): Problem[] => [
  ...(typeof musicTrackId === 'string' && !media.hasTrack(musicTrackId)
    ? [{ path: 'musicTrackId', code: 'UNKNOWN_MUSIC_TRACK', message: 'There is no such track; see GET /media/music.' }]
    : []),
  ...(typeof voiceId === 'string' && !media.hasVoice(voiceId)
    ? [{ path: 'voiceId', code: 'UNKNOWN_VOICE', message: 'There is no such voice; see GET /media/voices.' }]
    : []),
];

/** Throws where the scenes cannot be drawn with the project as it would be (a brand without a logo, S38). */
const checkScenes = (
  deps: ProjectDependencies,
  after: ProjectWithScenes,
  brand: BrandValues | null,
  patchProblems: readonly Problem[],
): void => {
  const surroundings = {
    brand,
    projectTitle: drawnTitle(after.project.title, brand?.name ?? null),
    fontFamilies: deps.fontFamilies,
  };
  const findings = after.scenes.map((scene) =>
    checkScene(
      {
        ...scene,
        path: `scenes[${scene.position}]`,
        sceneIndex: scene.position,
        sceneId: scene.id,
        manifest: manifestOf(deps)(scene),
      },
      surroundings,
    ),
  );
  const refusal = refusalOfFindings({ scenes: findings, problems: patchProblems });
  if (refusal) throw new Refusal(refusal.kind, refusal.input);
};

/**
 * N25: changes the project itself. A title that no layer draws from changes no picture, so a finished video stays
 * finished; a new brand is checked against every scene.
 */
export const patchProject =
  (deps: ProjectDependencies) =>
  (caller: Caller, target: EditTarget, patch: ProjectPatch): Promise<Edited<null>> =>
    editProject(deps)(caller, target, async (loaded) => {
      const change = without(patch);
      // A deleted brand stays with the projects that have it and is given to no other.
      const isNewBrand = change.brandId != null && change.brandId !== loaded.project.brandId;
      if (isNewBrand) await deps.brands.getBrand(caller.accountId, change.brandId ?? '');
      const project = { ...loaded.project, ...change };
      const [before, after] = await Promise.all([
        viewContext(deps, deps.db, caller, loaded.project),
        viewContext(deps, deps.db, caller, project),
      ]);
      checkScenes(deps, { project, scenes: loaded.scenes }, after.brand, mediaProblems(deps, patch));
      const isDrawnDifferently = loaded.scenes.some(
        (scene) => inputHashOf(scene, loaded.project, before) !== inputHashOf(scene, project, after),
      );
      const soundsDifferently =
        project.musicTrackId !== loaded.project.musicTrackId || project.voiceId !== loaded.project.voiceId;
      return {
        change,
        changesVideo: isDrawnDifferently || soundsDifferently,
        save: async () => {},
        result: null,
      };
    });
