import { containerSchema, qualitySchema } from '@reelyard/shared/contracts/render-format.ts';
import { z } from 'zod';
import type { Export } from './store.ts';

/** N13. */
export const exportStatusSchema = z.enum(['QUEUED', 'PROCESSING', 'SUCCESS', 'FAILED', 'CANCELLED']);
export type ExportStatus = z.infer<typeof exportStatusSchema>;

/** S21, N13. */
export const exportSchema = z
  .object({
    id: z.string(),
    projectId: z.string(),
    status: exportStatusSchema,
    progress: z.int().min(0).max(100),
    quality: qualitySchema,
    requestedQuality: qualitySchema,
    format: containerSchema,
    width: z.int(),
    height: z.int(),
    fps: z.int(),
    sandbox: z.boolean(),
    watermarked: z.boolean(),
    durationSeconds: z.number().nullable(),
    sizeBytes: z.int().nullable(),
    sha256: z.string().nullable(),
    errorMessage: z.string().nullable(),
    outputUrl: z.string().optional().describe('Only when status is SUCCESS; short-lived'),
    thumbnailUrl: z.string().nullable(),
    captions: z.array(z.object({ format: z.enum(['srt', 'vtt']), url: z.string() })),
    creditsCharged: z.int(),
    createdAt: z.iso.datetime(),
    startedAt: z.iso.datetime().nullable(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Export' });
export type ExportView = z.infer<typeof exportSchema>;

/** PROCESSING is derived: a queued export whose job a node holds. */
export const exportStatusOf = ({ status, isLeased }: Pick<Export, 'status' | 'isLeased'>): ExportStatus =>
  status === 'QUEUED' && isLeased ? 'PROCESSING' : status;

/** Whole percent; 100 only when the file is there. */
export const exportPercent = ({ status, doneFraction }: Pick<Export, 'status' | 'doneFraction'>): number =>
  status === 'SUCCESS' ? 100 : Math.min(99, Math.floor(100 * doneFraction));

export interface ExportAddresses {
  readonly outputUrl: string | null;
  readonly thumbnailUrl: string | null;
  readonly captionsSrtUrl: string | null;
  readonly captionsVttUrl: string | null;
}

export const exportView = (row: Export, addresses: ExportAddresses): ExportView => ({
  id: row.id,
  projectId: row.projectId,
  status: exportStatusOf(row),
  progress: exportPercent(row),
  quality: row.quality,
  requestedQuality: row.requestedQuality,
  format: row.format,
  width: row.widthPx,
  height: row.heightPx,
  fps: row.fps,
  sandbox: row.environment === 'test',
  watermarked: row.watermarked,
  durationSeconds: row.durationSeconds,
  sizeBytes: row.sizeBytes,
  sha256: row.sha256,
  errorMessage: row.failure?.message ?? null,
  ...(addresses.outputUrl === null ? {} : { outputUrl: addresses.outputUrl }),
  thumbnailUrl: addresses.thumbnailUrl,
  captions: [
    ...(addresses.captionsSrtUrl === null ? [] : [{ format: 'srt' as const, url: addresses.captionsSrtUrl }]),
    ...(addresses.captionsVttUrl === null ? [] : [{ format: 'vtt' as const, url: addresses.captionsVttUrl }]),
  ],
  creditsCharged: row.creditsCharged,
  createdAt: row.createdAt.toISOString(),
  startedAt: row.startedAt?.toISOString() ?? null,
  finishedAt: row.finishedAt?.toISOString() ?? null,
});
