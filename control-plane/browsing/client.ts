import type { BrowseAction, Outline } from '@reelyard/shared/contracts/browse-session.ts';
import { outlineSchema } from '@reelyard/shared/contracts/browse-session.ts';
import type { CaptureProblem } from '@reelyard/shared/contracts/capture.ts';
import {
  type ActionsAnswer,
  actionsAnswerSchema,
  type CaptureAnswer,
  type CaptureInPage,
  captureAnswerSchema,
  type OpenedSession,
  type OpenSession,
  openedSessionSchema,
  sessionPaths,
  sessionProblemSchema,
  sessionsBearer,
  type VisitedProfile,
  visitedProfileSchema,
} from '@reelyard/shared/contracts/session-protocol.ts';
import { WebSocket } from 'ws';
import { z } from 'zod';
import type { SessionNode } from '../nodes/operations.ts';

/**
 * What came of a call. `gone`: the node or its browser does not hold the session any more, or does not answer; nothing
 * that is asked there again will be better. `full`: it cannot take another session now.
 */
export type NodeAnswer<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'problem'; readonly problem: CaptureProblem; readonly message: string }
  | { readonly kind: 'gone' }
  | { readonly kind: 'full' };

/** The capture node's own walls are shorter: 30 s for a page, 10 s for a wait; a batch has 12 steps. */
const timeoutsMs = { open: 75_000, outline: 45_000, actions: 240_000, capture: 120_000, profile: 20_000 } as const;

const outlineAnswerSchema = z.strictObject({ outline: outlineSchema });
const profileAnswerSchema = z.strictObject({ profile: visitedProfileSchema.nullable() });

interface Call<T> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly timeoutMs: number;
  readonly answer: z.ZodType<T>;
}

const authorization = (node: SessionNode): string => `Bearer ${sessionsBearer(node.tokenSha256)}`;

/** Calls to the capture node that holds a session. Its address came with its registration, never from a user. */
export const sessionsClient = () => {
  const call = async <T>(
    node: SessionNode,
    { method, path, body, timeoutMs, answer }: Call<T>,
  ): Promise<NodeAnswer<T>> => {
    let status: number;
    let text: string;
    try {
      const response = await fetch(`${node.sessionsUrl}${path}`, {
        method,
        headers: {
          authorization: authorization(node),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      ({ status } = response);
      text = await response.text();
    } catch {
      return { kind: 'gone' };
    }
    if (status === 503) return { kind: 'full' };
    if (status === 404 || status === 401) return { kind: 'gone' };
    if (status === 422) return { kind: 'problem', ...sessionProblemSchema.parse(JSON.parse(text)) };
    if (status === 200 || status === 201) return { kind: 'done', value: answer.parse(JSON.parse(text)) };
    throw new Error(`the capture node answered ${method} of a session with ${status}`);
  };

  return {
    open: (node: SessionNode, body: OpenSession): Promise<NodeAnswer<OpenedSession>> =>
      call(node, {
        method: 'POST',
        path: sessionPaths.open,
        body,
        timeoutMs: timeoutsMs.open,
        answer: openedSessionSchema,
      }),

    outline: (node: SessionNode, sessionId: string): Promise<NodeAnswer<{ outline: Outline }>> =>
      call(node, {
        method: 'GET',
        path: sessionPaths.outline(sessionId),
        timeoutMs: timeoutsMs.outline,
        answer: outlineAnswerSchema,
      }),

    actions: (
      node: SessionNode,
      sessionId: string,
      actions: readonly BrowseAction[],
    ): Promise<NodeAnswer<ActionsAnswer>> =>
      call(node, {
        method: 'POST',
        path: sessionPaths.actions(sessionId),
        body: { actions },
        timeoutMs: timeoutsMs.actions,
        answer: actionsAnswerSchema,
      }),

    capture: (node: SessionNode, sessionId: string, body: CaptureInPage): Promise<NodeAnswer<CaptureAnswer>> =>
      call(node, {
        method: 'POST',
        path: sessionPaths.capture(sessionId),
        body,
        timeoutMs: timeoutsMs.capture,
        answer: captureAnswerSchema,
      }),

    profile: (node: SessionNode, sessionId: string): Promise<NodeAnswer<{ profile: VisitedProfile | null }>> =>
      call(node, {
        method: 'GET',
        path: sessionPaths.profile(sessionId),
        timeoutMs: timeoutsMs.profile,
        answer: profileAnswerSchema,
      }),

    close: (node: SessionNode, sessionId: string): Promise<NodeAnswer<{ profile: VisitedProfile | null }>> =>
      call(node, {
        method: 'DELETE',
        path: sessionPaths.session(sessionId),
        timeoutMs: timeoutsMs.profile,
        answer: profileAnswerSchema,
      }),

    /** The socket of a session's live picture; it is not open yet. */
    live: (node: SessionNode, sessionId: string): WebSocket =>
      new WebSocket(`${node.sessionsUrl.replace(/^http/, 'ws')}${sessionPaths.live(sessionId)}`, {
        headers: { authorization: authorization(node) },
        handshakeTimeout: 10_000,
        perMessageDeflate: false,
        maxPayload: 8 * 1024 * 1024,
      }),
  };
};
export type SessionsClient = ReturnType<typeof sessionsClient>;
