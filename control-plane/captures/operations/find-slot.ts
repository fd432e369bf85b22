import type { CaptureSlot } from '@reelyard/shared/contracts/template.ts';
import type { Caller } from '../../http/authenticate.ts';
import { notFound, Refusal } from '../../http/refusal.ts';
import type { ProjectOperations } from '../../projects/operations.ts';
import type { Project, Scene } from '../../projects/project.ts';
import type { TemplateCatalog } from '../../templates/template-catalog.ts';
import { chooseSlot } from '../choose-slot.ts';

export interface FindSlotDeps {
  readonly projects: Pick<ProjectOperations, 'findProject'>;
  readonly catalog: Pick<TemplateCatalog, 'at'>;
}

export interface ScenePlace {
  readonly projectId: string;
  readonly sceneId: string;
}

export interface FoundSlot {
  readonly project: Project;
  readonly scene: Scene;
  readonly slot: CaptureSlot;
}

/** The slot of a scene that a capture is for; throws 404 for what the caller does not have, 400 for an unknown slot. */
export const findSlot =
  ({ projects, catalog }: FindSlotDeps) =>
  async (caller: Caller, { projectId, sceneId }: ScenePlace, slotKey: string | undefined): Promise<FoundSlot> => {
    const loaded = await projects.findProject(caller, projectId);
    if (loaded === null) throw notFound('project');
    const scene = loaded.scenes.find(({ id }) => id === sceneId);
    if (scene === undefined) throw notFound('scene');
    const manifest = catalog.at(scene.templateSlug, scene.templateVersion);
    const chosen = chooseSlot(manifest, scene.captures, slotKey);
    if ('slot' in chosen) return { project: loaded.project, scene, slot: chosen.slot };
    const { code, message } = chosen.problem;
    throw new Refusal('bad_request', { code, message, details: [chosen.problem] });
  };
