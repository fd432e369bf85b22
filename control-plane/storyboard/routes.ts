import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod';
import type { preHandlerAsyncHookHandler } from 'fastify';
import type { PageAddressPolicy } from '../brands/page-address.ts';
import { callerOf } from '../http/authenticate.ts';
import { envelope, ok } from '../http/envelope.ts';
import { errorResponses } from '../http/error-body.ts';
import { draftAnswerSchema, draftBody } from './draft-bodies.ts';
import type { StoryboardOperations } from './operations.ts';

export interface StoryboardRoutesDeps {
  readonly storyboards: StoryboardOperations;
  readonly addresses: PageAddressPolicy;
  /** The bucket of what keeps the farm busy (N48): a language model is asked at the operator's cost, for test keys too. */
  readonly limitPublishes: preHandlerAsyncHookHandler;
  /** Aborts when the control plane stops. */
  readonly closing: AbortSignal;
}

/** Storyboard drafts (S84, S85). */
export const storyboardRoutes =
  ({ storyboards, addresses, closing, limitPublishes }: StoryboardRoutesDeps): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      '/ai/storyboard/draft',
      {
        config: { scope: 'storyboard' },
        preHandler: limitPublishes,
        schema: {
          summary: 'Draft a storyboard from a prompt',
          description:
            'Chooses templates and writes what they show and what is said, within every limit of POST /projects: ' +
            '`createPayload` is a body that it takes. Costs one credit on a live key, where a draft was made; nothing ' +
            'on a test key, whose drafts have at most 4 scenes. With a language model it takes up to a minute.',
          tags: ['Storyboards'],
          body: draftBody(addresses),
          response: { 201: envelope(draftAnswerSchema), ...errorResponses(402, 404, 503) },
        },
      },
      async (request, reply) => {
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort(new Error('the caller is gone')));
        const signal = AbortSignal.any([gone.signal, closing]);
        const { answer, credits } = await storyboards.draft(callerOf(request), request.body, signal);
        return reply.code(201).send(ok(answer, credits === null ? {} : { credits }));
      },
    );
  };
