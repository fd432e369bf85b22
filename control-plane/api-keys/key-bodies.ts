import { z } from 'zod';
import { scopes } from './scopes.ts';

const name = z.string().trim().min(1).max(100);
/** S98: null = no cap. The upper bound is that of the column. */
const monthlyCreditCap = z
  .int()
  .min(0)
  .max(2_147_483_647)
  .nullable()
  .describe('Credits that the key may spend in a UTC calendar month; null = no cap of its own');
/** A week: longer, two secrets are simply two keys. */
const maxOverlapSeconds = 604_800;

/** N41. */
export const createKeyBody = z.strictObject({
  name,
  environment: z.enum(['live', 'test']).default('test').describe('A key makes keys of its own environment only'),
  expiresAt: z.iso.datetime({ offset: true }).nullable().default(null).describe('null = never'),
  monthlyCreditCap: monthlyCreditCap.default(null),
  scopes: z
    .array(z.enum(scopes))
    .min(1)
    .max(scopes.length)
    .optional()
    .describe('Default: those of the key that asks, without keys:write'),
});
export type CreateKeyBody = z.infer<typeof createKeyBody>;

/** S99, N41. */
export const patchKeyBody = z.strictObject({ name: name.optional(), monthlyCreditCap: monthlyCreditCap.optional() });
export type PatchKeyBody = z.infer<typeof patchKeyBody>;

/** N41. */
export const rotateKeyBody = z.strictObject({
  overlapSeconds: z
    .int()
    .min(0)
    .max(maxOverlapSeconds)
    .default(0)
    .describe('How long the secret that is replaced is still taken'),
});
