import type { Caller } from '../../http/authenticate.ts';
import { ownerOf } from '../../http/authenticate.ts';
import { notFound } from '../../http/refusal.ts';
import { findProject } from '../store.ts';
import { getScene, patchedScenes, type ScenePatch } from './checked-scene.ts';
import { manifestOf, type ProjectDependencies, viewContext } from './dependencies.ts';
import { type SceneForPublish, sceneForPublish } from './load-for-publish.ts';

/** A scene as a publish would take it now, with what of its project decides how it is drawn. */
export interface PreviewedScene extends SceneForPublish {
  readonly watermark: boolean;
  /** One rate for the whole video, as a publish has it. */
  readonly fps: number;
}

/**
 * The scene's inputs as a publish would snapshot them now; with `patch` as they would be after that edit, which is checked
 * and not saved. Nothing is locked, charged or queued. Throws what PATCH of the scene throws, or a `not_found` refusal.
 */
export const previewScene = (deps: ProjectDependencies) => {
  const patchedScene = patchedScenes(deps);
  return async (
    caller: Caller,
    { projectId, sceneId }: { readonly projectId: string; readonly sceneId: string },
    patch: ScenePatch | null,
  ): Promise<PreviewedScene> => {
    const loaded = await findProject(deps.db, ownerOf(caller), projectId);
    if (loaded === null) throw notFound('project');
    const scene = patch === null ? getScene(loaded, sceneId) : await patchedScene(caller, loaded, sceneId, patch);
    const context = await viewContext(deps, deps.db, caller, loaded.project);
    const fps = Math.max(...loaded.scenes.map((each) => manifestOf(deps)(each).fps));
    return { ...sceneForPublish(scene, loaded, context), watermark: context.watermark, fps };
  };
};
