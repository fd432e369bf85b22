import { z } from 'zod';
import type { CheckoutReport, ProviderEvent } from '../provider.ts';

/** The name under which a checkout carries our payment's id to Stripe and back. */
export const metadataKey = 'reelyardPaymentId';

const metadataSchema = z.record(z.string(), z.string()).nullish();
/** A reference is an id, or the object itself where it was expanded. */
const referenceSchema = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish();

const sessionSchema = z.object({
  id: z.string(),
  status: z.enum(['open', 'complete', 'expired']).nullish(),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_total: z.int().nullish(),
  currency: z.string().nullish(),
  payment_intent: referenceSchema,
  metadata: metadataSchema,
});
const chargeSchema = z.object({
  payment_intent: referenceSchema,
  amount_refunded: z.int().nonnegative(),
  metadata: metadataSchema,
});
const disputeSchema = z.object({ payment_intent: referenceSchema, status: z.string() });

const eventSchema = z.object({ id: z.string(), type: z.string(), data: z.object({ object: z.unknown() }) });
type StripeEvent = z.infer<typeof eventSchema>;

type Session = z.infer<typeof sessionSchema>;

export const paymentIdOf = (metadata: Readonly<Record<string, string>> | null | undefined): string | null =>
  metadata?.[metadataKey] ?? null;

const statusOf = ({ status, payment_status }: Session): CheckoutReport['status'] => {
  if (status === 'expired') return 'expired';
  return payment_status === 'unpaid' ? 'pending' : 'paid';
};

const reportOf = (session: Session, status: CheckoutReport['status']): CheckoutReport => ({
  status,
  amountCents: session.amount_total ?? null,
  currency: session.currency ?? null,
  providerPaymentId: session.payment_intent ?? null,
});

/** What a Checkout Session that was read from Stripe says. Throws where it is none. */
export const checkoutReportOf = (session: unknown): CheckoutReport => {
  const read = sessionSchema.parse(session);
  return reportOf(read, statusOf(read));
};

const checkoutEvent = (event: StripeEvent, statusOfEvent: (session: Session) => CheckoutReport['status']) => {
  const session = sessionSchema.parse(event.data.object);
  return {
    kind: 'checkout' as const,
    eventId: event.id,
    type: event.type,
    paymentId: paymentIdOf(session.metadata),
    providerSessionId: session.id,
    report: reportOf(session, statusOfEvent(session)),
  };
};

const refundEvent = (event: StripeEvent): ProviderEvent | null => {
  const { payment_intent, amount_refunded, metadata } = chargeSchema.parse(event.data.object);
  if (!payment_intent) return null;
  return {
    kind: 'refund',
    eventId: event.id,
    type: event.type,
    paymentId: paymentIdOf(metadata),
    providerPaymentId: payment_intent,
    refundedCents: amount_refunded,
  };
};

const disputeEvent = (event: StripeEvent): ProviderEvent | null => {
  const { payment_intent, status } = disputeSchema.parse(event.data.object);
  // An inquiry (warning_…) moves no money; what follows it does.
  if (!payment_intent || status.startsWith('warning_')) return null;
  const ended = status === 'won' || status === 'prevented' ? 'won' : 'lost';
  return {
    kind: 'dispute',
    eventId: event.id,
    type: event.type,
    paymentId: null,
    providerPaymentId: payment_intent,
    dispute: event.type === 'charge.dispute.closed' ? ended : 'open',
  };
};

/** The events that mean something here; the webhook's settings at Stripe should name exactly these. */
const readers: Readonly<Record<string, (event: StripeEvent) => ProviderEvent | null>> = {
  // Paid at once, or by a means that takes days: then one of the next two follows.
  'checkout.session.completed': (event) => checkoutEvent(event, statusOf),
  'checkout.session.async_payment_succeeded': (event) => checkoutEvent(event, statusOf),
  'checkout.session.async_payment_failed': (event) => checkoutEvent(event, () => 'failed'),
  'checkout.session.expired': (event) => checkoutEvent(event, () => 'expired'),
  'charge.refunded': refundEvent,
  'charge.dispute.created': disputeEvent,
  'charge.dispute.closed': disputeEvent,
};
export const stripeEventTypes: readonly string[] = Object.keys(readers);

/**
 * An event of Stripe in our words; null where it means nothing here. Read by schema and not by the library's types:
 * the version of an event is the one that the endpoint was set up with. Throws where a known event lacks what it must
 * have.
 */
export const readStripeEvent = (event: unknown): ProviderEvent | null => {
  const read = eventSchema.parse(event);
  return Object.hasOwn(readers, read.type) ? (readers[read.type]?.(read) ?? null) : null;
};
