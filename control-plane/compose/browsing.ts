import { templateIdOf } from '@reelyard/shared/contracts/template.ts';
import type { FastifyPluginAsync } from 'fastify';
import type { AccountOperations } from '../accounts/operations.ts';
import { keyChannel } from '../api-keys/store.ts';
import { sessionsClient } from '../browsing/client.ts';
import type { BrowsingDependencies } from '../browsing/operations/dependencies.ts';
import { sessionSweeper } from '../browsing/operations/sweep-sessions.ts';
import { browsingOperations } from '../browsing/operations.ts';
import { type LoginPageDeps, loginPageRoutes } from '../browsing/routes/login-pages.ts';
import { browsingRoutes } from '../browsing/routes.ts';
import type { Config } from '../config.ts';
import type { WakeUps } from '../dispatch/wake-ups.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { notFound } from '../http/refusal.ts';
import type { ProjectOperations } from '../projects/operations.ts';
import type { TemplateCatalog } from '../templates/template-catalog.ts';

export interface BrowsingParts
  extends Omit<BrowsingDependencies, 'client' | 'captureSlotsOf' | 'publicUrl' | 'farmSecret'> {
  readonly config: Pick<Config, 'FARM_PUBLIC_URL' | 'FARM_SIGNING_SECRET'>;
  readonly accounts: BrowsingDependencies['accounts'] & Pick<AccountOperations, 'describe'>;
  readonly projects: Pick<ProjectOperations, 'getProject'>;
  readonly catalog: Pick<TemplateCatalog, 'manifests' | 'at'>;
  readonly wakeUps: Pick<WakeUps, 'on'>;
  readonly viewerAccountId: LoginPageDeps['viewerAccountId'];
}

const captureSlotsOf =
  ({ projects, catalog }: Pick<BrowsingParts, 'projects' | 'catalog'>): BrowsingDependencies['captureSlotsOf'] =>
  async (caller, projectId, sceneId) => {
    const { view } = await projects.getProject(caller, projectId);
    if (sceneId === null) return [];
    const scene = view.scenes.find(({ id }) => id === sceneId);
    if (scene === undefined) throw notFound('scene');
    const slug = catalog.manifests.find((each) => templateIdOf(each.slug) === scene.templateId)?.slug;
    return slug === undefined ? [] : catalog.at(slug, scene.templateVersion).captureSlots;
  };

const sweepEveryMs = 2_000;

/** Browsing sessions: what callers may ask, the pages where people sign in, and the sweep, which runs from now on. */
export const composeBrowsing = (parts: BrowsingParts) => {
  const { config, db, clock, accounts, wakeUps, onFault } = parts;
  const client = sessionsClient();
  const publicUrl = config.FARM_PUBLIC_URL;
  const browsing = browsingOperations({
    ...parts,
    client,
    captureSlotsOf: captureSlotsOf(parts),
    publicUrl,
    farmSecret: config.FARM_SIGNING_SECRET,
  });
  const { ends, people } = browsing;
  const sweeper = sessionSweeper({ db, clock, ends, wakeUps, keyChannel, everyMs: sweepEveryMs, onFault });
  sweeper.start();
  const accountName = async (accountId: string): Promise<string> => (await accounts.describe(accountId)).name;
  const pages: FastifyPluginAsync = loginPageRoutes({ ...parts, people, client, accountName, publicUrl });
  return {
    browsing,
    sweeper,
    pages,
    routes: (limits: RateLimits): FastifyPluginAsync => browsingRoutes({ browsing, limits }),
  };
};
