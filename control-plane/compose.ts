import path from 'node:path';
import { egressAllowSchema } from '@reelyard/shared/egress/egress-allow.ts';
import { guardedFetch } from '@reelyard/shared/egress/guarded-fetch.ts';
import * as mediaCatalog from '@reelyard/shared/media/catalog.ts';
import { voiceSamplePath } from '@reelyard/shared/media/voice-samples.ts';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { templates as builtInTemplates, findTemplate, getTemplate } from '@reelyard/shared/templates/catalog.ts';
import { fontFamilies } from '@reelyard/shared/templates/template.ts';
import { accountOperations } from './accounts/operations.ts';
import { apiKeyOperations } from './api-keys/operations.ts';
import { assetOperations } from './assets/operations.ts';
import { brandOperations } from './brands/operations.ts';
import { brandRoutes } from './brands/routes.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { assertDurable, connect, type Database } from './database/connection.ts';
import { migrate } from './database/migrate.ts';
import type { Completions } from './dispatch/completions.ts';
import { leaseReaper } from './dispatch/lease-reaper.ts';
import { dispatchOperations } from './dispatch/operations.ts';
import { batchChannel, jobChannel, openQueue } from './dispatch/queue.ts';
import { nodeProtocolRoutes } from './dispatch/routes.ts';
import { listenForWakeUps } from './dispatch/wake-ups.ts';
import { apiPlugin } from './http/api-plugin.ts';
import { apiRoutes } from './http/api-routes.ts';
import { createServer } from './http/server.ts';
import { mediaOperations } from './media/operations.ts';
import { mediaFileRoutes, mediaRoutes } from './media/routes.ts';
import { nodeOperations } from './nodes/operations.ts';
import { localDiskStore } from './object-storage/local-disk.ts';
import { storageRoutes } from './object-storage/routes.ts';
import { projectOperations } from './projects/operations.ts';
import { noPublishes } from './projects/project-view.ts';
import { projectRoutes } from './projects/routes.ts';
import { templateOperations } from './templates/operations.ts';
import { templateRoutes } from './templates/routes.ts';

export interface Composition {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock: Clock;
}

export interface ControlPlane {
  readonly app: FastifyInstance;
  readonly db: Database;
  /** Stops taking requests, ends background work, closes the database. May be called once. */
  close(): Promise<void>;
}

/** The composition root: every object of the control plane is made here once, in the order in which they need each other. */
export const compose = async ({ config, logger, clock }: Composition): Promise<ControlPlane> => {
  await migrate(config.DATABASE_URL);
  const db = connect(config.DATABASE_URL, { onIdleError: (error) => logger.warn({ error: error.message }, 'database') });
  await assertDurable(db);

  const accounts = accountOperations({ db });
  const apiKeys = apiKeyOperations({ db });

  const catalog = {
    // An older version stays for the scenes that are pinned to it and is not offered any more.
    manifests: builtInTemplates.map(({ manifest }) => manifest).filter(({ slug, version }) => findTemplate(slug)?.manifest.version === version),
    find: (idOrSlug: string) => findTemplate(idOrSlug)?.manifest ?? null,
    at: (slug: string, version: number) => getTemplate(slug, version).manifest,
  };
  const templates = templateOperations({ catalog });

  await bootstrap({ config, accounts, apiKeys });

  const signingSecret = config.FARM_SIGNING_SECRET;
  const objects = localDiskStore({
    rootPath: path.join(config.FARM_DATA, 'objects'),
    baseUrl: config.FARM_PUBLIC_URL,
    signingSecret,
    clock,
  });
  const queue = await openQueue({ databaseUrl: config.DATABASE_URL, logger });
  const wakeUps = await listenForWakeUps(config.DATABASE_URL, [jobChannel, batchChannel], logger);
  const nodes = nodeOperations({ db, farmToken: config.FARM_NODE_TOKEN });

  const fetch = guardedFetch({ allow: egressAllowSchema.parse(config.FARM_EGRESS_ALLOW.join(',')) });
  const assets = assetOperations({ db, store: objects, fetch });
  const brands = brandOperations({ db, assets });
  const mediaFiles = {
    trackPath: (id: string) => (mediaCatalog.findTrack(id) === null ? null : mediaCatalog.trackPath(id)),
    voiceSamplePath,
  };
  const media = mediaOperations({
    library: mediaCatalog,
    readyVoiceIds: async () => (await nodes.listReady()).flatMap((node) => node.capabilities.voices),
  });

  const projects = projectOperations({
    db,
    catalog,
    fontFamilies,
    accounts,
    brands,
    assets,
    media: {
      hasTrack: (trackId) => mediaCatalog.findTrack(trackId) !== null,
      hasVoice: (voiceId) => mediaCatalog.findVoice(voiceId) !== null,
    },
    publishOverview: async () => noPublishes,
  });

  const onFault = (error: unknown): void => logger.error({ err: error }, 'background work');

  const ended = async (): Promise<void> => {};
  const completions: Completions = {
    'scene.render': { completed: ended, gaveUp: ended },
    'narration.synthesize': { completed: ended, gaveUp: ended },
    'export.assemble': { completed: ended, gaveUp: ended },
  };
  const dispatch = dispatchOperations({ db, queue, objects, nodes, completions, wakeUps, onEnd: () => {}, onFault });
  const reaper = leaseReaper({ db, nodes, lose: dispatch.lose, everyMs: 2_000, onFault });
  reaper.start();

  const app = await createServer({
    logger,
    api: apiPlugin({
      clock,
      publicUrl: config.FARM_PUBLIC_URL,
      authenticate: apiKeys.authenticate,
      routes: apiRoutes({
        templates: templateRoutes({ templates }),
        projects: projectRoutes({ projects }),
        brands: brandRoutes({ brands, store: objects }),
        media: mediaRoutes({ media, files: mediaFiles, publicUrl: config.FARM_PUBLIC_URL }),
      }),
    }),
    plugins: [
      nodeProtocolRoutes({ nodes, dispatch, onPresence: () => {} }),
      mediaFileRoutes(mediaFiles),
      storageRoutes({ store: objects, signingSecret, clock, maxUploadBytes: 8 * 2 ** 30 }),
    ],
  });

  return {
    app,
    db,
    async close() {
      dispatch.close();
      await reaper.close();
      await app.close();
      await wakeUps.close();
      await queue.close();
      await db.destroy();
    },
  };
};

const localAccountId = 'acc_local';

/** The local farm's own account and keys (product.md): there from the first start, the same on every later one. */
const bootstrap = async ({
  config,
  accounts,
  apiKeys,
}: {
  config: Config;
  accounts: ReturnType<typeof accountOperations>;
  apiKeys: ReturnType<typeof apiKeyOperations>;
}): Promise<void> => {
  const keys = [
    { name: 'Local farm (live)', secret: config.FARM_BOOTSTRAP_LIVE_KEY },
    { name: 'Local farm (test)', secret: config.FARM_BOOTSTRAP_TEST_KEY },
  ].flatMap(({ name, secret }) => (secret === undefined ? [] : [{ name, secret }]));
  if (keys.length === 0) return;
  await accounts.ensureAccount({ id: localAccountId, name: 'Local farm', plan: 'pro' });
  for (const key of keys) await apiKeys.ensureKey({ accountId: localAccountId, ...key });
};
