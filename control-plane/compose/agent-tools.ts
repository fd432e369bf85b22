import type { FastifyPluginAsync } from 'fastify';
import { llmsTextRoute } from '../agent-tools/llms-text.ts';
import { agentToolRoutes } from '../agent-tools/routes.ts';
import type { Config } from '../config.ts';
import type { StoredAddresses } from '../object-storage/stored-addresses.ts';

/** The tools for agents. They have nothing but the API, where it is decided what they may do, and the pictures in its answers. */
export const composeAgentTools =
  (config: Config, stored: StoredAddresses, closing: AbortSignal): FastifyPluginAsync =>
  async (app) => {
    await app.register(agentToolRoutes({ publicUrl: config.FARM_PUBLIC_URL, stored, closing }));
    await app.register(llmsTextRoute(config.FARM_PUBLIC_URL));
  };
