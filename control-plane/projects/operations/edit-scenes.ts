import {
  isImageLayer,
  type Parameters,
  type TemplateManifest,
  templateIdOf,
} from '@reelyard/shared/contracts/template.ts';
import { newId } from '../../database/new-id.ts';
import type { Caller } from '../../http/authenticate.ts';
import { notFound, Refusal } from '../../http/refusal.ts';
import { findLayer, type RawParameters } from '../layer-values.ts';
import { drawnTitle, type ProjectWithScenes, type Scene } from '../project.ts';
import type { StoredImages } from '../resolve-layers.ts';
import { checkScene } from '../scene-check.ts';
import { checkOrder, orderWith, orderWithout } from '../scene-order.ts';
import { refusalOfFindings } from '../scene-refusal.ts';
import { deleteScene, saveScenes } from '../store.ts';
import { carryParameters } from '../swap-template.ts';
import { checkSceneCount, type SceneInput, unknownTemplate } from './create-project.ts';
import { brandOf, manifestOf, type ProjectDependencies } from './dependencies.ts';
import { type Edited, type EditTarget, editProject } from './edit-project.ts';
import { takeImages } from './take-images.ts';

export interface ScenePatch {
  readonly parameters?: RawParameters | undefined;
  readonly voiceoverText?: string | null | undefined;
  readonly title?: string | null | undefined;
}

export interface SceneTarget extends EditTarget {
  readonly sceneId: string;
}

const getScene = ({ scenes }: ProjectWithScenes, sceneId: string): Scene => {
  const scene = scenes.find(({ id }) => id === sceneId);
  if (scene === undefined) throw notFound('scene');
  return scene;
};

const patched = <T>(current: T, change: T | undefined): T => (change === undefined ? current : change);

/** The stored copies of pictures whose address did not change. */
const keptImages = (scene: Scene, parameters: Parameters): StoredImages =>
  Object.fromEntries(Object.entries(scene.images).filter(([key]) => parameters[key] === scene.parameters[key]));

const isKept = (kept: StoredImages, manifest: TemplateManifest, key: string): boolean => {
  const layer = findLayer(manifest, key);
  return layer !== null && isImageLayer(layer.type) && Object.hasOwn(kept, key);
};

/** The verbs that change a project's scenes (S41–S45). Each checks everything before it writes anything. */
export const sceneEdits = (deps: ProjectDependencies) => {
  const edit = editProject(deps);

  /** The scene with its parameters checked and its pictures taken in; throws the refusal that names every problem. */
  const checkedScene = async (
    caller: Caller,
    loaded: ProjectWithScenes,
    draft: Omit<Scene, 'parameters' | 'images'> & { readonly parameters: RawParameters },
    manifest: TemplateManifest,
    keptOf: (parameters: Parameters) => StoredImages,
  ): Promise<Scene> => {
    const brand = await brandOf(deps, deps.db, loaded.project);
    const findings = checkScene(
      { ...draft, path: '', sceneIndex: draft.position, sceneId: draft.id, manifest },
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
    const refusal = refusalOfFindings({ scenes: [findings], problems: taken.problems });
    if (refusal) throw new Refusal(refusal.kind, refusal.input);
    return { ...draft, parameters, images: { ...kept, ...taken.images } };
  };

  const getManifest = async (templateId: string): Promise<TemplateManifest> => {
    const offered = await deps.offeredTemplates();
    const manifest = offered.find(templateId);
    if (manifest !== null) return manifest;
    const problem = unknownTemplate(offered, templateId, '');
    throw new Refusal('not_found', { code: problem.code, message: problem.message, details: [problem] });
  };

  /** S36: the ratio of the project binds every scene but a lone one. */
  const checkRatio = ({ project }: ProjectWithScenes, manifest: TemplateManifest): void => {
    if (manifest.aspectRatio === project.aspectRatio) return;
    const message = `${templateIdOf(manifest.slug)} is ${manifest.aspectRatio}; the project is ${project.aspectRatio}.`;
    throw new Refusal('bad_request', {
      code: 'MIXED_ASPECT_RATIOS',
      message,
      details: [{ path: 'templateId', code: 'MIXED_ASPECT_RATIOS', message }],
      body: { aspectRatio: project.aspectRatio },
    });
  };

  return {
    /** S41: parameters merge over the current ones, null clears one. Answers the scene's id. */
    updateScene: (caller: Caller, target: SceneTarget, patch: ScenePatch): Promise<Edited<string>> =>
      edit(caller, target, async (loaded) => {
        const current = getScene(loaded, target.sceneId);
        const draft = {
          ...current,
          title: patched(current.title, patch.title),
          voiceoverText: patched(current.voiceoverText, patch.voiceoverText),
          parameters: { ...current.parameters, ...patch.parameters },
        };
        const scene = await checkedScene(caller, loaded, draft, manifestOf(deps)(current), (parameters) =>
          keptImages(current, parameters),
        );
        return {
          change: {},
          changesVideo: true,
          save: (trx) => saveScenes(trx, loaded.project.id, [scene]),
          result: scene.id,
        };
      }),

    /** S42: a new scene at `position` (0-based), at the end without one. Answers its id. */
    addScene: (
      caller: Caller,
      target: EditTarget,
      input: SceneInput & { readonly position?: number | undefined },
    ): Promise<Edited<string>> =>
      edit(caller, target, async (loaded) => {
        checkSceneCount(caller, loaded.scenes.length, 1);
        const manifest = await getManifest(input.templateId);
        checkRatio(loaded, manifest);
        const sceneId = newId('scn');
        const order = orderWith(
          loaded.scenes.map(({ id }) => id),
          sceneId,
          input.position,
        );
        const draft = {
          id: sceneId,
          position: order.indexOf(sceneId),
          templateSlug: manifest.slug,
          templateVersion: manifest.version,
          title: input.title ?? null,
          voiceoverText: input.voiceoverText ?? null,
          parameters: input.parameters ?? {},
        };
        const scene = await checkedScene(caller, loaded, draft, manifest, () => ({}));
        const changed = renumbered([...loaded.scenes, scene], order);
        return {
          change: {},
          changesVideo: true,
          save: (trx) => saveScenes(trx, loaded.project.id, [...changed, scene]),
          result: sceneId,
        };
      }),

    /** S43: the last scene of a project stays. */
    removeScene: (caller: Caller, target: SceneTarget): Promise<Edited<string>> =>
      edit(caller, target, async (loaded) => {
        const { id } = getScene(loaded, target.sceneId);
        if (loaded.scenes.length === 1) {
          throw new Refusal('bad_request', {
            code: 'LAST_SCENE',
            message: 'A project keeps at least one scene. Delete the project instead.',
          });
        }
        const left = loaded.scenes.filter((scene) => scene.id !== id);
        const changed = renumbered(
          left,
          orderWithout(
            loaded.scenes.map((scene) => scene.id),
            id,
          ),
        );
        return {
          change: {},
          changesVideo: true,
          save: async (trx) => {
            await deleteScene(trx, id);
            await saveScenes(trx, loaded.project.id, changed);
          },
          result: id,
        };
      }),

    /** S44: `sceneIds` names every scene exactly once. */
    reorderScenes: (caller: Caller, target: EditTarget, sceneIds: readonly string[]): Promise<Edited<null>> =>
      edit(caller, target, async (loaded) => {
        const problems = checkOrder(
          loaded.scenes.map(({ id }) => id),
          sceneIds,
        );
        if (problems !== null) {
          throw new Refusal('bad_request', {
            code: 'INVALID_SCENE_ORDER',
            message: 'sceneIds must name every scene of the project exactly once.',
            body: { ...problems },
          });
        }
        const changed = renumbered(loaded.scenes, sceneIds);
        return {
          change: {},
          changesVideo: changed.length > 0,
          save: (trx) => saveScenes(trx, loaded.project.id, changed),
          result: null,
        };
      }),

    /** S45: another template for a scene; what fits it is carried over, the new parameters are laid over that. */
    swapTemplate: (
      caller: Caller,
      target: SceneTarget,
      input: { readonly templateId: string; readonly parameters?: RawParameters | undefined },
    ): Promise<Edited<{ sceneId: string; carriedOver: readonly string[]; droppedKeys: readonly string[] }>> =>
      edit(caller, target, async (loaded) => {
        const current = getScene(loaded, target.sceneId);
        const manifest = await getManifest(input.templateId);
        if (loaded.scenes.length > 1) checkRatio(loaded, manifest);
        const carried = carryParameters(current.parameters, manifestOf(deps)(current), manifest, deps.fontFamilies);
        const draft = {
          ...current,
          templateSlug: manifest.slug,
          templateVersion: manifest.version,
          parameters: { ...carried.parameters, ...input.parameters },
        };
        // A picture that was taken in once stays, even where its address no longer answers.
        const kept = (parameters: Parameters) => keptImages(current, parameters);
        const scene = await checkedScene(caller, loaded, draft, manifest, kept);
        const { carriedOver, droppedKeys } = carried;
        return {
          change: { aspectRatio: manifest.aspectRatio },
          changesVideo: true,
          save: (trx) => saveScenes(trx, loaded.project.id, [scene]),
          result: { sceneId: scene.id, carriedOver, droppedKeys },
        };
      }),
  };
};

/** The scenes whose position is another one in `order`, at that position. */
const renumbered = (scenes: readonly Scene[], order: readonly string[]): Scene[] =>
  scenes.flatMap((scene) => {
    const position = order.indexOf(scene.id);
    return position === scene.position ? [] : [{ ...scene, position }];
  });
