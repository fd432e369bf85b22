import { Refusal } from '../http/refusal.ts';

/** What the farm asks of an S3 server. */
export const storageOperations = ['put', 'head', 'read', 'verify', 'accept', 'delete', 'ping'] as const;
export type StorageOperation = (typeof storageOperations)[number];

/** Why an S3 server did not do what the farm asked of it. */
export const storageTroubles = [
  'unreachable',
  'slow',
  'denied',
  'no_bucket',
  'wrong_region',
  'clock_skew',
  'busy',
  'other',
] as const;
export type StorageTrouble = (typeof storageTroubles)[number];

/** What an operator does about it. */
export const troubleHints: Readonly<Record<StorageTrouble, string>> = {
  unreachable: 'Start that server, or correct S3_ENDPOINT.',
  slow: 'The server took too long to answer: look at its load and at the network between.',
  denied:
    'Correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY; that user needs GetObject, PutObject and DeleteObject on the bucket’s objects and ListBucket on the bucket.',
  no_bucket: 'Make the bucket, or correct S3_BUCKET.',
  wrong_region: 'Set S3_REGION to the region of the bucket.',
  clock_skew: 'Set the clock of this machine: signed addresses hold only where both clocks agree within 15 minutes.',
  busy: 'The server refuses for the moment: look at its load and limits.',
  other: 'See the log of the control plane and of that server.',
};

interface S3Error {
  readonly name: string;
  readonly code: string | null;
  readonly status: number | null;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Name, system code and HTTP status of whatever the SDK threw. */
export const s3ErrorOf = (error: unknown): S3Error => {
  const seen = error as { name?: unknown; code?: unknown; $metadata?: { httpStatusCode?: unknown } } | null;
  const status = seen?.$metadata?.httpStatusCode;
  return {
    name: textOf(seen?.name) ?? 'Error',
    code: textOf(seen?.code),
    status: typeof status === 'number' ? status : null,
  };
};

const namedTroubles: Readonly<Record<string, StorageTrouble>> = {
  NoSuchBucket: 'no_bucket',
  PermanentRedirect: 'wrong_region',
  AuthorizationHeaderMalformed: 'wrong_region',
  RequestTimeTooSkewed: 'clock_skew',
  RequestExpired: 'clock_skew',
  AccessDenied: 'denied',
  InvalidAccessKeyId: 'denied',
  SignatureDoesNotMatch: 'denied',
  SlowDown: 'busy',
  ServiceUnavailable: 'busy',
  TimeoutError: 'slow',
  AbortError: 'slow',
};
const unreachableCodes =
  /^(?:ECONN|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|EPIPE|ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;

/** The trouble behind an error of the SDK. `isWholeBucket`: the request named no object, so a bare 404 means the bucket. */
export const storageTroubleOf = (error: unknown, isWholeBucket = false): StorageTrouble => {
  const { name, code, status } = s3ErrorOf(error);
  const named = namedTroubles[name];
  if (named !== undefined) return named;
  if (code !== null && unreachableCodes.test(code)) return 'unreachable';
  if (code === 'ETIMEDOUT' || code === 'ESOCKETTIMEDOUT') return 'slow';
  if (status === 401 || status === 403) return 'denied';
  if (status === 301 || status === 307) return 'wrong_region';
  if (status === 404 && isWholeBucket) return 'no_bucket';
  return status !== null && (status === 429 || status >= 500) ? 'busy' : 'other';
};

/** The store did not do its part. Whoever asked may ask again (503): nodes do, and so does the next look of a sweep. */
export class StorageUnavailableError extends Refusal {
  readonly trouble: StorageTrouble;
  constructor(trouble: StorageTrouble, cause: unknown) {
    super('unavailable', {
      code: 'STORAGE_UNAVAILABLE',
      message: 'The object storage of the farm does not answer as it should. Try again in a moment.',
      headers: { 'retry-after': '5' },
    });
    this.name = 'StorageUnavailableError';
    this.trouble = trouble;
    this.cause = cause;
  }
}
