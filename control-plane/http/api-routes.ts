import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { RateLimits } from './rate-limits.ts';

/** The features that answer below /api/v2; some have buckets of their own. */
export interface ApiFeatures {
  readonly templates: FastifyPluginAsync;
  readonly projects: FastifyPluginAsync;
  readonly brands: FastifyPluginAsync;
  readonly media: FastifyPluginAsync;
  readonly captures: FastifyPluginAsync;
  readonly previews: FastifyPluginAsync;
  readonly exports: FastifyPluginAsync;
  readonly callbacks: FastifyPluginAsync;
  readonly apiKeys: FastifyPluginAsync;
  readonly accounts: FastifyPluginAsync;
  readonly payments: FastifyPluginAsync;
  readonly billing: FastifyPluginAsync;
  readonly storyboard: (limits: RateLimits) => FastifyPluginAsync;
  readonly browsing: (limits: RateLimits) => FastifyPluginAsync;
  readonly narration: (limits: RateLimits) => FastifyPluginAsync;
  readonly publishing: (limits: RateLimits) => FastifyPluginAsync;
}

/** The sitemap of /api/v2: one line per feature. */
export const apiRoutes =
  (features: ApiFeatures) =>
  async (api: FastifyInstance, limits: RateLimits): Promise<void> => {
    await api.register(features.templates);
    await api.register(features.projects);
    await api.register(features.brands);
    await api.register(features.media);
    await api.register(features.captures);
    await api.register(features.previews);
    await api.register(features.storyboard(limits));
    await api.register(features.exports);
    await api.register(features.browsing(limits));
    await api.register(features.narration(limits));
    await api.register(features.publishing(limits));
    await api.register(features.callbacks);
    await api.register(features.apiKeys);
    await api.register(features.accounts);
    await api.register(features.payments);
    await api.register(features.billing);
  };
