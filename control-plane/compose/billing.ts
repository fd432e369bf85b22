import type { FastifyPluginAsync } from 'fastify';
import { dailyBrowseMinutes } from '../browsing/session-limits.ts';
import { browseSecondsOf } from '../browsing/store/open-sessions.ts';
import type { CreditPackView } from '../credits/credits-view.ts';
import { readCredits } from '../credits/operations/read-credits.ts';
import { creditRoutes } from '../credits/routes.ts';
import type { Database } from '../database/connection.ts';
import { sandboxUsage } from '../publishing/store/usage.ts';
import { type UsageDeps, usageOperations } from '../usage/operations.ts';
import { usageRoutes } from '../usage/routes.ts';

export interface BillingParts {
  readonly db: Database;
  readonly goods: UsageDeps['goods'];
  readonly packs: () => readonly CreditPackView[];
  readonly topUpUrl: string;
}

/** The part of the composition that tells what was spent and counts what a plan limits. */
export const composeBilling = ({ db, goods, packs, topUpUrl }: BillingParts) => {
  const usage = usageOperations({
    db,
    goods,
    topUpUrl,
    sandboxUsed: (accountId, from) => sandboxUsage(db, accountId, from),
    browsing: {
      dailyMinutes: dailyBrowseMinutes.live,
      secondsSince: (accountId, start, end) =>
        browseSecondsOf(db, { accountId, environment: 'live' }, { start, end }, end),
    },
  });
  const routes: FastifyPluginAsync = async (api) => {
    await api.register(creditRoutes({ credits: readCredits({ db, packs, topUpUrl }) }));
    await api.register(usageRoutes({ usage }));
  };
  return { usage, routes };
};
