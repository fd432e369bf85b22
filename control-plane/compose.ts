import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { templates as builtInTemplates, findTemplate, getTemplate } from '@reelyard/shared/templates/catalog.ts';
import { accountOperations } from './accounts/operations.ts';
import { apiKeyOperations } from './api-keys/operations.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { assertDurable, connect, type Database } from './database/connection.ts';
import { migrate } from './database/migrate.ts';
import { apiPlugin } from './http/api-plugin.ts';
import { apiRoutes } from './http/api-routes.ts';
import { createServer } from './http/server.ts';
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
    manifests: builtInTemplates.map((template) => template.manifest),
    find: (idOrSlug: string) => findTemplate(idOrSlug)?.manifest ?? null,
    at: (slug: string, version: number) => getTemplate(slug, version).manifest,
  };
  const templates = templateOperations({ catalog });

  await bootstrap({ config, accounts, apiKeys });

  const app = await createServer({
    logger,
    api: apiPlugin({
      clock,
      publicUrl: config.FARM_PUBLIC_URL,
      authenticate: apiKeys.authenticate,
      routes: apiRoutes({ templates: templateRoutes({ templates }) }),
    }),
    plugins: [],
  });

  return {
    app,
    db,
    async close() {
      await app.close();
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
