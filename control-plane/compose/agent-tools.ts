import type { FastifyPluginAsync } from 'fastify';
import { agentToolRoutes } from '../agent-tools/routes.ts';
import type { Config } from '../config.ts';

/** The tools for agents. They have nothing but the API: what they may do is decided there. */
export const composeAgentTools = (config: Config, closing: AbortSignal): FastifyPluginAsync =>
  agentToolRoutes({ publicUrl: config.FARM_PUBLIC_URL, closing });
