import { z } from 'zod';

export const warningSchema = z
  .object({ code: z.string(), message: z.string(), path: z.string().optional() })
  .meta({ id: 'Warning' });
export type Warning = z.infer<typeof warningSchema>;

export const paginationSchema = z
  .object({
    page: z.int(),
    limit: z.int(),
    total: z.int(),
    totalPages: z.int(),
    hasMore: z.boolean(),
  })
  .meta({ id: 'Pagination' });

/** What an endpoint may say about its answer; the server adds the rest of N1. */
const metaPartSchema = z.object({
  sandbox: z.boolean().optional(),
  pagination: paginationSchema.optional(),
  credits: z.object({ charged: z.int(), refunded: z.int(), remaining: z.int() }).optional(),
  warnings: z.array(warningSchema).optional(),
  idempotentReplay: z.boolean().optional(),
  /** The machine form of `nextStep` (N10). */
  nextStep: z
    .object({ action: z.enum(['publish', 'capture', 'fix']), method: z.string(), path: z.string() })
    .optional(),
});
export type MetaPart = z.infer<typeof metaPartSchema>;

/** N1. */
export const metaSchema = metaPartSchema
  .extend({
    requestId: z.string(),
    apiVersion: z.literal('v2'),
    timestamp: z.iso.datetime(),
  })
  .meta({ id: 'Meta' });
export type Meta = z.infer<typeof metaSchema>;

export interface Success<T> {
  readonly success: true;
  readonly data: T;
  readonly meta: Meta;
}

/** S7: every answer is `{success: true, data, meta}`; this is its schema for an endpoint's `data`. */
export const envelope = <T extends z.ZodType>(data: T) =>
  z.object({ success: z.literal(true), data, meta: metaSchema });

/**
 * An endpoint's answer. `meta` is only its own part here: the server fills in requestId, apiVersion, timestamp and
 * sandbox before the answer is checked against its schema, which is why the type promises the whole.
 */
export const ok = <T>(data: T, meta: MetaPart = {}): Success<T> => ({ success: true, data, meta: meta as Meta });

/** meta.pagination of page `page` (1-based) of `limit` entries out of `total` (N19). */
export const pagination = (page: number, limit: number, total: number): z.infer<typeof paginationSchema> => {
  const totalPages = Math.ceil(total / limit);
  return { page, limit, total, totalPages, hasMore: page < totalPages };
};

/** `?page=&limit=` (N19): out of range is refused, never clamped. */
export const pageQuery = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
} as const;
