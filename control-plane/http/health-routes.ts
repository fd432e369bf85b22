import type { FastifyPluginAsync } from 'fastify';
import { Refusal } from './refusal.ts';

export interface HealthDependencies {
  /** Settles when the database answers; throws where it does not. */
  readonly pingDatabase: () => Promise<void>;
  /** Settles where files could be stored and fetched; throws where they could not. */
  readonly pingStorage: () => Promise<void>;
  /** Render nodes that would take work now. */
  readonly countReadyNodes: () => Promise<number>;
}

const notReady = (code: string, message: string): Refusal => new Refusal('unavailable', { code, message });

/**
 * GET /healthz: the process serves requests. GET /readyz: a publish would be accepted and at least one render node is
 * ready (product.md); else 503 with the reason. Both without a key: they say nothing about anybody.
 */
export const healthRoutes =
  ({ pingDatabase, pingStorage, countReadyNodes }: HealthDependencies): FastifyPluginAsync =>
  async (app) => {
    app.get('/healthz', async () => ({ status: 'ok' }));
    app.get('/readyz', async (request) => {
      await pingDatabase().catch((error: unknown) => {
        request.log.warn(
          { message: error instanceof Error ? error.message : 'unknown' },
          'the database does not answer',
        );
        throw notReady('DATABASE_UNAVAILABLE', 'The database does not answer.');
      });
      await pingStorage().catch((error: unknown) => {
        // An S3 server's own trouble is logged, with what to do, where it arose.
        request.log.warn({ error: error instanceof Error ? error.message : 'unknown' }, 'files cannot be stored');
        throw notReady('STORAGE_UNAVAILABLE', 'The object storage does not work.');
      });
      const readyNodeCount = await countReadyNodes();
      if (readyNodeCount === 0) throw notReady('NO_RENDER_NODE', 'No render node is ready.');
      return { status: 'ready', readyNodeCount };
    });
  };
