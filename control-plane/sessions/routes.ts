import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod';
import { serializerCompiler } from '@fastify/type-provider-zod';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { zodValidator } from '../http/api-plugin.ts';
import type { WebCaller } from '../http/authenticate.ts';
import { limitBodyTime } from '../http/body-deadline.ts';
import { rateLimits } from '../http/rate-limits.ts';
import { RequestProblemsError } from '../http/request-problems.ts';
import { sameOriginRefusal } from '../http/same-origin.ts';
import { unusableTexts } from '../http/text-check.ts';
import type { Browser, WithCookies } from './operations/call-auth.ts';
import { authPath, oidcProviderId } from './operations/open-auth.ts';
import type { SessionOperations } from './operations.ts';
import {
  changePasswordBody,
  emailBody,
  oidcBody,
  resetPasswordBody,
  signInBody,
  signOutBody,
  signUpBody,
  tokenBody,
} from './session-bodies.ts';
import { sessionSchema, sessionView, signedInSchema, signedInView, waysInSchema } from './session-view.ts';

export interface SessionRoutesDeps {
  readonly sessions: SessionOperations;
  /** The origins of the farm's own pages. */
  readonly origins: ReadonlySet<string>;
  readonly waysIn: z.infer<typeof waysInSchema>;
  readonly onUncounted: () => void;
}

const bodyDeadlineMs = 30_000;

const answer = <T extends z.ZodType>(data: T) => ({ 200: z.object({ success: z.literal(true), data }) });
const said = <T>(data: T) => ({ success: true as const, data });

/** The status of something that is being done by mail. */
const mailedSchema = z.object({ status: z.literal('mail_sent') });
const mailed = said({ status: 'mail_sent' as const });
const doneSchema = z.object({ status: z.literal('done') });
const done = said({ status: 'done' as const });

const browserOf = (request: FastifyRequest): Browser => ({
  cookie: request.headers.cookie,
  userAgent: request.headers['user-agent'],
  clientAddress: request.ip,
});

const withCookies = <T>(reply: FastifyReply, { data, setCookies }: WithCookies<T>): T => {
  for (const cookie of setCookies) reply.header('set-cookie', cookie);
  return data;
};

/**
 * /auth: signing up, in and out (outside /api/v2: no key means anything here). Every request that changes something has
 * to come from one of the farm's own pages, signed in or not: who signs somebody else in to an account of their own
 * (login CSRF) gets to see what is made there.
 */
export const sessionRoutes =
  ({ sessions, origins, waysIn, onUncounted }: SessionRoutesDeps): FastifyPluginAsyncZod =>
  async (root) => {
    await root.register(
      async (app) => {
        const limits = rateLimits(app, onUncounted);
        app.setValidatorCompiler(zodValidator);
        app.setSerializerCompiler(serializerCompiler);
        limitBodyTime(app, bodyDeadlineMs);
        app.addHook('onRequest', async (request, reply) => {
          reply.header('cache-control', 'no-store');
          await limits.requests(request, reply);
          const refusal = sameOriginRefusal(request, origins);
          if (refusal) throw refusal;
        });
        app.addHook('preValidation', async ({ params, query, body }) => {
          const problems = [params, query, body].flatMap((part) => unusableTexts(part));
          if (problems.length > 0) throw new RequestProblemsError(problems);
        });
        await app.register(comingAndGoing({ sessions, waysIn }));
        await app.register(passwordsAndMails({ sessions }));
        await app.register(ownSessions({ sessions }));
      },
      { prefix: authPath },
    );
  };

type Part = Pick<SessionRoutesDeps, 'sessions'>;

/** Sign-up, sign-in with password or at the issuer, sign-out. */
const comingAndGoing =
  ({ sessions, waysIn }: Pick<SessionRoutesDeps, 'sessions' | 'waysIn'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/ways-in', { schema: { response: answer(waysInSchema) } }, async () => said(waysIn));

    app.post(
      '/sign-up',
      { schema: { body: signUpBody, response: { 202: answer(mailedSchema)[200] } } },
      async (request, reply) => {
        await sessions.signUp(request.body, request.ip);
        return reply.code(202).send(mailed);
      },
    );

    app.post('/sign-in', { schema: { body: signInBody, response: answer(doneSchema) } }, async (request, reply) => {
      withCookies(reply, await sessions.signIn(request.body, browserOf(request)));
      return done;
    });

    app.post('/sign-out', { schema: { body: signOutBody, response: answer(doneSchema) } }, async (request, reply) => {
      withCookies(reply, await sessions.signOut(request.body.everywhere, browserOf(request)));
      return done;
    });

    app.post(
      '/sign-in/oidc',
      { schema: { body: oidcBody, response: answer(z.object({ url: z.string() })) } },
      async (request, reply) => {
        const begun = await sessions.oidc.begin(request.body.returnPath, browserOf(request));
        return said(withCookies(reply, begun));
      },
    );

    app.get(`/callback/${oidcProviderId}`, async (request, reply) => {
      const { search } = new URL(request.url, 'http://own.invalid');
      const { location } = withCookies(reply, await sessions.oidc.finish(search, browserOf(request)));
      return reply.redirect(location, 302);
    });
  };

/** Links by mail, and changing a password. */
const passwordsAndMails =
  ({ sessions }: Part): FastifyPluginAsyncZod =>
  async (app) => {
    const mailAnswer = { 202: answer(mailedSchema)[200] };
    app.post('/verify-email/request', { schema: { body: emailBody, response: mailAnswer } }, async (request, reply) => {
      await sessions.askForVerification(request.body.email, request.ip);
      return reply.code(202).send(mailed);
    });

    app.post('/verify-email', { schema: { body: tokenBody, response: answer(doneSchema) } }, async (request) => {
      await sessions.verifyEmail(request.body.token);
      return done;
    });

    app.post(
      '/reset-password/request',
      { schema: { body: emailBody, response: mailAnswer } },
      async (request, reply) => {
        await sessions.askForReset(request.body.email, request.ip);
        return reply.code(202).send(mailed);
      },
    );

    app.post(
      '/reset-password',
      { schema: { body: resetPasswordBody, response: answer(doneSchema) } },
      async (request) => {
        await sessions.resetPassword(request.body);
        return done;
      },
    );

    app.post(
      '/change-password',
      { schema: { body: changePasswordBody, response: answer(doneSchema) } },
      async (request, reply) => {
        const browser = browserOf(request);
        const { caller } = await sessions.authenticate(browser);
        const user = await sessions.getUser(caller.userId);
        withCookies(reply, await sessions.changePassword(request.body, user, browser));
        return done;
      },
    );
  };

/** Who is signed in, and where. */
const ownSessions =
  ({ sessions }: Part): FastifyPluginAsyncZod =>
  async (app) => {
    const signedIn = async (request: FastifyRequest, reply: FastifyReply): Promise<WebCaller> => {
      const { caller, setCookies } = await sessions.authenticate(browserOf(request));
      withCookies(reply, { data: null, setCookies });
      return caller;
    };

    app.get('/session', { schema: { response: answer(signedInSchema) } }, async (request, reply) => {
      const caller = await signedIn(request, reply);
      return said(signedInView(await sessions.getUser(caller.userId), caller));
    });

    app.get(
      '/sessions',
      { schema: { response: answer(z.object({ sessions: z.array(sessionSchema) })) } },
      async (request, reply) => {
        const caller = await signedIn(request, reply);
        const listed = await sessions.listSessions(caller);
        return said({ sessions: listed.map((session) => sessionView(session, caller.sessionId)) });
      },
    );

    app.delete(
      '/sessions/:id',
      { schema: { params: z.object({ id: z.string() }), response: answer(doneSchema) } },
      async (request, reply) => {
        const caller = await signedIn(request, reply);
        await sessions.endSession(caller, request.params.id);
        return done;
      },
    );
  };
