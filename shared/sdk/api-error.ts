/** One thing that is wrong with a request, with its place (`scenes[1].parameters.headline`). */
export interface ErrorDetail {
  readonly path: string;
  readonly code: string;
  readonly message: string;
  readonly allowed?: readonly (string | number | boolean)[];
}

interface ApiErrorInput {
  readonly method: string;
  readonly path: string;
  readonly statusCode: number;
  readonly body: unknown;
  readonly retryAfterSeconds: number | null;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** An answer of the API that is no success (N2), or an answer that is none of the API's at all. */
export class ApiError extends Error {
  readonly statusCode: number;
  /** UPPER_SNAKE, stable; UNEXPECTED_ANSWER where something else than the API answered. */
  readonly code: string;
  readonly details: readonly ErrorDetail[];
  readonly requestId: string | null;
  /** When it is worth trying again; null where the answer does not say. */
  readonly retryAfterSeconds: number | null;
  /** The whole body: errors have fields of their own (creditsRequired, missingText, resetsAt …). */
  readonly body: Readonly<Record<string, unknown>>;

  constructor({ method, path, statusCode, body, retryAfterSeconds }: ApiErrorInput) {
    const fields = isRecord(body) ? body : {};
    const code = textOf(fields['code']);
    const details = Array.isArray(fields['details']) ? (fields['details'] as ErrorDetail[]) : [];
    const said = [code, textOf(fields['message'])].filter((part) => part !== null).join(': ');
    super(
      [
        `${method} ${path} answered ${statusCode}${said === '' ? '' : ` ${said}`}`,
        ...details.map((detail) => `  ${detail.path}: ${detail.message}`),
      ].join('\n'),
    );
    this.name = 'ApiError';
    this.statusCode = statusCode;
    this.code = code ?? 'UNEXPECTED_ANSWER';
    this.details = details;
    this.requestId = textOf(fields['requestId']);
    this.retryAfterSeconds = retryAfterSeconds;
    this.body = fields;
  }
}
