/** S113: how long to wait after the first, second and third attempt that failed. */
export const redeliveryMinutes = [1, 5, 15] as const;
export const maxAttempts = 1 + redeliveryMinutes.length;

/** What a receiver said, or why it said nothing. */
export type DeliveryOutcome =
  | { readonly kind: 'answered'; readonly statusCode: number }
  | { readonly kind: 'unanswered'; readonly error: string };

export type Redelivery =
  | { readonly status: 'delivered' }
  | { readonly status: 'retrying'; readonly delaySeconds: number }
  | { readonly status: 'failed' };

/** S113: any 2xx is fine, everything else (a redirect too) is tried again, until there is no attempt left. */
export const redeliveryAfter = (attempt: number, outcome: DeliveryOutcome): Redelivery => {
  if (outcome.kind === 'answered' && outcome.statusCode >= 200 && outcome.statusCode < 300)
    return { status: 'delivered' };
  const minutes = redeliveryMinutes[attempt - 1];
  return minutes === undefined ? { status: 'failed' } : { status: 'retrying', delaySeconds: minutes * 60 };
};

/** What is shown and kept of a failed attempt. */
export const errorOf = (outcome: DeliveryOutcome): string =>
  outcome.kind === 'unanswered' ? outcome.error : `The receiver answered with status ${outcome.statusCode}.`;
