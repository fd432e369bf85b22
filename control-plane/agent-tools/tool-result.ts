import type { CallToolResult } from '@modelcontextprotocol/server';
import { ApiError } from '@reelyard/shared/sdk/api-error.ts';
import { refusalBody } from '../http/error-body.ts';
import { Refusal } from '../http/refusal.ts';
import { bytesOf, clipped, fitting, maxResultBytes, maxSummaryBytes } from './fitting.ts';
import { remedyFor } from './remedies.ts';
import type { ToolAnswer } from './tool.ts';

/** What a call answers: facts for programs, words for agents, pictures to look at, links to what is big. */
export const answerResult = ({ structured, summary, pictures = [], links = [] }: ToolAnswer<Record<string, unknown>>) =>
  ({
    structuredContent: structured,
    content: [
      { type: 'text', text: clipped(summary, maxSummaryBytes) },
      ...pictures.flatMap((picture) =>
        picture === null ? [] : [{ type: 'image' as const, mimeType: picture.mimeType, data: picture.base64 }],
      ),
      ...links.map((link) => ({ type: 'resource_link' as const, ...link })),
    ],
  }) satisfies CallToolResult;

/** Fields of an error's body that say nothing to an agent, or are said elsewhere. */
const leftOut = new Set(['success', 'statusCode', 'error', 'code', 'message', 'details', 'requestId']);
const maxFieldBytes = 1_500;
const maxDetailsBytes = 3_000;

interface Failure {
  readonly statusCode: number;
  readonly code: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Null for a fault of ours: it is logged, and nothing of it is told. */
const failureOf = (error: unknown, requestId: string): Failure | null => {
  if (error instanceof ApiError) return error;
  if (!(error instanceof Refusal)) return null;
  const body = refusalBody(error, requestId);
  return { statusCode: body.statusCode, code: body.code, body };
};

export interface ErrorResult {
  readonly result: CallToolResult;
  readonly code: string;
  /** What is to be logged; null where the error was an expected one. */
  readonly fault: unknown;
}

/**
 * An error as a tool answers it: the body of the API's error, with what to do about it. As text alone: clients check
 * structured content against the schema of a success.
 */
export const errorResult = (error: unknown, requestId: string): ErrorResult => {
  const failure = failureOf(error, requestId);
  const { statusCode, code, body } = failure ?? { statusCode: 500, code: 'INTERNAL_ERROR', body: {} };
  const details = Array.isArray(body['details']) ? (body['details'] as unknown[]) : [];
  const shown = fitting(details, maxDetailsBytes);
  const message =
    typeof body['message'] === 'string' ? body['message'] : 'Something went wrong on our side. Quote the request id.';
  const own = Object.entries(body).filter(([name, value]) => !leftOut.has(name) && bytesOf(value) <= maxFieldBytes);
  const told = {
    code,
    message: clipped(message, maxSummaryBytes),
    ...remedyFor(code, statusCode),
    statusCode,
    requestId: typeof body['requestId'] === 'string' ? body['requestId'] : requestId,
    ...(shown.length > 0 ? { details: shown } : {}),
    ...(shown.length < details.length ? { detailsLeftOut: details.length - shown.length } : {}),
  };
  const full = { ...told, ...Object.fromEntries(own) };
  const text = JSON.stringify(bytesOf(full) <= maxResultBytes - 500 ? full : told);
  return { result: { isError: true, content: [{ type: 'text', text }] }, code, fault: failure === null ? error : null };
};
