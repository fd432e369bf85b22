import type { FastifyPluginAsync } from 'fastify';
import { apiPrefix } from '../http/server.ts';
import { tools } from './tool-catalog.ts';

const llmsText = (publicUrl: string): string => {
  const api = `${publicUrl}${apiPrefix}`;
  const named = tools.map(({ listed: { name, description } }) => `- \`${name}\`: ${description}`);
  return [
    '# Reelyard',
    '',
    '> A render farm that makes videos from templates: create a project of scenes, publish it, get one video with music, voice and captions.',
    '',
    'Every request carries an API key (`svc_live_…`, or `svc_test_…` for the sandbox) as `X-API-Key` or `Authorization: Bearer`.',
    '',
    '## Documentation',
    '',
    `- [API reference](${api}/reference/): a quickstart, every operation with examples and errors`,
    `- [OpenAPI document](${api}/openapi.json): for programs`,
    '',
    '## Tools for agents',
    '',
    `Served at ${publicUrl}/mcp (Model Context Protocol, streamable HTTP, POST).`,
    '',
    ...named,
    '',
  ].join('\n');
};

/** GET /llms.txt: where an agent that was told no more than the farm's address finds its way. Without a key. */
export const llmsTextRoute =
  (publicUrl: string): FastifyPluginAsync =>
  async (app) => {
    const text = llmsText(publicUrl);
    app.get('/llms.txt', async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=300').send(text),
    );
  };
