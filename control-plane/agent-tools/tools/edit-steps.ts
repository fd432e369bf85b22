import { ApiError } from '@reelyard/shared/sdk/api-error.ts';
import type { ReelyardClient } from '@reelyard/shared/sdk/reelyard-client.ts';
import { z } from 'zod';
import { clipped } from '../fitting.ts';
import { recordId } from '../tool.ts';

const sceneId = recordId;
const parameters = z.record(z.string(), z.unknown()).describe('Merged; null clears one');

/** One edit: one request of the API. Which of the fields an `op` needs is said with it. */
export const editSchema = z.strictObject({
  op: z
    .enum(['update', 'add', 'remove', 'reorder', 'switch_template', 'project'])
    .describe(
      'update: sceneId + parameters/voiceoverText/title; add: templateId (+ position); remove: sceneId; reorder: sceneIds, all of them; switch_template: sceneId + templateId; project: title, brandId, musicTrackId, voiceId',
    ),
  sceneId: sceneId.optional(),
  sceneIds: z.array(sceneId).optional(),
  templateId: z.string().optional(),
  position: z.int().optional().describe('0-based'),
  parameters: parameters.optional(),
  voiceoverText: z.string().nullable().optional(),
  title: z.string().optional(),
  brandId: z.string().nullable().optional(),
  musicTrackId: z.string().nullable().optional(),
  voiceId: z.string().nullable().optional(),
});
export type Edit = z.output<typeof editSchema>;

interface Target {
  readonly projectId: string;
  readonly ifMatch: string | undefined;
}
interface Done {
  readonly revision: number;
  readonly notes: readonly string[];
}

const done = (revision: number, ...notes: string[]): Done => ({ revision, notes });

/** An id that is not there becomes a scene that is not there: the API says which field is missing. */
const present = (id: string | undefined): string => id ?? 'none';

const steps: Record<Edit['op'], (api: ReelyardClient, target: Target, edit: Edit) => Promise<Done>> = {
  async update(api, target, { sceneId: id, parameters: values, voiceoverText, title }) {
    const body = { parameters: values, voiceoverText, title };
    return done((await api.updateScene({ ...target, sceneId: present(id), body })).data.project.revision);
  },
  async add(api, target, { templateId = '', position, parameters: values, voiceoverText, title }) {
    const body = { templateId, position, parameters: values, voiceoverText, title };
    const { scene, project } = (await api.addScene({ ...target, body })).data;
    return done(project.revision, `added ${scene.id} at position ${scene.position}`);
  },
  async remove(api, target, { sceneId: id }) {
    return done((await api.deleteScene({ ...target, sceneId: present(id) })).data.project.revision);
  },
  async reorder(api, target, { sceneIds = [] }) {
    return done((await api.reorderScenes({ ...target, body: { sceneIds } })).data.project.revision);
  },
  async switch_template(api, target, { sceneId: id, templateId = '', parameters: values }) {
    const body = { templateId, parameters: values };
    const { data } = await api.switchSceneTemplate({ ...target, sceneId: present(id), body });
    const dropped = data.droppedKeys.length > 0 ? [`${present(id)} lost ${data.droppedKeys.join(', ')}`] : [];
    const capture = data.captureInvalidated ? [`${present(id)} needs a new capture`] : [];
    return done(data.project.revision, ...dropped, ...capture);
  },
  async project(api, target, { title, brandId, musicTrackId, voiceId }) {
    return done(
      (await api.updateProject({ ...target, body: { title, brandId, musicTrackId, voiceId } })).data.revision,
    );
  },
};

export interface FailedEdit {
  readonly index: number;
  readonly code: string;
  readonly message: string;
  readonly details: unknown[];
}

export interface AppliedEdits {
  readonly applied: number;
  readonly failed: FailedEdit | null;
  readonly notes: string[];
}

const maxDetails = 8;

/**
 * Does edits in their order. Each names the revision that the one before it made (If-Match): somebody else's edit in
 * between is a refusal and not a surprise. Throws where the very first is refused: nothing was changed then.
 */
export const applyEdits = async (
  api: ReelyardClient,
  { projectId, ops, revision }: { projectId: string; ops: readonly Edit[]; revision: number | undefined },
): Promise<AppliedEdits> => {
  const notes: string[] = [];
  let latest = revision;
  for (const [index, edit] of ops.entries()) {
    try {
      const target = { projectId, ifMatch: latest === undefined ? undefined : String(latest) };
      const made = await steps[edit.op](api, target, edit);
      latest = made.revision;
      notes.push(...made.notes);
    } catch (error) {
      if (index === 0 || !(error instanceof ApiError)) throw error;
      const { code, details, body } = error;
      const message = clipped(typeof body['message'] === 'string' ? body['message'] : code, 500);
      return { applied: index, failed: { index, code, message, details: details.slice(0, maxDetails) }, notes };
    }
  }
  return { applied: ops.length, failed: null, notes };
};
