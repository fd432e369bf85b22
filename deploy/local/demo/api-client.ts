import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

/** The API said no, or something that is no answer of the API. */
export class ApiError extends Error {
  readonly statusCode: number;
  constructor(message: string, statusCode: number) {
    super(message);
    this.name = 'ApiError';
    this.statusCode = statusCode;
  }
}

export interface ApiClient {
  /** Calls `path` below /api/v2 and answers `data`, checked by `schema`. Throws an ApiError with every detail of a refusal. */
  call<T>(method: 'GET' | 'POST', path: string, schema: z.ZodType<T>, body?: unknown): Promise<T>;
  /** Writes what `url` holds to `filePath`, whole or not at all; answers its size in bytes. */
  download(url: string, filePath: string): Promise<number>;
}

const answerTimeoutMs = 30_000;
const refusalSchema = z.looseObject({
  message: z.string(),
  code: z.string().optional(),
  details: z.array(z.looseObject({ path: z.string(), message: z.string() })).optional(),
});

export function apiClient(baseUrl: string, apiKey: string, signal: AbortSignal): ApiClient {
  return {
    async call(method, path, schema, body) {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: { 'x-api-key': apiKey, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(answerTimeoutMs)]),
      });
      const answer: unknown = await response.json().catch(() => null);
      if (!response.ok) throw new ApiError(refusalText(method, path, response.status, answer), response.status);
      return z.object({ success: z.literal(true), data: schema }).parse(answer).data;
    },

    async download(url, filePath) {
      const response = await fetch(url, { signal });
      if (!response.ok || response.body === null)
        throw new ApiError(`downloading answered ${response.status}`, response.status);
      const half = `${filePath}.part`;
      try {
        await pipeline(Readable.fromWeb(response.body), createWriteStream(half), { signal });
        await rename(half, filePath);
      } catch (error) {
        await rm(half, { force: true });
        throw error;
      }
      return (await stat(filePath)).size;
    },
  };
}

function refusalText(method: string, path: string, status: number, answer: unknown): string {
  const refusal = refusalSchema.safeParse(answer);
  if (!refusal.success) return `${method} ${path} answered ${status}`;
  const { message, code, details = [] } = refusal.data;
  return [
    `${method} ${path} answered ${status}${code === undefined ? '' : ` ${code}`}: ${message}`,
    ...details.map((detail) => `  ${detail.path}: ${detail.message}`),
  ].join('\n');
}
