import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateKeySecret } from '@reelyard/control-plane/api-keys/key-secret.ts';
import { z } from 'zod';

const secretsSchema = z.strictObject({
  liveKey: z.string(),
  testKey: z.string(),
  nodeToken: z.string(),
  adminToken: z.string(),
  signingSecret: z.string(),
  webUser: z.strictObject({ email: z.string(), password: z.string() }),
});
export type FarmSecrets = z.infer<typeof secretsSchema>;

const randomSecret = () => randomBytes(32).toString('base64url');

/** The farm's own secrets: made once, kept in `dataPath/secrets.json` (0600), the same at every later start. */
export function farmSecrets(dataPath: string): FarmSecrets {
  const file = join(dataPath, 'secrets.json');
  const known = readExisting(file);
  if (known !== null) return known;
  const made: FarmSecrets = {
    liveKey: generateKeySecret('live'),
    testKey: generateKeySecret('test'),
    nodeToken: `nodes_${randomSecret()}`,
    adminToken: `admin_${randomSecret()}`,
    signingSecret: randomSecret(),
    webUser: { email: 'owner@farm.local', password: randomBytes(12).toString('base64url') },
  };
  writePrivately(file, made);
  return made;
}

/** Writes JSON that only the owner reads, whole or not at all. */
export function writePrivately(file: string, value: unknown): void {
  const half = `${file}.new`;
  writeFileSync(half, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(half, file);
}

function readExisting(file: string): FarmSecrets | null {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    return secretsSchema.parse(JSON.parse(content));
  } catch (cause) {
    throw new Error(`${file} is damaged: restore it, or start with other data (FARM_DATA); its keys would be lost`, {
      cause,
    });
  }
}
