import { z } from 'zod';
import type { Environment } from './key-secret.ts';
import { knownScopes, scopes } from './scopes.ts';

/** A key as it is stored. Its status is judged by the database's clock. */
export interface KeyRecord {
  readonly id: string;
  readonly name: string;
  readonly environment: Environment;
  readonly prefix: string;
  readonly last4: string;
  readonly status: 'active' | 'revoked' | 'expired';
  readonly scopes: readonly string[];
  readonly monthlyCreditCap: number | null;
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
  readonly createdBy: string | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly revokedBy: string | null;
  /** Until when a secret that a rotation replaced is still taken; null where none is. */
  readonly replacedSecretEndsAt: Date | null;
}

const time = z.iso.datetime();

/** N15. */
export const keySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    environment: z.enum(['live', 'test']),
    prefix: z.string().describe('The beginning of the secret'),
    last4: z.string(),
    status: z.enum(['active', 'revoked', 'expired']),
    scopes: z.array(z.enum(scopes)),
    monthlyCreditCap: z.int().nullable(),
    usedThisMonth: z.int().describe('Credits, in the UTC calendar month'),
    lastUsedAt: time.nullable().describe('To the minute'),
    createdAt: time,
    createdBy: z.string().nullable().describe('The key or the user that made it'),
    expiresAt: time.nullable(),
    revokedAt: time.nullable(),
    revokedBy: z.string().nullable(),
    replacedSecretEndsAt: time.nullable().describe('Until when the secret before the last rotation is still taken'),
  })
  .meta({ id: 'ApiKey' });
export type KeyView = z.infer<typeof keySchema>;

/** S102: the secret of a key, in the one answer that ever shows it. */
export const keyWithSecretSchema = keySchema
  .extend({ secret: z.string().describe('Shown this once: only its SHA-256 is kept') })
  .meta({ id: 'ApiKeyWithSecret' });

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** N15: what is shown of a key; never its secret. */
export const keyView = (key: KeyRecord, usedThisMonth: number): KeyView => ({
  id: key.id,
  name: key.name,
  environment: key.environment,
  prefix: key.prefix,
  last4: key.last4,
  status: key.status,
  scopes: knownScopes(key.scopes),
  monthlyCreditCap: key.monthlyCreditCap,
  usedThisMonth,
  lastUsedAt: iso(key.lastUsedAt),
  createdAt: key.createdAt.toISOString(),
  createdBy: key.createdBy,
  expiresAt: iso(key.expiresAt),
  revokedAt: iso(key.revokedAt),
  revokedBy: key.revokedBy,
  replacedSecretEndsAt: iso(key.replacedSecretEndsAt),
});

/** S105: what a key spent, month by month. */
export const keyUsageSchema = z
  .object({
    keyId: z.string(),
    monthlyCreditCap: z.int().nullable(),
    usedThisMonth: z.int(),
    resetsAt: time.describe('When usedThisMonth starts over: the first of next month, 00:00 UTC'),
    lastUsedAt: time.nullable(),
    months: z
      .array(
        z.object({
          month: z.string().describe('UTC, for example 2026-11'),
          credits: z.int(),
          byAction: z.record(z.string(), z.int()).describe('Action of the price list -> credits'),
        }),
      )
      .describe('Newest first; months without a movement are left out'),
  })
  .meta({ id: 'ApiKeyUsage' });
export type KeyUsageView = z.infer<typeof keyUsageSchema>;

/** Net credits of one action in one month. */
export interface MonthlyUse {
  readonly month: string;
  readonly action: string;
  readonly credits: number;
}

/** Groups what a key spent by month, newest first. `uses` are in any order. */
export const usageMonths = (uses: readonly MonthlyUse[]): KeyUsageView['months'] =>
  [...Map.groupBy(uses, ({ month }) => month)]
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .map(([month, own]) => ({
      month,
      credits: own.reduce((sum, { credits }) => sum + credits, 0),
      byAction: Object.fromEntries(own.map(({ action, credits }) => [action, credits])),
    }));
