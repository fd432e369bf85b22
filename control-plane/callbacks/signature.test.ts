import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callbackHeaders } from './signature.ts';

const parts = {
  event: 'publish.completed',
  requestId: 'pub_1',
  sentAt: new Date('2026-01-02T03:04:05.678Z'),
  body: Buffer.from('{"a":"ü"}'),
  secret: 'a secret of sixteen or more',
};

describe('callback signature', () => {
  it('S112: names event, request and time in Unix seconds', () => {
    expect(callbackHeaders({ ...parts, secret: null })).toEqual({
      'content-type': 'application/json',
      'x-svc-event': 'publish.completed',
      'x-svc-request-id': 'pub_1',
      'x-svc-timestamp': '1767323045',
      'webhook-id': 'pub_1',
      'webhook-timestamp': '1767323045',
    });
  });

  it('F5: signs the exact bytes, as a receiver checks them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ minLength: 1 }), (text, secret) => {
        const body = Buffer.from(JSON.stringify({ text }), 'utf8');
        const headers = callbackHeaders({ ...parts, body, secret });
        const signed = `${headers['x-svc-timestamp']}.${body.toString('utf8')}`;
        expect(headers['x-svc-signature']).toBe(`sha256=${createHmac('sha256', secret).update(signed).digest('hex')}`);
        const standard = `${headers['webhook-id']}.${signed}`;
        expect(headers['webhook-signature']).toBe(
          `v1,${createHmac('sha256', secret).update(standard).digest('base64')}`,
        );
      }),
    );
  });
});
