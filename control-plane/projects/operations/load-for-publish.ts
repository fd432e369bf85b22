import type { LayerValues } from '@reelyard/shared/contracts/layer-value.ts';
import type { TemplateManifest } from '@reelyard/shared/contracts/template.ts';
import type { Brand } from '../../brands/brand.ts';
import type { Transaction } from '../../database/connection.ts';
import type { Owner } from '../../http/authenticate.ts';
import { notFound, type Problem } from '../../http/refusal.ts';
import { joinPath } from '../../http/text-check.ts';
import type { Project, ProjectWithScenes, Scene } from '../project.ts';
import { resolvedScene } from '../project-view.ts';
import { type PendingCapture, pendingCapturesOf } from '../scene-capture.ts';
import { lockProject } from '../store.ts';
import { brandOf, manifestOf, type ProjectDependencies } from './dependencies.ts';

export interface SceneForPublish {
  readonly scene: Scene;
  readonly manifest: TemplateManifest;
  /** What is drawn on every layer: the snapshot that the render gets. */
  readonly values: LayerValues;
  /** S35: keys that the brand filled. */
  readonly autoFilled: readonly string[];
  /** Why the scene cannot be drawn as it is (a brand that lost its logo since); empty where it can. */
  readonly problems: readonly Problem[];
  /** S60: what the scene still needs a capture for; null where it needs none. */
  readonly pendingCapture: PendingCapture | null;
}

export interface LoadedProject {
  readonly project: Project;
  readonly brand: Brand | null;
  /** By position. */
  readonly scenes: readonly SceneForPublish[];
}

/**
 * A project as a publish needs it, its row locked until the transaction ends: no edit and no other publish comes
 * between reading the scenes and writing the snapshot (B11, B12). Throws a `not_found` refusal.
 */
export const loadForPublish =
  (deps: ProjectDependencies) =>
  async (trx: Transaction, owner: Owner, projectId: string): Promise<LoadedProject> => {
    const loaded = await lockProject(trx, owner, projectId);
    if (loaded === null) throw notFound('project');
    const brand = await brandOf(deps, trx, loaded.project);
    const context = { brand, fontFamilies: deps.fontFamilies, manifestOf: manifestOf(deps) };
    return {
      project: loaded.project,
      brand,
      scenes: loaded.scenes.map((scene) => sceneForPublish(scene, loaded, context)),
    };
  };

export const sceneForPublish = (
  scene: Scene,
  { project }: ProjectWithScenes,
  context: Parameters<typeof resolvedScene>[2],
): SceneForPublish => {
  const { values, autoFilled, missingText, missingValues, missingLogo, missingImages } = resolvedScene(
    scene,
    project,
    context,
  );
  const problem = (layer: string, code: string): Problem => ({
    path: joinPath(`scenes[${scene.position}].parameters`, layer),
    code,
    message: `Layer "${layer}" could not be resolved.`,
  });
  return {
    scene,
    manifest: context.manifestOf(scene),
    values,
    autoFilled,
    pendingCapture: pendingCapturesOf([scene], context.manifestOf)[0] ?? null,
    problems: [
      ...missingText.map((layer) => problem(layer, 'MISSING_TEXT')),
      ...missingValues.map((layer) => problem(layer, 'MISSING_VALUE')),
      ...missingLogo.map((layer) => problem(layer, 'MISSING_BRAND_ASSET')),
      ...missingImages.map((layer) => problem(layer, 'MISSING_IMAGE')),
    ],
  };
};
