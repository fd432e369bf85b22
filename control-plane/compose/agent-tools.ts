import type { FastifyPluginAsync } from 'fastify';
import { llmsTextRoute } from '../agent-tools/llms-text.ts';
import { agentToolRoutes } from '../agent-tools/routes.ts';
import type { Config } from '../config.ts';

/** The tools for agents. They have nothing but the API: what they may do is decided there. */
export const composeAgentTools =
  (config: Config, closing: AbortSignal): FastifyPluginAsync =>
  async (app) => {
    await app.register(agentToolRoutes({ publicUrl: config.FARM_PUBLIC_URL, closing }));
    await app.register(llmsTextRoute(config.FARM_PUBLIC_URL));
  };
