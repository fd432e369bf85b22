import type { FastifyPluginAsync } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { type Counted, countedMetrics } from './metrics-counted.ts';
import { type Observed, observedMetrics } from './metrics-observed.ts';

export interface ControlPlaneMetrics extends Counted {
  readonly contentType: string;
  /** The text that Prometheus reads. */
  readonly scrape: () => Promise<string>;
}

/** Every series of the control plane: what happened (metrics-counted.ts) and how the farm stands (metrics-observed.ts). */
export const controlPlaneMetrics = (observed: Observed): ControlPlaneMetrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'farm_control_plane_' });
  const counted = countedMetrics(registry);
  const { look } = observedMetrics(registry, observed);
  return {
    ...counted,
    contentType: registry.contentType,
    async scrape() {
      await look();
      return registry.metrics();
    },
  };
};

/** GET /metrics, for Prometheus. */
export const metricsRoutes =
  ({ contentType, scrape }: Pick<ControlPlaneMetrics, 'contentType' | 'scrape'>): FastifyPluginAsync =>
  async (app) => {
    app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
      reply.type(contentType).send(await scrape()),
    );
  };
