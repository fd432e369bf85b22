import { type JobKind, jobs, type PayloadOf, type WriteOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import { storageKeys } from '@reelyard/shared/contracts/storage-keys.ts';

export interface AttemptIdentity {
  readonly accountId: string;
  readonly jobId: string;
  readonly attempt: number;
}

export interface WriteKey {
  readonly key: string;
  readonly contentType: string;
  /** False where a job may have nothing to write under this name. */
  readonly required: boolean;
}

const videoTypes = { h264: 'video/mp4', vp9: 'video/webm' } as const;

type WriteKeys = {
  [K in JobKind]: (payload: PayloadOf<K>, of: AttemptIdentity) => Record<WriteOf<K>, WriteKey>;
};

const writeKeys: WriteKeys = {
  'scene.render': ({ renditionHash, codec }, { accountId, jobId, attempt }) => ({
    video: {
      key: storageKeys.mezzanine(accountId, renditionHash, jobId, attempt, codec),
      contentType: videoTypes[codec],
      required: true,
    },
    poster: {
      key: storageKeys.poster(accountId, renditionHash, jobId, attempt),
      contentType: 'image/jpeg',
      required: true,
    },
  }),
  'narration.synthesize': ({ scriptHash }, { accountId, jobId, attempt }) => ({
    take: { key: storageKeys.take(accountId, scriptHash, jobId, attempt), contentType: 'audio/flac', required: true },
  }),
  'export.assemble': ({ exportId, container, codec }, { accountId, attempt }) => {
    const key = (extension: 'mp4' | 'webm' | 'jpg' | 'srt' | 'vtt'): string =>
      storageKeys.exportFile(accountId, exportId, attempt, extension);
    return {
      video: { key: key(container), contentType: videoTypes[codec], required: true },
      thumbnail: { key: key('jpg'), contentType: 'image/jpeg', required: true },
      captionsSrt: { key: key('srt'), contentType: 'application/x-subrip', required: false },
      captionsVtt: { key: key('vtt'), contentType: 'text/vtt', required: false },
    };
  },
  'page.capture': ({ captureId }, { accountId, attempt }) => ({
    page: {
      key: storageKeys.captureFile(accountId, captureId, attempt, 'page', 'png'),
      contentType: 'image/png',
      required: true,
    },
  }),
  'brand.read': ({ brandReadId }, { accountId, attempt }) => {
    const file = (name: string): WriteKey => ({
      key: storageKeys.brandFile(accountId, brandReadId, attempt, name),
      contentType: 'image/png',
      required: false,
    });
    return { logo: file('logo'), logoDark: file('logoDark'), icon: file('icon') };
  },
};

/** Where each file of an attempt goes: the keys hold the attempt, so that a superseded one overwrites nothing (B4). */
export const writeKeysOf = <K extends JobKind>(
  kind: K,
  payload: PayloadOf<K>,
  identity: AttemptIdentity,
): Record<WriteOf<K>, WriteKey> => writeKeys[kind](payload, identity);

/** Names of the files that must be there for a result to be taken. */
export const missingWrites = (keys: Readonly<Record<string, WriteKey>>, named: readonly string[]): string[] =>
  Object.entries(keys).flatMap(([name, { required }]) => (required && !named.includes(name) ? [name] : []));

/** True where the kind may write a file of this name. */
export const isWriteOf = (kind: JobKind, name: string): boolean =>
  (jobs[kind].writes as readonly string[]).includes(name);
