import { isImageLayer, type Parameters, type TemplateManifest } from '@reelyard/shared/contracts/template.ts';
import type { z } from 'zod';
import type { Caller } from '../../http/authenticate.ts';
import { notFound, Refusal } from '../../http/refusal.ts';
import { findLayer, type RawParameters } from '../layer-values.ts';
import { drawnTitle, type ProjectWithScenes, type Scene } from '../project.ts';
import type { patchSceneBody } from '../project-bodies.ts';
import type { StoredImages } from '../resolve-layers.ts';
import { checkScene } from '../scene-check.ts';
import { type ProjectFindings, refusalOfFindings } from '../scene-refusal.ts';
import type { Submitted, SubmittedBody } from '../submitted.ts';
import { brandOf, manifestOf, type ProjectDependencies } from './dependencies.ts';
import { takeImages } from './take-images.ts';

export type ScenePatch = SubmittedBody<z.infer<typeof patchSceneBody>>;

export const getScene = ({ scenes }: ProjectWithScenes, sceneId: string): Scene => {
  const scene = scenes.find(({ id }) => id === sceneId);
  if (scene === undefined) throw notFound('scene');
  return scene;
};

const patched = <T>(current: T, change: T | undefined): T => (change === undefined ? current : change);

/** The stored copies of pictures whose address did not change. */
export const keptImages = (scene: Scene, parameters: Parameters): StoredImages =>
  Object.fromEntries(Object.entries(scene.images).filter(([key]) => parameters[key] === scene.parameters[key]));

const isKept = (kept: StoredImages, manifest: TemplateManifest, key: string): boolean => {
  const layer = findLayer(manifest, key);
  return layer !== null && isImageLayer(layer.type) && Object.hasOwn(kept, key);
};

/** What was found wrong before the scene itself is looked at. */
export type FoundBefore = Partial<Pick<ProjectFindings, 'problems' | 'sceneCount' | 'body'>>;

interface SceneContext {
  /** The body that the scene comes from. */
  readonly submitted: Pick<Submitted<unknown>, 'isPartial'> & { readonly problems: ScenePatch['problems'] };
  readonly found?: FoundBefore;
  /** The pictures that need not be taken in again. */
  readonly keptOf: (parameters: Parameters) => StoredImages;
}

/**
 * The scene with its parameters checked and its pictures taken in; throws the refusal that names every problem,
 * those that were found before among them.
 */
export const checkedScenes =
  (deps: ProjectDependencies) =>
  async (
    caller: Caller,
    loaded: ProjectWithScenes,
    draft: Omit<Scene, 'parameters' | 'images'> & { readonly parameters: RawParameters },
    manifest: TemplateManifest,
    { submitted, found, keptOf }: SceneContext,
  ): Promise<Scene> => {
    const brand = await brandOf(deps, deps.db, loaded.project);
    const { isPartial } = submitted;
    const findings = checkScene(
      { ...draft, path: '', sceneIndex: draft.position, sceneId: draft.id, manifest, isPartial },
      {
        brand,
        projectTitle: drawnTitle(loaded.project.title, brand?.name ?? null),
        fontFamilies: deps.fontFamilies,
      },
    );
    const { parameters } = findings;
    const kept = keptOf(parameters);
    const toTake = Object.fromEntries(Object.entries(parameters).filter(([key]) => !isKept(kept, manifest, key)));
    const taken = await takeImages(deps, caller.accountId, { path: 'parameters', manifest, parameters: toTake });
    const problems = [...(found?.problems ?? []), ...taken.problems];
    const refusal = refusalOfFindings({ ...found, scenes: [findings], shape: submitted.problems, problems });
    if (refusal) throw new Refusal(refusal.kind, refusal.input);
    return { ...draft, parameters, images: { ...kept, ...taken.images } };
  };

/** S41: a scene of a project with a patch laid over it, checked as `checkedScenes` says; nothing is written. */
export const patchedScenes = (deps: ProjectDependencies) => {
  const checkedScene = checkedScenes(deps);
  return async (caller: Caller, loaded: ProjectWithScenes, sceneId: string, patch: ScenePatch): Promise<Scene> => {
    const current = getScene(loaded, sceneId);
    const { title, voiceoverText, parameters } = patch.fields;
    const draft = {
      ...current,
      title: patched(current.title, title),
      voiceoverText: patched(current.voiceoverText, voiceoverText),
      parameters: { ...current.parameters, ...parameters },
    };
    return await checkedScene(caller, loaded, draft, manifestOf(deps)(current), {
      submitted: patch,
      keptOf: (checked) => keptImages(current, checked),
    });
  };
};
