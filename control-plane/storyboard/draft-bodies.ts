import { aspectRatioSchema } from '@reelyard/shared/contracts/render-format.ts';
import { beatSchema, parameterValueSchema } from '@reelyard/shared/contracts/template.ts';
import { z } from 'zod';
import type { PageAddressPolicy } from '../brands/page-address.ts';
import { websiteAddress } from '../brands/website-address.ts';
import { templateSchema } from '../templates/template-view.ts';

export const maxPromptLength = 5_000;

/** S85: drafts of a test key have at most as many scenes as a project of one. */
export const scenesOfDraft = { least: 3, most: 12, default: 6 } as const;
export const secondsOfDraft = { least: 10, most: 180, default: 45 } as const;

/** S84. Every problem of the body is in one answer. */
export const draftBody = (policy: PageAddressPolicy) =>
  z.strictObject({
    prompt: z
      .string()
      .trim()
      .min(1)
      .max(maxPromptLength)
      .describe('What the video is about, in any language; lists and numbers are used as they stand'),
    brandName: z.string().trim().min(1).max(100).optional(),
    brandUrl: z
      .string()
      .trim()
      .min(1)
      .max(2_048)
      .superRefine((text, context) => {
        const address = websiteAddress(text, policy, '');
        if ('problem' in address) context.addIssue(address.problem.message);
      })
      .optional()
      .describe('The public https address of the brand; it is read when the project is created, not for the draft'),
    brandVoice: z.string().trim().min(1).max(500).optional().describe('How the brand speaks, such as "warm and plain"'),
    brandId: z.string().min(1).max(100).optional().describe('A stored brand; its logo and colours fill the scenes'),
    maxScenes: z.int().min(scenesOfDraft.least).max(scenesOfDraft.most).default(scenesOfDraft.default),
    targetDurationSeconds: z.int().min(secondsOfDraft.least).max(secondsOfDraft.most).default(secondsOfDraft.default),
    aspectRatio: aspectRatioSchema.default('16:9'),
    captureUi: z
      .boolean()
      .optional()
      .describe(
        'true: prefers templates that show real pages; false: avoids them; left out: one where a website is known',
      ),
  });
export type DraftBody = z.infer<ReturnType<typeof draftBody>>;

/** S85: where the words on the screen of a scene come from. */
export const textSources = ['ai', 'title', 'narration'] as const;

const draftSceneSchema = z.object({
  order: z.int().min(1).describe('1-based'),
  templateId: z.string(),
  templateName: z.string(),
  storyboardRole: beatSchema,
  durationSeconds: z.number(),
  voiceover: z.string().describe('Complete sentences within the budget; empty where the scene is silent'),
  voiceoverBudget: z.object({ seconds: z.number(), maxChars: z.int(), maxWords: z.int() }),
  onScreenText: z.string().describe('What the text layers show, one a line'),
  parameters: z.record(z.string(), parameterValueSchema),
  textSource: z
    .enum(textSources)
    .describe('ai: written into the parameters; title, narration: the text layers are left to fill from there'),
  textLayerKeys: z.array(z.string()).describe('The text layers that show words of this scene'),
  requiresUiCapture: z.boolean(),
  captureSlots: templateSchema.shape.uiCaptureSlots,
  captureHint: z.string().nullable().describe('Which page to capture, and how; null where none is needed'),
});

/** What of a body of POST /projects a draft fills. */
const createPayloadSchema = z.object({
  title: z.string(),
  brand: z.object({ websiteUrl: z.string().optional(), name: z.string().optional() }).optional(),
  brandId: z.string().optional(),
  scenes: z.array(
    z.object({
      templateId: z.string(),
      title: z.string().optional(),
      voiceoverText: z.string().optional(),
      parameters: z.record(z.string(), parameterValueSchema),
    }),
  ),
});

/** S85. */
export const draftAnswerSchema = z
  .object({
    draft: z.object({
      title: z.string(),
      narrativeAngle: z.string().describe('The story in a sentence'),
      aspectRatio: aspectRatioSchema,
      totalDurationSeconds: z.number(),
      scenes: z.array(draftSceneSchema),
    }),
    createPayload: createPayloadSchema.describe('A body that POST /projects takes as it is'),
    notes: z.array(z.string()).describe('What to know about the draft, such as who wrote it'),
    nextStep: z.string(),
  })
  .meta({ id: 'StoryboardDraft' });
export type DraftAnswer = z.infer<typeof draftAnswerSchema>;
export type CreatePayload = z.infer<typeof createPayloadSchema>;
