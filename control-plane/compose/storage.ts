import path from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Config, S3Config } from '../config.ts';
import type { ControlPlaneMetrics } from '../metrics.ts';
import { localDiskStore } from '../object-storage/local-disk.ts';
import { maxUploadBytes, type ObjectStore } from '../object-storage/object-store.ts';
import { storageRoutes } from '../object-storage/routes.ts';
import type { OnStorageTrouble } from '../object-storage/s3-bucket.ts';
import type { S3Settings } from '../object-storage/s3-client.ts';
import { troubleHints } from '../object-storage/storage-trouble.ts';
import { type StoredAddresses, storedAddresses } from '../object-storage/stored-addresses.ts';

export interface StorageParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Pick<ControlPlaneMetrics, 'storageFailed'>;
}

export interface Storage {
  readonly objects: ObjectStore;
  readonly addresses: StoredAddresses;
  /** Routes of our own that signed addresses lead to; none where an S3 server has them. */
  readonly plugins: readonly FastifyPluginAsync[];
  /** Settles where the store works; it is not asked more often than every second. */
  ping(): Promise<void>;
  close(): void;
}

const callTimeoutMs = 20_000;
/** GET /readyz has no key: however often somebody asks, the store is not asked more often. */
const pingEveryMs = { working: 5_000, failing: 1_000 } as const;

/** The S3 server of the settings; null where there is none. */
export const s3SettingsOf = (config: S3Config): S3Settings | null => {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config;
  if (S3_REGION === undefined || S3_BUCKET === undefined) return null;
  if (S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined) return null;
  return {
    endpoint: S3_ENDPOINT ?? null,
    publicEndpoint: config.S3_PUBLIC_ENDPOINT ?? null,
    region: S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    forcePathStyle: (config.S3_FORCE_PATH_STYLE ?? (S3_ENDPOINT === undefined ? 'off' : 'on')) === 'on',
  };
};

/** One answer for everybody who asks while it is found out, and for a while after. */
const seldom = (run: () => Promise<void>): (() => Promise<void>) => {
  let answer = Promise.resolve();
  let goodUntilMs = Number.NEGATIVE_INFINITY;
  const keepFor = (ms: number) => (): void => {
    goodUntilMs = performance.now() + ms;
  };
  return () => {
    if (performance.now() < goodUntilMs) return answer;
    goodUntilMs = Number.POSITIVE_INFINITY;
    answer = run();
    answer.then(keepFor(pingEveryMs.working), keepFor(pingEveryMs.failing));
    return answer;
  };
};

/** Where objects lie: in a bucket of an S3 server where one is named, else on the local disk behind routes of our own. */
export const composeStorage = async ({ config, clock, logger, metrics }: StorageParts): Promise<Storage> => {
  const settings = s3SettingsOf(config);
  const signingSecret = config.FARM_SIGNING_SECRET;
  if (settings === null) {
    const rootPath = path.join(config.FARM_DATA, 'objects');
    const objects = localDiskStore({ rootPath, baseUrl: config.FARM_PUBLIC_URL, signingSecret, clock });
    const routes = storageRoutes({ store: objects, signingSecret, clock, maxUploadBytes });
    const ping = seldom(() => objects.ping());
    return { objects, addresses: await storedAddresses(objects), plugins: [routes], ping, close: () => {} };
  }
  const onTrouble: OnStorageTrouble = ({ operation, trouble, error }) => {
    metrics.storageFailed({ operation, trouble });
    logger.warn({ operation, trouble, error, hint: troubleHints[trouble] }, 'object storage');
  };
  // Only here, so that a farm on its own disk does not load the SDK at its start.
  const { s3Store } = await import('../object-storage/s3.ts');
  const objects = s3Store({ settings, signingSecret, maxUploadBytes, callTimeoutMs, clock, onTrouble });
  const pingNow = async (): Promise<void> => {
    const isNew = objects.keepsFirst === null;
    await objects.ping();
    if (!isNew) return;
    const uploads = objects.keepsFirst === true ? 'to their keys (If-None-Match)' : 'aside, then copied to their keys';
    logger.info({ bucket: settings.bucket, uploads }, 'object storage works');
  };
  const ping = seldom(pingNow);
  // A store that is away at the start is no reason to stay away too: readiness says so, and asks again.
  await ping().catch(() => {});
  return { objects, addresses: await storedAddresses(objects), plugins: [], ping, close: () => objects.close() };
};
