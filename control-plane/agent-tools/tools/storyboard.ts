import type { StoryboardDraft } from '@reelyard/shared/sdk/operations.gen.ts';
import { z } from 'zod';
import { prices } from '../../credits/price-list.ts';
import { bytesOf, clipped, fitting } from '../fitting.ts';
import { keyed } from '../in-process-fetch.ts';
import { changes, defineTool, ownIdempotencyKey, recordId } from '../tool.ts';

const factsBytes = 6_500;

/** What was drafted, as the arguments of video_create_project. Never cut: half a project is none. */
const createArgumentsOf = ({ title, brand, brandId, scenes }: StoryboardDraft['createPayload']) => {
  const given = {
    title,
    brandWebsiteUrl: brand?.websiteUrl,
    brandName: brand?.name,
    brandId,
    scenes: scenes.map((scene) => Object.fromEntries(Object.entries(scene).filter(([, value]) => value !== null))),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
};

const draft = defineTool({
  name: 'video_draft_storyboard',
  title: 'Draft a storyboard',
  description: `Chooses templates and writes texts and narration from a prompt; createArguments is what video_create_project takes. Up to a minute. Costs ${prices.STORYBOARD_DRAFT} credit (test keys: none, 4 scenes at most). Needs the plan feature storyboard_draft.`,
  hints: changes({ openWorldHint: true }),
  input: z.strictObject({
    prompt: z.string().describe('What the video is about'),
    brandName: z.string().optional(),
    brandUrl: z.string().optional().describe('Public https'),
    brandVoice: z.string().optional(),
    brandId: recordId.optional(),
    maxScenes: z.int().optional().describe('3 to 12'),
    targetDurationSeconds: z.int().optional().describe('10 to 180'),
    aspectRatio: z.enum(['16:9', '16:12']).optional(),
    captureUi: z.boolean().optional().describe('true: prefer templates that show real pages; false: avoid them'),
    idempotencyKey: ownIdempotencyKey.describe('Same key and arguments within 24 h: drafted and paid once'),
  }),
  output: z.object({
    title: z.string(),
    narrativeAngle: z.string(),
    totalDurationSeconds: z.number(),
    scenes: z.array(
      z.object({ order: z.int(), role: z.string(), seconds: z.number(), captureHint: z.string().nullable() }),
    ),
    createArguments: z.record(z.string(), z.unknown()).describe('Arguments of video_create_project'),
    notes: z.array(z.string()),
  }),
  async run({ idempotencyKey, ...body }, { api }) {
    const { data } = await api.draftStoryboard({ body }, keyed(idempotencyKey));
    const createArguments = createArgumentsOf(data.createPayload);
    const { title, narrativeAngle, totalDurationSeconds } = data.draft;
    const scenes = data.draft.scenes.map(({ order, storyboardRole, durationSeconds, captureHint }) => ({
      order,
      role: storyboardRole,
      seconds: durationSeconds,
      captureHint: captureHint === null ? null : clipped(captureHint, 160),
    }));
    const left = Math.max(0, factsBytes - bytesOf(createArguments));
    return {
      structured: {
        title,
        narrativeAngle: clipped(narrativeAngle, 300),
        totalDurationSeconds,
        scenes: fitting(scenes, left),
        createArguments,
        notes: fitting(
          data.notes.map((note) => clipped(note, 300)),
          800,
        ),
      },
      summary: `"${clipped(title, 100)}": ${scenes.length} scenes, ${totalDurationSeconds} s. Next: video_create_project with createArguments. ${clipped(narrativeAngle, 300)}`,
    };
  },
});

export const storyboardTools = [draft];
