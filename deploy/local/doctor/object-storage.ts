import { createHash, randomUUID } from 'node:crypto';
import { s3SettingsOf } from '@reelyard/control-plane/compose/storage.ts';
import { readS3Config } from '@reelyard/control-plane/config.ts';
import { maxUploadBytes, type ObjectStore } from '@reelyard/control-plane/object-storage/object-store.ts';
import {
  type StorageTrouble,
  StorageUnavailableError,
  troubleHints,
} from '@reelyard/control-plane/object-storage/storage-trouble.ts';
import type { LauncherConfig } from '../config.ts';
import { broken, type Finding, good } from './finding.ts';

const part = 'Object storage';
const answerTimeoutMs = 10_000;

/** What went wrong with a signed address, in one sentence; the address itself is a credential and is not named. */
class AddressError extends Error {}

/** Puts a file by a signed address, reads it by another, and sees that what was accepted stays. */
async function proveAddresses(store: ObjectStore): Promise<void> {
  const key = `doctor/${randomUUID()}.txt`;
  const body = Buffer.from(`reelyard doctor ${key}`);
  const send = async (what: string, url: string, init: RequestInit): Promise<Response> => {
    const { origin } = new URL(url);
    const signal = AbortSignal.timeout(answerTimeoutMs);
    const answer = await fetch(url, { ...init, signal }).catch((cause: unknown) => {
      throw new AddressError(`no answer to ${what} at ${origin}`, { cause });
    });
    if (!answer.ok) throw new AddressError(`${what} at ${origin} is refused (${answer.status})`);
    return answer;
  };
  try {
    const target = await store.signUpload(key, 'text/plain', 60);
    await send('a signed upload', target.url, { method: 'PUT', headers: target.headers, body });
    const found = await store.head(key);
    if (found?.sha256 !== createHash('sha256').update(body).digest('hex')) {
      throw new AddressError('what was uploaded is not what lies there');
    }
    const read = await send('a signed read', await store.signRead(key, { expiresInSeconds: 60 }), {});
    if (!Buffer.from(await read.arrayBuffer()).equals(body)) throw new AddressError('a signed read gives other bytes');
  } finally {
    await store.delete(key);
  }
}

/** Where S3_* is set: puts, reads, signs and deletes in that bucket, as the farm does. Nothing where the disk is the store. */
export async function checkObjectStorage({ environment }: Pick<LauncherConfig, 'environment'>): Promise<Finding[]> {
  let settings;
  try {
    settings = s3SettingsOf(readS3Config(environment));
  } catch (error) {
    const [, ...problems] = (error as Error).message.split('\n').map((line) => line.trim());
    return [broken(part, problems.join('; '), 'Correct these settings, or unset all S3_* to keep files in FARM_DATA.')];
  }
  if (settings === null) return [];
  const { s3Store } = await import('@reelyard/control-plane/object-storage/s3.ts');
  const where = `bucket ${settings.bucket} at ${settings.endpoint ?? `AWS ${settings.region}`}`;
  let latest: { trouble: StorageTrouble; error: string } | null = null;
  const store = s3Store({
    settings,
    signingSecret: randomUUID(),
    maxUploadBytes,
    callTimeoutMs: answerTimeoutMs,
    clock: () => new Date(),
    onTrouble: (told) => {
      latest = told;
    },
  });
  try {
    await store.ping();
    await proveAddresses(store);
    const uploads = store.keepsFirst === true ? 'refuses to overwrite' : 'copies uploads to their place';
    return [good(part, `${where}: puts, reads, signs, deletes; ${uploads}`)];
  } catch (error) {
    if (error instanceof StorageUnavailableError) {
      const told = latest as { error: string } | null;
      return [broken(part, `${where}: ${told?.error ?? error.trouble}`, troubleHints[error.trouble])];
    }
    if (!(error instanceof AddressError)) throw error;
    const hint =
      'Signed addresses have to work for callers and nodes: look at S3_PUBLIC_ENDPOINT, S3_REGION and the clock.';
    return [broken(part, `${where}: ${error.message}`, hint)];
  } finally {
    store.close();
  }
}
