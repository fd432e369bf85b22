import { createHash, timingSafeEqual } from 'node:crypto';
import fastifyWebsocket from '@fastify/websocket';
import {
  captureInPageSchema,
  openSessionSchema,
  runActionsSchema,
  sessionPaths,
  sessionsBearer,
} from '@reelyard/shared/contracts/session-protocol.ts';
import type { NodeLog } from '@reelyard/shared/node-runtime/node-log.ts';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { LeaseEnded, NoBrowserFree } from '../browsers/lease-ended.ts';
import { CaptureProblemError } from '../capture/capture-problem.ts';
import { endProblem } from '../capture/opening-problem.ts';
import { captureInSession } from './capture-in-session.ts';
import { showLive } from './live-view.ts';
import { type HeldSession, NodeFull, type SessionBook } from './session-book.ts';

export interface SessionsServerOptions {
  readonly sessions: SessionBook;
  /** The node's own token; null until it is registered, and nobody is let in before. */
  readonly nodeToken: () => string | null;
  /** A folder for pictures that are on their way. */
  readonly scratchPath: string;
  readonly log: NodeLog;
}

/** A person's sign-ins come with the request that opens their browser. */
const bodyLimitBytes = 40 * 1_024 * 1_024;

const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

/** A request that is not what the protocol says: the control plane is of another version, or it is not the control plane. */
class NotTheProtocol extends Error {
  override readonly name = 'NotTheProtocol';
}
/** Not here, or not any more. */
class SessionGone extends Error {
  override readonly name = 'SessionGone';
}

const parse = <T extends z.ZodType>(schema: T, body: unknown): z.infer<T> => {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new NotTheProtocol('the body is not what was expected');
  return parsed.data;
};

/** What an error means for the control plane (session-protocol.ts); 500 is a fault of ours. */
const answerOf = (error: unknown): { status: number; body: Record<string, unknown> } => {
  if (error instanceof CaptureProblemError)
    return { status: 422, body: { problem: error.problem, message: error.message } };
  if (error instanceof NodeFull || error instanceof NoBrowserFree) return { status: 503, body: {} };
  if (error instanceof SessionGone || error instanceof LeaseEnded) return { status: 404, body: {} };
  if (error instanceof NotTheProtocol) return { status: 400, body: {} };
  return { status: 500, body: {} };
};

/** While a page is opened there is no session yet: what the page did to its browser is the page's problem. */
const openingProblem = (error: unknown): unknown =>
  error instanceof LeaseEnded ? (endProblem(error.reason) ?? error) : error;

type Named = { Params: { id: string } };

/** The internal door of a capture node: only the control plane comes in, with what both can make of the node's token. */
export const sessionsServer = async ({
  sessions,
  nodeToken,
  scratchPath,
  log,
}: SessionsServerOptions): Promise<FastifyInstance> => {
  const app = fastify({ bodyLimit: bodyLimitBytes, requestTimeout: 300_000, logger: false });
  await app.register(fastifyWebsocket, { options: { maxPayload: 64 * 1_024, perMessageDeflate: false } });

  app.addHook('onRequest', async (request, reply) => {
    const token = nodeToken();
    const expected = token === null ? null : sha256(`Bearer ${sessionsBearer(sha256(token))}`);
    if (expected !== null && timingSafeEqual(sha256(request.headers.authorization ?? ''), expected)) return;
    await reply.code(401).send({});
  });
  app.setErrorHandler(async (error, _request, reply) => {
    const { status, body } = answerOf(error);
    // Without the request: a body holds what was typed.
    if (status === 500) log.error({ err: error }, 'session');
    return await reply.code(status).send(body);
  });

  const heldOf = (request: FastifyRequest<Named>): HeldSession => {
    const found = sessions.use(request.params.id);
    if (found === null) throw new SessionGone('not here');
    return found;
  };

  app.post(sessionPaths.open, async (request, reply: FastifyReply) => {
    const order = parse(openSessionSchema, request.body);
    if (sessions.has(order.sessionId)) return await reply.code(409).send({});
    try {
      return await reply.code(201).send(await sessions.open(order));
    } catch (error) {
      throw openingProblem(error);
    }
  });
  app.get<Named>(sessionPaths.outline(':id'), async (request) => ({
    outline: await heldOf(request).session.outline(),
  }));
  app.post<Named>(sessionPaths.actions(':id'), async (request) => {
    const { actions } = parse(runActionsSchema, request.body);
    const held = heldOf(request);
    const answer = await held.session.act(actions);
    held.touch();
    return answer;
  });
  app.post<Named>(sessionPaths.capture(':id'), async (request) => {
    const order = parse(captureInPageSchema, request.body);
    return await captureInSession(heldOf(request).session, order, scratchPath);
  });
  app.get<Named>(sessionPaths.profile(':id'), async (request) => {
    heldOf(request);
    return { profile: await sessions.profileOf(request.params.id) };
  });
  app.delete<Named>(sessionPaths.session(':id'), async (request) => {
    heldOf(request);
    return { profile: await sessions.close(request.params.id) };
  });
  app.get<Named>(sessionPaths.live(':id'), { websocket: true }, (socket, request) => {
    const held = sessions.use((request.params as { id: string }).id);
    if (held === null) return socket.close(1008);
    showLive(held.session, socket, () => held.touch());
  });
  return app;
};
