import type { JobKind } from '../contracts/jobs/catalog.ts';
import {
  type CompleteRequest,
  type FailRequest,
  type HeartbeatAnswer,
  type HeartbeatRequest,
  heartbeatAnswerSchema,
  type Lease,
  type LeaseRequest,
  type NodeState,
  nodePaths,
  type PresenceRequest,
  parseLease,
  presenceAnswerSchema,
  type RegisterRequest,
  registerAnswerSchema,
} from '../contracts/node-protocol.ts';
import { defaultRetryPolicy, type RetryPolicy, withRetries } from './retry.ts';

/** A request got no usable answer. */
export class ControlPlaneError extends Error {
  /** Null where there was no answer at all. */
  readonly status: number | null;
  constructor(message: string, status: number | null, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ControlPlaneError';
    this.status = status;
  }
}

export type LeaseAnswer =
  | { readonly kind: 'granted'; readonly lease: Lease }
  | { readonly kind: 'nothing' | 'draining' | 'quarantined' };

/** `lost`: another attempt has taken over, or the job ended. `files-differ`: what was uploaded is not what was named. */
export type ReportAnswer = 'accepted' | 'lost' | 'files-differ';

/** The node protocol as verbs; what a status means is decided here and nowhere else. */
export interface ControlPlaneClient {
  /** The node's own token, which another takes the place of when it has to register again; null before it is registered. */
  readonly nodeToken: string | null;
  /** Retried until the signal aborts; throws a ControlPlaneError where the farm token is refused. */
  register(request: RegisterRequest, signal: AbortSignal): Promise<{ nodeId: string }>;
  /** One long poll; never retried, because a granted lease whose answer was lost must not be granted twice. */
  lease(request: LeaseRequest, signal: AbortSignal): Promise<LeaseAnswer>;
  heartbeat(jobId: string, request: HeartbeatRequest, signal: AbortSignal): Promise<HeartbeatAnswer | 'lost'>;
  complete<K extends JobKind>(jobId: string, request: CompleteRequest<K>, signal: AbortSignal): Promise<ReportAnswer>;
  fail(jobId: string, request: FailRequest, signal: AbortSignal): Promise<ReportAnswer>;
  /** Hands a job back unharmed. */
  release(jobId: string, attempt: number, signal: AbortSignal): Promise<ReportAnswer>;
  presence(request: PresenceRequest, signal: AbortSignal): Promise<NodeState>;
  drain(signal: AbortSignal): Promise<void>;
  goodbye(signal: AbortSignal): Promise<void>;
}

export interface ControlPlaneClientOptions {
  /** Where the control plane is reached, without a trailing slash. */
  readonly baseUrl: string;
  readonly farmToken: string;
  readonly retryPolicy?: RetryPolicy;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** No answer, an answer of a proxy or a control plane that is starting, or too many requests. */
const isPassing = (error: unknown): boolean =>
  error instanceof ControlPlaneError && (error.status === null || error.status >= 500 || error.status === 429);

const bodyOf = (text: string): unknown => {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const unexpected = (path: string, status: number): ControlPlaneError =>
  new ControlPlaneError(`the control plane answered ${path} with ${status}`, status);

export const controlPlaneClient = (options: ControlPlaneClientOptions): ControlPlaneClient => {
  const policy = options.retryPolicy ?? defaultRetryPolicy;
  let nodeToken: string | undefined;
  let registration: RegisterRequest | undefined;
  let renewal: Promise<unknown> | undefined;

  const post = async (path: string, body: unknown, token: string, signal: AbortSignal): Promise<Answer> => {
    try {
      const response = await fetch(`${options.baseUrl}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal,
      });
      return { status: response.status, body: bodyOf(await response.text()) };
    } catch (cause) {
      throw new ControlPlaneError(`the control plane did not answer ${path}`, null, { cause });
    }
  };

  const registerOnce = async (request: RegisterRequest, signal: AbortSignal): Promise<{ nodeId: string }> => {
    const answer = await post(nodePaths.register, request, options.farmToken, signal);
    if (answer.status !== 200) throw unexpected(nodePaths.register, answer.status);
    const { nodeId, nodeToken: token } = registerAnswerSchema.parse(answer.body);
    registration = request;
    nodeToken = token;
    return { nodeId };
  };

  /** 401 = register again: once, however many requests met it. */
  const asNode = async (path: string, body: unknown, signal: AbortSignal): Promise<Answer> => {
    const token = nodeToken;
    if (token === undefined || registration === undefined) throw new Error('the node is not registered');
    const answer = await post(path, body, token, signal);
    if (answer.status !== 401) return answer;
    if (nodeToken === token) {
      renewal ??= registerOnce(registration, signal).finally(() => {
        renewal = undefined;
      });
      await renewal;
    }
    return await post(path, body, nodeToken ?? token, signal);
  };

  const retried = async <T>(
    path: string,
    body: unknown,
    signal: AbortSignal,
    read: (answer: Answer) => T,
  ): Promise<T> =>
    await withRetries(
      async () => {
        const answer = await asNode(path, body, signal);
        if (answer.status >= 500 || answer.status === 429) throw unexpected(path, answer.status);
        return read(answer);
      },
      isPassing,
      policy,
      signal,
    );

  /** 404 and 403 too: a job that is gone, or one that another registration of this node held. */
  const isLost = (status: number): boolean => status === 409 || status === 404 || status === 403;

  const report = async (path: string, body: unknown, signal: AbortSignal): Promise<ReportAnswer> =>
    await retried(path, body, signal, ({ status }) => {
      if (status === 200 || status === 204) return 'accepted';
      if (isLost(status)) return 'lost';
      if (status === 422) return 'files-differ';
      throw unexpected(path, status);
    });

  const leaseOnce = async (request: LeaseRequest, signal: AbortSignal): Promise<LeaseAnswer> => {
    const answer = await asNode(nodePaths.lease, request, signal);
    if (answer.status === 200) return { kind: 'granted', lease: parseLease(answer.body) };
    if (answer.status === 204) return { kind: 'nothing' };
    if (answer.status === 409) return { kind: 'draining' };
    if (answer.status === 423) return { kind: 'quarantined' };
    throw unexpected(nodePaths.lease, answer.status);
  };

  const done = async (path: string, signal: AbortSignal): Promise<void> =>
    await retried(path, {}, signal, ({ status }) => {
      if (status !== 200 && status !== 204) throw unexpected(path, status);
    });

  return {
    get nodeToken() {
      return nodeToken ?? null;
    },
    register: async (request, signal) =>
      await withRetries(async () => await registerOnce(request, signal), isPassing, policy, signal),
    lease: leaseOnce,
    heartbeat: async (jobId, request, signal) =>
      await retried(nodePaths.heartbeat(jobId), request, signal, ({ status, body }) => {
        if (isLost(status)) return 'lost';
        if (status === 200) return heartbeatAnswerSchema.parse(body);
        throw unexpected(nodePaths.heartbeat(jobId), status);
      }),
    complete: async (jobId, request, signal) => await report(nodePaths.complete(jobId), request, signal),
    fail: async (jobId, request, signal) => await report(nodePaths.fail(jobId), request, signal),
    release: async (jobId, attempt, signal) => await report(nodePaths.release(jobId), { attempt }, signal),
    presence: async (request, signal) =>
      await retried(nodePaths.presence, request, signal, ({ status, body }) => {
        if (status === 200) return presenceAnswerSchema.parse(body).state;
        throw unexpected(nodePaths.presence, status);
      }),
    drain: async (signal) => await done(nodePaths.drain, signal),
    goodbye: async (signal) => await done(nodePaths.goodbye, signal),
  };
};
