import { createHash } from 'node:crypto';
import { canonicalJson } from '@reelyard/shared/contracts/input-hash.ts';
import { containerSchema, qualitySchema } from '@reelyard/shared/contracts/render-format.ts';
import { z } from 'zod';

/** S48–S57. Everything is optional; unknown fields are refused, because a typo would cost credits (N54). */
export const publishRequestSchema = z.strictObject({
  quality: qualitySchema.optional().describe('Default 1080p, or the most that the plan has'),
  format: containerSchema.default('mp4'),
  includeMusic: z.boolean().default(true),
  musicTrackId: z
    .string()
    .max(200)
    .optional()
    .describe('Without it, a track that fits the brand is chosen once and kept'),
  includeVoiceover: z.boolean().optional().describe('Default: when a scene has a voiceoverText'),
  voiceId: z.string().max(200).optional(),
  includeSoundEffects: z.boolean().optional().describe('Default: when a template has them'),
  callbackUrl: z.string().min(1).max(2_000).optional().describe('A public https address'),
  callbackSecret: z.string().min(16).max(200).optional(),
});
export type PublishRequest = z.infer<typeof publishRequestSchema>;

/**
 * The body of a publish. With a `planId` the options are those of the plan: what is not sent here is as it was planned,
 * which is why nothing has its default yet.
 */
export const publishBodySchema = publishRequestSchema.extend({
  format: containerSchema.optional().meta({ default: 'mp4' }),
  includeMusic: z.boolean().optional().meta({ default: true }),
  planId: z
    .string()
    .max(200)
    .optional()
    .describe('Of POST …/publish/plan: costs exactly what it said, or is refused with what changed (409)'),
});
export type PublishBody = z.infer<typeof publishBodySchema>;

/** What a callback is does not belong to a plan: it costs nothing, and its secret is kept nowhere else. */
export type PlannedOptions = Omit<PublishRequest, 'callbackUrl' | 'callbackSecret'>;
export const plannedOptions = ({
  callbackUrl: _callbackUrl,
  callbackSecret: _callbackSecret,
  ...options
}: PublishRequest): PlannedOptions => options;

/** The options of a body that are not those of the plan which it names. */
export const differingOptions = (
  { planId: _planId, callbackUrl: _callbackUrl, callbackSecret: _callbackSecret, ...sent }: PublishBody,
  planned: PlannedOptions,
): string[] =>
  Object.entries(sent)
    .filter(([name, value]) => value !== undefined && value !== planned[name as keyof PlannedOptions])
    .map(([name]) => name);

/** S62, N32. */
export const renderRequestSchema = z.strictObject({
  sceneIds: z.array(z.string().max(200)).min(1).max(50).optional().describe('Default: every scene that changed'),
  force: z
    .boolean()
    .default(false)
    .describe('Renders the scenes again even where nothing changed, at the price of a new scene'),
  quality: qualitySchema.optional(),
  format: containerSchema.default('mp4'),
});

const sha256 = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex');

interface Ordered {
  readonly kind: 'publish' | 'render';
  readonly request: PublishRequest;
  readonly sceneIds?: readonly string[];
  readonly force?: boolean;
}

/** The same body while one runs is the same publish, asked for again (N29). */
export const bodyHashOf = ({ kind, request, sceneIds, force }: Ordered): string =>
  sha256({ kind, request, sceneIds, force });

export interface OutputInputs {
  readonly title: string;
  readonly format: string;
  readonly quality: string;
  readonly scenes: readonly { readonly renditionHash: string; readonly title: string }[];
  readonly musicTrackId: string | null;
  readonly scriptHash: string | null;
  readonly includeSoundEffects: boolean;
}

/** Everything that the finished file depends on: the same again needs no new export (N18). */
export const outputHashOf = (inputs: OutputInputs): string => sha256(inputs);
