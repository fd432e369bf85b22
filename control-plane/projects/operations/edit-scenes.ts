import { type Parameters, type TemplateManifest, templateIdOf } from '@reelyard/shared/contracts/template.ts';
import type { z } from 'zod';
import { newId } from '../../database/new-id.ts';
import type { Caller } from '../../http/authenticate.ts';
import { Refusal } from '../../http/refusal.ts';
import type { ProjectWithScenes, Scene } from '../project.ts';
import type { addSceneBody, swapTemplateBody } from '../project-bodies.ts';
import { carryCaptures } from '../scene-capture.ts';
import { sceneCountFinding } from '../scene-count.ts';
import { checkOrder, orderWith, orderWithout } from '../scene-order.ts';
import { refusalOfFindings } from '../scene-refusal.ts';
import { deleteScene, saveScenes } from '../store.ts';
import type { SubmittedBody } from '../submitted.ts';
import { carryParameters } from '../swap-template.ts';
import {
  checkedScenes,
  type FoundBefore,
  getScene,
  keptImages,
  patchedScenes,
  type ScenePatch,
} from './checked-scene.ts';
import { unknownTemplate } from './create-project.ts';
import { manifestOf, type ProjectDependencies } from './dependencies.ts';
import { type Edited, type EditTarget, editProject } from './edit-project.ts';

type NewScene = SubmittedBody<z.infer<typeof addSceneBody>>;
type TemplateSwap = SubmittedBody<z.infer<typeof swapTemplateBody>>;

export interface SceneTarget extends EditTarget {
  readonly sceneId: string;
}

export interface SwappedTemplate {
  readonly sceneId: string;
  readonly carriedOver: readonly string[];
  readonly droppedKeys: readonly string[];
  /** N24: something that was captured does not fit the new template and is gone. */
  readonly captureInvalidated: boolean;
}

/** The verbs that change a project's scenes (S41–S45). Each checks everything before it writes anything. */
export const sceneEdits = (deps: ProjectDependencies) => {
  const edit = editProject(deps);

  const checkedScene = checkedScenes(deps);
  const patchedScene = patchedScenes(deps);

  /** The template of a body; throws everything that is wrong with the request where there is none. */
  const getManifest = async (
    { fields: { templateId }, problems: shape }: NewScene | TemplateSwap,
    found: FoundBefore = {},
  ): Promise<TemplateManifest> => {
    const offered = await deps.offeredTemplates();
    const manifest = templateId === undefined ? null : offered.find(templateId);
    if (manifest !== null) return manifest;
    const problems = templateId === undefined ? [] : [unknownTemplate(offered, templateId, '')];
    const refusal = refusalOfFindings({ ...found, scenes: [], shape, problems });
    if (refusal === null) throw new Error('a body without a template passed its checks');
    throw new Refusal(refusal.kind, refusal.input);
  };

  /** S36: the ratio of the project binds every scene but a lone one. */
  const ratioFinding = ({ project }: ProjectWithScenes, manifest: TemplateManifest): FoundBefore => {
    if (manifest.aspectRatio === project.aspectRatio) return {};
    const message = `${templateIdOf(manifest.slug)} is ${manifest.aspectRatio}; the project is ${project.aspectRatio}.`;
    return {
      problems: [{ path: 'templateId', code: 'MIXED_ASPECT_RATIOS', message }],
      body: { aspectRatio: project.aspectRatio },
    };
  };

  return {
    /** S41: parameters merge over the current ones, null clears one. Answers the scene's id. */
    updateScene: (caller: Caller, target: SceneTarget, patch: ScenePatch): Promise<Edited<string>> =>
      edit(caller, target, async (loaded) => {
        const scene = await patchedScene(caller, loaded, target.sceneId, patch);
        return {
          change: {},
          changesVideo: true,
          save: (trx) => saveScenes(trx, loaded.project.id, [scene]),
          result: scene.id,
        };
      }),

    /** S42: a new scene at `position` (0-based), at the end without one. Answers its id. */
    addScene: (caller: Caller, target: EditTarget, input: NewScene): Promise<Edited<string>> =>
      edit(caller, target, async (loaded) => {
        const sceneCount = sceneCountFinding(loaded.project.environment, loaded.scenes.length, 1);
        const manifest = await getManifest(input, { sceneCount });
        const { position, title = null, voiceoverText = null, parameters = {} } = input.fields;
        const sceneId = newId('scn');
        const order = orderWith(
          loaded.scenes.map(({ id }) => id),
          sceneId,
          position,
        );
        const draft = {
          id: sceneId,
          position: order.indexOf(sceneId),
          templateSlug: manifest.slug,
          templateVersion: manifest.version,
          title,
          voiceoverText,
          parameters,
          captures: {},
          capturesDropped: false,
        };
        const scene = await checkedScene(caller, loaded, draft, manifest, {
          submitted: input,
          found: { sceneCount, ...ratioFinding(loaded, manifest) },
          keptOf: () => ({}),
        });
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
    swapTemplate: (caller: Caller, target: SceneTarget, input: TemplateSwap): Promise<Edited<SwappedTemplate>> =>
      edit(caller, target, async (loaded) => {
        const current = getScene(loaded, target.sceneId);
        const manifest = await getManifest(input);
        const before = manifestOf(deps)(current);
        const carried = carryParameters(current.parameters, before, manifest, deps.fontFamilies);
        const captures = carryCaptures(current.captures, before, manifest);
        const captureInvalidated = Object.keys(captures).length < Object.keys(current.captures).length;
        const draft = {
          ...current,
          templateSlug: manifest.slug,
          templateVersion: manifest.version,
          parameters: { ...carried.parameters, ...input.fields.parameters },
          captures,
          capturesDropped: current.capturesDropped || captureInvalidated,
        };
        // A picture that was taken in once stays, even where its address no longer answers.
        const keptOf = (parameters: Parameters) => keptImages(current, parameters);
        const found = loaded.scenes.length > 1 ? ratioFinding(loaded, manifest) : {};
        const scene = await checkedScene(caller, loaded, draft, manifest, { submitted: input, found, keptOf });
        const { carriedOver, droppedKeys } = carried;
        return {
          change: { aspectRatio: manifest.aspectRatio },
          changesVideo: true,
          save: (trx) => saveScenes(trx, loaded.project.id, [scene]),
          result: { sceneId: scene.id, carriedOver, droppedKeys, captureInvalidated },
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
