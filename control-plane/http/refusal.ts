/** One thing that is wrong with a request, addressed the way the caller wrote it (`scenes[1].parameters.headline`). */
export interface Problem {
  readonly path: string;
  /** UPPER_SNAKE, stable, for programs. */
  readonly code: string;
  readonly message: string;
  readonly allowed?: readonly (string | number | boolean)[];
}

/** The only kind -> status table (N3). */
export const refusalStatuses = {
  bad_request: 400,
  unauthorized: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  unprocessable: 422,
  locked: 423,
  too_many_requests: 429,
  unavailable: 503,
} as const;

export type RefusalKind = keyof typeof refusalStatuses;

export interface RefusalInput {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly Problem[];
  /** Fields that the contract promises at the top level of the error (creditsRequired, missingText, resetsAt …). */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An expected "no" that the caller can act on. Thrown by operations; http/error-body.ts makes the answer from it. */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly code: string;
  readonly details: readonly Problem[];
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(kind: RefusalKind, input: RefusalInput) {
    super(input.message);
    this.name = 'Refusal';
    this.kind = kind;
    this.code = input.code;
    this.details = input.details ?? [];
    this.body = input.body ?? {};
    this.headers = input.headers ?? {};
  }
}

/** The 404 of a record that does not exist or is not the caller's: both look the same (N43). */
export const notFound = (what: string): Refusal =>
  new Refusal('not_found', {
    code: `${what.toUpperCase().replaceAll(' ', '_')}_NOT_FOUND`,
    message: `There is no such ${what}.`,
  });
