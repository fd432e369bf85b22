import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';

export const stripeKeys = {
  secretKey: 'sk_test_of_the_fake_that_nobody_else_takes',
  webhookSecret: 'whsec_of_the_fake_that_nobody_else_knows',
} as const;

export interface FakeSession {
  readonly id: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  amount_total: number;
  currency: string;
  payment_intent: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly expires_at: number;
  readonly url: string;
  /** What the farm asked for, as it was sent. */
  readonly asked: Readonly<Record<string, string>>;
}

export interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly object: unknown };
}

/** A request of Stripe to the webhook. */
export interface SignedRequest {
  readonly payload: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface FakeStripe {
  /** The settings of a farm that is paid here. */
  readonly settings: Readonly<Record<string, string>>;
  /** The session behind an address that a buyer was sent to. */
  sessionAt(checkoutUrl: string): FakeSession;
  /** The buyer pays; `over` is what arrived if it is not what was asked for. */
  pay(session: FakeSession, over?: Partial<Pick<FakeSession, 'amount_total' | 'currency'>>): void;
  /** When the farm has first asked about a session, and the answer is on its way. */
  wasRead(session: FakeSession): Promise<void>;
  /** Refuses everything with this status from now on; null: works again. */
  fail(status: number | null): void;
  /** How often the farm asked for anything. */
  requestCount(): number;
  close(): Promise<void>;
}

export const eventOf = (type: string, object: unknown, id = `evt_${randomUUID()}`): StripeEvent => ({
  id,
  type,
  data: { object: structuredClone(object) },
});

/** A genuine delivery, or one with the secret, the time or the bytes of somebody else. */
export const signed = (
  event: StripeEvent,
  over: { secret?: string; timestamp?: number; payload?: string } = {},
): SignedRequest => {
  const payload = JSON.stringify({ object: 'event', ...event });
  const header = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: over.secret ?? stripeKeys.webhookSecret,
    timestamp: over.timestamp ?? Math.floor(Date.now() / 1_000),
  });
  return {
    payload: over.payload ?? payload,
    headers: { 'stripe-signature': header, 'content-type': 'application/json; charset=utf-8' },
  };
};

const bodyOf = async (request: IncomingMessage): Promise<Record<string, string>> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')));
};

const answer = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** What the farm uses of Stripe, over real HTTP: hosted checkouts that can be paid, read and looked up. */
export const startFakeStripe = async (): Promise<FakeStripe> => {
  const sessions = new Map<string, FakeSession>();
  const byIdempotencyKey = new Map<string, FakeSession>();
  const reads = new Map<string, PromiseWithResolvers<void>>();
  const readOf = (id: string): PromiseWithResolvers<void> => {
    const read = reads.get(id) ?? Promise.withResolvers<void>();
    reads.set(id, read);
    return read;
  };
  let failStatus: number | null = null;
  let count = 0;

  const create = (asked: Record<string, string>): FakeSession => {
    const id = `cs_test_${randomUUID()}`;
    const session: FakeSession = {
      id,
      status: 'open',
      payment_status: 'unpaid',
      amount_total: Number(asked['line_items[0][price_data][unit_amount]']),
      currency: asked['line_items[0][price_data][currency]'] ?? '',
      payment_intent: null,
      metadata: Object.fromEntries(
        Object.entries(asked).flatMap(([name, value]) => {
          const key = /^metadata\[(.+)\]$/.exec(name)?.[1];
          return key === undefined ? [] : [[key, value]];
        }),
      ),
      expires_at: Number(asked['expires_at']),
      url: `https://checkout.stripe.test/${id}`,
      asked,
    };
    sessions.set(id, session);
    return session;
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    count += 1;
    const path = request.url ?? '';
    const asked = await bodyOf(request);
    if (request.headers.authorization !== `Bearer ${stripeKeys.secretKey}`) {
      return answer(response, 401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } });
    }
    if (failStatus !== null) {
      return answer(response, failStatus, { error: { type: 'api_error', message: 'canary-of-stripe: down' } });
    }
    if (request.method === 'POST' && path === '/v1/checkout/sessions') {
      const key = String(request.headers['idempotency-key']);
      const session = byIdempotencyKey.get(key) ?? create(asked);
      byIdempotencyKey.set(key, session);
      return answer(response, 200, { object: 'checkout.session', ...session });
    }
    const session = sessions.get(path.replace('/v1/checkout/sessions/', ''));
    if (session) {
      answer(response, 200, { object: 'checkout.session', ...session });
      return readOf(session.id).resolve();
    }
    const paid = [...sessions.values()].find((each) => path === `/v1/payment_intents/${each.payment_intent}`);
    if (paid) {
      return answer(response, 200, { object: 'payment_intent', id: paid.payment_intent, metadata: paid.metadata });
    }
    return answer(response, 404, { error: { type: 'invalid_request_error', message: 'No such object' } });
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      STRIPE_SECRET_KEY: stripeKeys.secretKey,
      STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
      STRIPE_API_BASE: `http://127.0.0.1:${port}`,
    },
    sessionAt(checkoutUrl) {
      const session = sessions.get(checkoutUrl.slice(checkoutUrl.lastIndexOf('/') + 1));
      if (session === undefined) throw new Error(`nobody was sent to ${checkoutUrl}`);
      return session;
    },
    pay(session, over = {}) {
      Object.assign(session, over, { status: 'complete', payment_status: 'paid', payment_intent: `pi_${session.id}` });
    },
    wasRead: ({ id }) => readOf(id).promise,
    fail(status) {
      failStatus = status;
    },
    requestCount: () => count,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
