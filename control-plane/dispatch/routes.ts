import {
  type CompleteRequest,
  completeRequestSchema,
  failRequestSchema,
  heartbeatRequestSchema,
  leaseRequestSchema,
  nodePaths,
  presenceRequestSchema,
  registerRequestSchema,
  releaseRequestSchema,
} from '@reelyard/shared/contracts/node-protocol.ts';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refusal } from '../http/refusal.ts';
import { RequestProblemsError, requestProblems } from '../http/request-problems.ts';
import type { Node, NodeOperations } from '../nodes/operations.ts';
import type { DispatchOperations } from './operations.ts';

export interface NodeProtocolDeps {
  readonly nodes: NodeOperations;
  readonly dispatch: DispatchOperations;
  /** Told what a node reports about itself. */
  readonly onPresence: (node: Node, activeLeaseCount: number) => void;
}

const parse = <T extends z.ZodType>(schema: T, value: unknown): z.infer<T> => {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new RequestProblemsError(requestProblems(parsed.error));
  return parsed.data;
};

const bearerOf = (request: FastifyRequest): string => {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token !== undefined) return token;
  throw new Refusal('unauthorized', {
    code: 'NODE_TOKEN_MISSING',
    message: 'Send the node token as Authorization: Bearer.',
  });
};

const jobIdSchema = z.uuid();

/** 423 asks for patience (the node itself is in trouble), 409 tells it that it is draining. */
const notReady = (state: Node['state']): Refusal =>
  state === 'quarantined'
    ? new Refusal('locked', {
        code: 'NODE_QUARANTINED',
        message: 'This node failed too often in a row; it rests for a while.',
      })
    : new Refusal('conflict', { code: 'NODE_DRAINING', message: 'This node is draining: it gets no more work.' });

/** Aborts when the node hangs up before it was answered. */
const hangUpSignal = (reply: FastifyReply): AbortSignal => {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('the node hung up'));
  });
  return controller.signal;
};

/** The node protocol (shared/contracts/node-protocol.ts), outside /api/v2: its callers are machines with tokens of their own. */
export const nodeProtocolRoutes =
  ({ nodes, dispatch, onPresence }: NodeProtocolDeps): FastifyPluginAsync =>
  async (app) => {
    const nodeOf = (request: FastifyRequest): Promise<Node> => nodes.authenticate(bearerOf(request));

    app.post(nodePaths.register, async (request) =>
      nodes.register(bearerOf(request), parse(registerRequestSchema, request.body)),
    );

    app.post(nodePaths.lease, async (request, reply) => {
      const node = await nodeOf(request);
      const { kinds, waitSeconds } = parse(leaseRequestSchema, request.body);
      if (node.state !== 'ready') throw notReady(node.state);
      const answer = await dispatch.lease(node, kinds, waitSeconds, hangUpSignal(reply));
      if (answer.kind === 'granted') return answer.lease;
      if (answer.kind === 'nothing') return reply.code(204).send();
      throw notReady((await nodeOf(request)).state);
    });

    type LeasePath = { Params: { jobId: string } };
    const jobOf = async (request: FastifyRequest<LeasePath>) => ({
      nodeId: (await nodeOf(request)).id,
      jobId: parse(jobIdSchema, request.params.jobId),
    });

    app.post<LeasePath>(nodePaths.heartbeat(':jobId'), async (request) => {
      const job = await jobOf(request);
      const { attempt, progress } = parse(heartbeatRequestSchema, request.body);
      return dispatch.heartbeat({ ...job, attempt }, progress);
    });

    app.post<LeasePath>(nodePaths.complete(':jobId'), async (request) => {
      const job = await jobOf(request);
      const body = parse(completeRequestSchema, request.body);
      await dispatch.complete({ ...job, attempt: body.attempt }, body as CompleteRequest);
      return {};
    });

    app.post<LeasePath>(nodePaths.fail(':jobId'), async (request) => {
      const job = await jobOf(request);
      const { attempt, failure } = parse(failRequestSchema, request.body);
      await dispatch.fail({ ...job, attempt }, failure);
      return {};
    });

    app.post<LeasePath>(nodePaths.release(':jobId'), async (request) => {
      const job = await jobOf(request);
      const { attempt } = parse(releaseRequestSchema, request.body);
      await dispatch.release({ ...job, attempt });
      return {};
    });

    app.post(nodePaths.presence, async (request) => {
      const node = await nodeOf(request);
      const { capabilities, activeLeaseCount } = parse(presenceRequestSchema, request.body);
      await nodes.presence(node.id, capabilities);
      onPresence(node, activeLeaseCount);
      return { state: node.state };
    });

    app.post(nodePaths.drain, async (request) => {
      const node = await nodeOf(request);
      const state = await nodes.drain(node.id);
      dispatch.dismiss(node.id);
      return { state };
    });

    app.post(nodePaths.goodbye, async (request) => {
      const node = await nodeOf(request);
      const state = await nodes.goodbye(node.id);
      dispatch.dismiss(node.id);
      await dispatch.releaseAll(node.id);
      return { state };
    });
  };
