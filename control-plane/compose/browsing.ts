import { templateIdOf } from '@reelyard/shared/contracts/template.ts';
import type { FastifyPluginAsync } from 'fastify';
import { sessionsClient } from '../browsing/client.ts';
import type { BrowsingDependencies } from '../browsing/operations/dependencies.ts';
import { sessionSweeper } from '../browsing/operations/sweep-sessions.ts';
import { browsingOperations } from '../browsing/operations.ts';
import { type LoginPageDeps, loginPageRoutes } from '../browsing/routes/login-pages.ts';
import { browsingRoutes } from '../browsing/routes.ts';
import type { WakeUps } from '../dispatch/wake-ups.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { notFound } from '../http/refusal.ts';
import type { ProjectOperations } from '../projects/operations.ts';
import type { TemplateCatalog } from '../templates/template-catalog.ts';

export interface BrowsingParts extends Omit<BrowsingDependencies, 'client' | 'captureSlotsOf'> {
  readonly projects: Pick<ProjectOperations, 'getProject'>;
  readonly catalog: Pick<TemplateCatalog, 'manifests' | 'at'>;
  readonly wakeUps: Pick<WakeUps, 'on'>;
  readonly accountName: LoginPageDeps['accountName'];
  readonly viewerAccountId: LoginPageDeps['viewerAccountId'];
  /** Told of every key that was revoked. */
  readonly keyChannel: string;
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
  const { db, clock, wakeUps, keyChannel, onFault } = parts;
  const client = sessionsClient();
  const browsing = browsingOperations({ ...parts, client, captureSlotsOf: captureSlotsOf(parts) });
  const sweeper = sessionSweeper({
    db,
    clock,
    ends: browsing.ends,
    wakeUps,
    keyChannel,
    everyMs: sweepEveryMs,
    onFault,
  });
  sweeper.start();
  const { people } = browsing;
  const pages: FastifyPluginAsync = loginPageRoutes({ ...parts, people, client });
  return {
    browsing,
    sweeper,
    pages,
    routes: (limits: RateLimits): FastifyPluginAsync => browsingRoutes({ browsing, limits }),
  };
};
