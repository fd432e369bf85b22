import { S3Client } from '@aws-sdk/client-s3';

export interface S3Settings {
  /** Null = AWS, by its region. */
  readonly endpoint: string | null;
  /** Where callers and nodes reach the same server; null = at `endpoint`. */
  readonly publicEndpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The bucket in the path instead of the host name, as most servers other than AWS want it. */
  readonly forcePathStyle: boolean;
}

/** A server that does not take the connection is given up soon; one that works on an answer gets more. */
const connectTimeoutMs = 2_000;
const answerTimeoutMs = 10_000;
/** A body that stands still this long has broken off. */
const idleTimeoutMs = 20_000;

/** A client of one server. Everything that waits has an end: three tries, each bounded. */
export const s3Client = (settings: S3Settings, endpoint: string | null): S3Client =>
  new S3Client({
    ...(endpoint === null ? {} : { endpoint }),
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    maxAttempts: 3,
    retryMode: 'standard',
    // The default adds a CRC of the body to every request, a signed upload included, whose body is not known yet.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      requestTimeout: answerTimeoutMs,
      throwOnRequestTimeout: true,
      socketTimeout: idleTimeoutMs,
      httpAgent: { keepAlive: true, maxSockets: 100 },
      httpsAgent: { keepAlive: true, maxSockets: 100 },
    },
  });
