import type { FastifyPluginAsync } from 'fastify';
import type { AdminDeps } from '../admin/dependencies.ts';
import { adminServer } from '../admin/server.ts';
import type { Config } from '../config.ts';
import type { controlPlaneMetrics } from '../metrics.ts';
import type { WebAccounts } from './web-accounts.ts';

/** Who uses the farm, and what they have. */
export interface AccountParts extends Pick<AdminDeps, 'accounts' | 'apiKeys' | 'credits' | 'usage'> {
  readonly config: Config;
  readonly web: Pick<WebAccounts, 'webSessions'>;
}

/** What the farm works with. */
export interface FarmParts extends Pick<AdminDeps, 'db' | 'nodes' | 'dispatch' | 'publishing' | 'templates' | 'audit'> {
  readonly metrics: Pick<ReturnType<typeof controlPlaneMetrics>, 'attemptEnded' | 'requestUncounted'>;
}

/** The admin API, over the operations that the REST API and the nodes use. */
export const composeAdmin = (
  { config, web, ...ofAccounts }: AccountParts,
  { metrics, ...ofFarm }: FarmParts,
): FastifyPluginAsync =>
  adminServer({
    ...ofAccounts,
    ...ofFarm,
    adminToken: config.FARM_ADMIN_TOKEN,
    webSessions: web.webSessions,
    onAttemptEnd: metrics.attemptEnded,
    onUncounted: metrics.requestUncounted,
  });
