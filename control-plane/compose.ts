import { randomUUID } from 'node:crypto';
import { egressAllowSchema } from '@reelyard/shared/egress/egress-allow.ts';
import { guardedFetch } from '@reelyard/shared/egress/guarded-fetch.ts';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { accountOperations } from './accounts/operations.ts';
import { accountRoutes } from './accounts/routes.ts';
import { manageKeys } from './api-keys/operations/manage-keys.ts';
import { watchSecret } from './api-keys/operations/watch-secret.ts';
import { apiKeyOperations } from './api-keys/operations.ts';
import { apiKeyRoutes } from './api-keys/routes.ts';
import { keyChannel } from './api-keys/store.ts';
import { decodeTimeoutMs } from './assets/image-limits.ts';
import { imageDecoder } from './assets/operations/image-decoder.ts';
import { storedPictures } from './assets/operations/stored-pictures.ts';
import { assetOperations } from './assets/operations.ts';
import { brandRoutes } from './brands/routes.ts';
import { callbackClient } from './callbacks/client.ts';
import { callbackSender } from './callbacks/operations/send-callbacks.ts';
import { callbackOperations } from './callbacks/operations.ts';
import { callbackRoutes } from './callbacks/routes.ts';
import type { Clock } from './clock.ts';
import { composeAdmin } from './compose/admin.ts';
import { composeAgentTools } from './compose/agent-tools.ts';
import { composeBilling } from './compose/billing.ts';
import { composeBrands } from './compose/brands.ts';
import { composeBrowsing } from './compose/browsing.ts';
import { composeCaptures, pageAddresses } from './compose/captures.ts';
import { composeConsole } from './compose/console.ts';
import { composeCredits } from './compose/credits.ts';
import { composeMedia } from './compose/media.ts';
import { composeMetrics } from './compose/metrics.ts';
import { composeNarration } from './compose/narration.ts';
import { composePayments } from './compose/payments.ts';
import { composePreviews } from './compose/previews.ts';
import { composeProjects } from './compose/projects.ts';
import { composePublishing } from './compose/publishing.ts';
import { composeStorage } from './compose/storage.ts';
import { composeStoryboard } from './compose/storyboard.ts';
import { composeTemplates } from './compose/templates.ts';
import { composeWebAccounts } from './compose/web-accounts.ts';
import { addressesOf, type Config } from './config.ts';
import { keyUseOperations } from './credits/operations/key-use.ts';
import { auditor } from './database/auditor.ts';
import { assertDurable, connect, type Database, ping } from './database/connection.ts';
import { migrate } from './database/migrate.ts';
import { leaseReaper } from './dispatch/lease-reaper.ts';
import { cancelBatch, dispatchOperations } from './dispatch/operations.ts';
import { batchChannel, jobChannel, openQueue } from './dispatch/queue.ts';
import { nodeProtocolRoutes } from './dispatch/routes.ts';
import { listenForWakeUps } from './dispatch/wake-ups.ts';
import { exportOperations } from './exports/operations.ts';
import { exportRoutes } from './exports/routes.ts';
import { apiPlugin } from './http/api-plugin.ts';
import { apiRoutes } from './http/api-routes.ts';
import { endWithKey } from './http/end-with-key.ts';
import { healthRoutes } from './http/health-routes.ts';
import { idempotentRequests } from './http/idempotency-store.ts';
import { connectLimitRedis } from './http/rate-limit-redis.ts';
import { referenceRoutes } from './http/reference/reference-routes.ts';
import { apiPrefix, createServer } from './http/server.ts';
import { ensureLocalAccount } from './local-account.ts';
import { metricsRoutes } from './metrics.ts';
import { nodeOperations } from './nodes/operations.ts';
import { paymentCatalog } from './payments/catalog.ts';
import { goodsOperations } from './payments/operations/goods.ts';
import { projectRoutes } from './projects/routes.ts';
import { describePublish } from './publishing/operations/describe-publish.ts';
import { publishOverview } from './publishing/operations/read-status.ts';
import { sessionChannel } from './sessions/operations/watch-session.ts';
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
  // Every process has a name of its own in pg_stat_activity, so that others see when it is gone.
  const processName = `control-plane ${randomUUID()}`;
  const { metrics, connectionWatch } = composeMetrics(() => ({ db, nodes, audit }));
  const db = connect(config.DATABASE_URL, {
    name: processName,
    watch: connectionWatch,
    onIdleError: (error) => logger.warn({ error: error.message }, 'database'),
  });
  await assertDurable(db);

  const accounts = accountOperations({ db });
  const apiKeys = apiKeyOperations({ db });
  const topUpUrl = `${config.FARM_PUBLIC_URL}/billing`;
  const credits = composeCredits({ topUpUrl, onMoved: metrics.creditsMoved });
  const onFault = (error: unknown): void => logger.error({ err: error }, 'background work');
  const web = composeWebAccounts({ config, db, accounts, logger, onFault });
  await ensureLocalAccount({ config, db, accounts, apiKeys, credits, sessions: web.sessions });

  const { catalog, templates } = composeTemplates({ db, publicUrl: config.FARM_PUBLIC_URL });

  const signingSecret = config.FARM_SIGNING_SECRET;
  const storage = await composeStorage({ config, clock, logger, metrics });
  const { objects } = storage;
  const queue = await openQueue({ databaseUrl: config.DATABASE_URL, logger });
  const channels = [jobChannel, batchChannel, keyChannel, sessionChannel];
  const wakeUps = await listenForWakeUps(config.DATABASE_URL, channels, logger, processName);
  const nodes = nodeOperations({ db, farmToken: config.FARM_NODE_TOKEN });
  const audit = auditor({
    db,
    everyMs: 60_000,
    onViolation: (violated) => logger.error(violated, 'invariant violated'),
    onFault,
  });
  audit.start();

  const allow = egressAllowSchema.parse(config.FARM_EGRESS_ALLOW);
  const fetch = guardedFetch({ allow });
  const decoder = imageDecoder({ timeoutMs: decodeTimeoutMs });
  const assets = assetOperations({ db, store: objects, fetch, decoder });
  const pictures = storedPictures({ db, store: objects, decoder });
  const addresses = pageAddresses(allow);
  const closing = new AbortController();
  const countCaptureNodes = () => nodes.countReady('capture');
  const { brands, completions: brandEnds } = composeBrands({
    db,
    clock,
    queue,
    wakeUps,
    assets,
    pictures,
    addresses,
    countCaptureNodes,
    queueWeightOf: async (accountId, trx) => (await accounts.planOf(accountId, trx)).queueWeight,
    closing: closing.signal,
  });
  const library = composeMedia({ nodes, publicUrl: config.FARM_PUBLIC_URL });

  const callbacks = callbackOperations({ db, allow, farmSecret: signingSecret });
  const exports = exportOperations({ db, queue, objects, clock });
  const goods = goodsOperations();
  const billing = composeBilling({ db, goods, packs: () => paymentCatalog.creditPacks, topUpUrl });
  const projects = composeProjects({
    db,
    catalog,
    offeredTemplates: templates.offered,
    accounts,
    passes: goods,
    brands,
    assets,
    objects,
    publishOverview: publishOverview({ exports }),
  });
  const previews = composePreviews({ projects, store: objects, decoder, publicUrl: config.FARM_PUBLIC_URL });
  const { media } = library;
  const speech = composeNarration({ db, queue, accounts, projects, catalog, objects, nodes, media });

  const browsing = composeBrowsing({
    config,
    db,
    clock,
    nodes,
    accounts,
    credits,
    projects,
    catalog,
    wakeUps,
    viewerAccountId: web.viewerAccountId,
    onFault,
  });
  const captures = composeCaptures({
    db,
    clock,
    queue,
    wakeUps,
    accounts,
    credits,
    usage: billing.usage,
    projects,
    catalog,
    browsing: browsing.browsing,
    assets,
    pictures,
    objects,
    addresses,
    countCaptureNodes,
    cancelBatch: cancelBatch(queue),
    closing: closing.signal,
    onFault,
  });

  const drafting = { usage: billing.usage, projects, offeredTemplates: templates.offered, addresses };
  const dependencies = { config, db, clock, logger, accounts, credits, brands, closing: closing.signal };
  const storyboard = composeStoryboard({ ...dependencies, ...drafting });
  const watchKey = watchSecret({ db, wakeUps, onFault });
  const publishing = composePublishing({
    db,
    clock,
    queue,
    accounts,
    passes: goods,
    usage: billing.usage,
    credits,
    catalog,
    projects,
    narration: speech.narration,
    exports,
    nodes,
    media: library.media,
    callbacks,
    browsing: browsing.browsing,
    wakeUps,
    endWithKey: endWithKey({ watchSecret: watchKey, watchSession: web.watchSession(wakeUps) }),
    closing: closing.signal,
    metrics,
    cancelBatch: cancelBatch(queue),
    apiUrl: `${config.FARM_PUBLIC_URL}${apiPrefix}`,
  });
  const payments = composePayments({
    config,
    db,
    clock,
    logger,
    accounts,
    credits,
    publishing: publishing.publishing,
    onPayment: metrics.paymentEnded,
    onFault,
  });
  const completions = { ...publishing.completions, ...captures.completions, ...brandEnds };

  const sender = callbackSender({
    db,
    client: callbackClient(fetch),
    farmSecret: signingSecret,
    clock,
    describePublish: describePublish({ db, exports }),
    onDelivery: metrics.callbackTried,
    onFault,
  });
  sender.start(1_000);
  const dispatch = dispatchOperations({
    db,
    queue,
    objects,
    nodes,
    completions,
    wakeUps,
    onEnd: metrics.attemptEnded,
    onGrant: metrics.leaseGranted,
    onFault,
  });
  const reaper = leaseReaper({ db, nodes, lose: (...end) => dispatch.lose(...end), everyMs: 2_000, onFault });
  reaper.start();

  const limitRedis = config.REDIS_URL === undefined ? null : await connectLimitRedis(config.REDIS_URL, logger);
  const app = await createServer({
    logger,
    trustedProxies: addressesOf(config.FARM_TRUST_PROXY),
    limitRedis,
    onAnswer: metrics.answered,
    api: apiPlugin({
      clock,
      publicUrl: config.FARM_PUBLIC_URL,
      authenticate: (secret) => apiKeys.authenticate(secret),
      webSessions: web.webSessions,
      idempotentRequests: idempotentRequests(db, processName),
      farmSecret: signingSecret,
      onUncounted: metrics.requestUncounted,
      routes: apiRoutes({
        templates: templateRoutes({ templates }),
        projects: projectRoutes({ projects }),
        narration: speech.routes,
        brands: brandRoutes({ brands, store: objects }),
        exports: exportRoutes({ exports }),
        browsing: browsing.routes,
        captures: captures.routes,
        previews: previews.routes,
        storyboard,
        publishing: publishing.routes,
        callbacks: callbackRoutes({ callbacks }),
        payments: payments.routes,
        billing: billing.routes,
        accounts: accountRoutes({
          accounts,
          describeKey: (caller) => apiKeys.describe(caller),
          describeUser: ({ userId }) => web.sessions.getUser(userId),
        }),
        apiKeys: apiKeyRoutes({ keys: manageKeys({ db, keyUse: keyUseOperations({ db }) }) }),
        media: library.routes,
      }),
    }),
    plugins: [
      healthRoutes({
        pingDatabase: () => ping(db),
        pingStorage: () => storage.ping(),
        countReadyNodes: () => nodes.countReady(),
      }),
      metricsRoutes(metrics),
      referenceRoutes,
      composeConsole(config, storage.addresses.origin),
      composeAgentTools(config, storage.addresses, closing.signal),
      ...web.plugins(metrics.requestUncounted),
      ...payments.plugins,
      browsing.pages,
      nodeProtocolRoutes({ nodes, dispatch, onPresence: metrics.nodeReported }),
      composeAdmin(
        { config, web, accounts, apiKeys, credits, usage: billing.usage },
        { db, nodes, dispatch, publishing: publishing.publishing, templates, audit, metrics },
      ),
      library.files,
      previews.files,
      ...storage.plugins,
    ],
  });

  return {
    app,
    db,
    async close() {
      closing.abort(new Error('the control plane stops'));
      dispatch.close();
      await reaper.close();
      await audit.close();
      await sender.close();
      await payments.close();
      await browsing.sweeper.close();
      await captures.sweeper.close();
      // A long poll that is answered leaves a kept connection behind, which the server would wait for.
      const closeIdle = setInterval(() => app.server.closeIdleConnections(), 100);
      await app.close();
      clearInterval(closeIdle);
      await web.sessions.close();
      limitRedis?.disconnect();
      decoder.close();
      await wakeUps.close();
      await queue.close();
      storage.close();
      await db.destroy();
    },
  };
};
