import type { Project, Scene } from '@reelyard/shared/sdk/operations.gen.ts';
import { z } from 'zod';
import { clipped, fitting } from '../fitting.ts';
import type { ToolAnswer } from '../tool.ts';

const sceneFacts = z.object({
  sceneId: z.string(),
  position: z.int(),
  templateId: z.string(),
  title: z.string().nullable(),
  voiceoverText: z.string().nullable(),
  voiceoverCharLimit: z.int(),
  parameters: z.record(z.string(), z.unknown()),
  autoFilled: z.array(z.string()),
  state: z.string(),
  captureState: z.string().describe('pending: needs video_capture_ui'),
});

/** A project as every tool shows it. */
export const projectFacts = z.object({
  projectId: z.string(),
  title: z.string(),
  status: z.string(),
  aspectRatio: z.string(),
  sandbox: z.boolean(),
  revision: z.int(),
  sceneCount: z.int(),
  scenes: z.array(sceneFacts),
  more: z.string().nullable(),
  readyToPublish: z.boolean().describe('No capture is pending and nothing runs'),
  nextStep: z.string(),
});

const longestValueBytes = 300;

const sceneOf = (scene: Scene): z.input<typeof sceneFacts> => ({
  sceneId: scene.id,
  position: scene.position,
  templateId: scene.templateId,
  title: scene.title,
  voiceoverText: scene.voiceoverText,
  voiceoverCharLimit: scene.voiceoverCharLimit,
  parameters: Object.fromEntries(
    Object.entries(scene.parameters).map(([key, value]) => [
      key,
      typeof value === 'string' ? clipped(value, longestValueBytes) : value,
    ]),
  ),
  autoFilled: [...scene.autoFilled],
  state: scene.state,
  captureState: scene.captureState,
});

const busyStatuses: readonly string[] = ['RENDERING', 'EXPORTING'];

/** What an agent does next; the API's own sentence names endpoints. */
const nextStepOf = ({ id, status, scenes }: Project): string => {
  if (busyStatuses.includes(status)) return `A publish runs: video_wait {"projectId":"${id}"}.`;
  const pending = scenes.find(({ captureState }) => captureState === 'pending');
  if (pending) return `Capture a page for scene ${pending.id}: video_capture_ui.`;
  if (status === 'COMPLETED')
    return 'The video is ready: video_wait shows its address. Edit and publish again for another.';
  if (status === 'RENDER_FAILED') return 'Mend the scenes that failed (video_wait names them), then publish again.';
  return 'video_plan_publish, then video_publish.';
};

/** A project from its scene `fromScene` on, as many scenes as fit. `said` begins the summary. */
export const projectAnswer = (
  project: Project,
  { said, fromScene = 0 }: { readonly said: string; readonly fromScene?: number },
): ToolAnswer<z.input<typeof projectFacts>> => {
  const wanted = project.scenes.slice(fromScene);
  const scenes = fitting(wanted.map(sceneOf));
  const end = fromScene + scenes.length;
  const isBusy = busyStatuses.includes(project.status);
  const nextStep = nextStepOf(project);
  const { id, title, status, aspectRatio, sandbox, revision, sceneCount } = project;
  return {
    structured: {
      projectId: id,
      title,
      status,
      aspectRatio,
      sandbox,
      revision,
      sceneCount,
      scenes,
      more: end < sceneCount ? `Scenes up to ${end} of ${sceneCount}: video_get_project with fromScene ${end}.` : null,
      readyToPublish: !isBusy && project.scenes.every(({ captureState }) => captureState !== 'pending'),
      nextStep,
    },
    summary: `${said} Project ${id}, "${clipped(title, 120)}", ${status}, revision ${revision}. Next: ${nextStep} Scenes: ${scenes
      .map(({ sceneId, templateId }) => `${sceneId} (${templateId})`)
      .join(', ')}.`,
  };
};
