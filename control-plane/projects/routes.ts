import type { FastifyPluginAsync } from 'fastify';
import type { ProjectOperations } from './operations.ts';
import { oneProjectRoutes } from './routes/projects.ts';
import { sceneRoutes } from './routes/scenes.ts';

/** Everything below /projects that is about projects and their scenes. */
export const projectRoutes =
  (deps: { projects: ProjectOperations }): FastifyPluginAsync =>
  async (api) => {
    await api.register(oneProjectRoutes(deps));
    await api.register(sceneRoutes(deps));
  };
