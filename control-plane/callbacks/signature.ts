import { createHmac } from 'node:crypto';

export interface SignedParts {
  readonly event: string;
  /** The receiver's key against doubles: the same in every attempt. */
  readonly requestId: string;
  readonly sentAt: Date;
  /** The very bytes that are sent. */
  readonly body: Buffer;
  readonly secret: string | null;
}

const hmac = (secret: string, prefix: string, body: Buffer): Buffer =>
  createHmac('sha256', secret).update(prefix, 'utf8').update(body).digest();

/**
 * S112 and, beside it, the headers of Standard Webhooks (N46). Both sign the exact bytes of the body, `x-svc-signature`
 * with `<timestamp>.<body>`, `webhook-signature` with `<id>.<timestamp>.<body>`; the timestamp is in Unix seconds.
 */
export const callbackHeaders = ({ event, requestId, sentAt, body, secret }: SignedParts): Record<string, string> => {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const headers = {
    'content-type': 'application/json',
    'x-svc-event': event,
    'x-svc-request-id': requestId,
    'x-svc-timestamp': timestamp,
    'webhook-id': requestId,
    'webhook-timestamp': timestamp,
  };
  if (secret === null) return headers;
  return {
    ...headers,
    'x-svc-signature': `sha256=${hmac(secret, `${timestamp}.`, body).toString('hex')}`,
    'webhook-signature': `v1,${hmac(secret, `${requestId}.${timestamp}.`, body).toString('base64')}`,
  };
};
