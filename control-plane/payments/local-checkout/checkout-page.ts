import { createHash } from 'node:crypto';
import { priceText } from '../price-text.ts';
import { checkoutStyle } from './checkout-style.ts';
import type { LocalCheckout } from './local-checkout.ts';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? '');

const styleHash = createHash('sha256').update(checkoutStyle).digest('base64');

/**
 * The page runs no script, loads nothing, stands in no frame, and posts to this farm alone. `form-action` holds for
 * the redirect after a post too, which leads to the web app.
 */
export const checkoutPageHeaders = (publicUrl: string): Readonly<Record<string, string>> => ({
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self' ${new URL(publicUrl).origin}; base-uri 'none'; frame-ancestors 'none'`,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  // The address is what lets a buyer pay.
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
});

const icons = {
  paid: 'M20 6 9 17l-5-5',
  declined: 'M18 6 6 18M6 6l12 12',
  expired: 'M12 7v5l3 3M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
} as const;

const words = {
  paid: { state: 'Paid', note: 'What you bought is on your account.', link: 'Continue' },
  declined: { state: 'Cancelled', note: 'Nothing was paid. You can start again whenever you like.', link: 'Go back' },
  expired: { state: 'Expired', note: 'This checkout was open for too long. Start a new one.', link: 'Go back' },
} as const;

const form = (formToken: string, price: string): string => `
      <form method="post">
        <input type="hidden" name="token" value="${escapeHtml(formToken)}">
        <button class="first" type="submit" name="decision" value="pay">Pay ${escapeHtml(price)} of test money</button>
        <button class="second" type="submit" name="decision" value="decline">Decline</button>
      </form>
      <p class="note">No card is asked for and no money moves. A farm with a Stripe account shows Stripe’s own checkout here.</p>`;

const ending = ({ state, paidUrl, cancelledUrl }: LocalCheckout & { state: keyof typeof words }): string => `
      <a class="button first" href="${escapeHtml(state === 'paid' ? paidUrl : cancelledUrl)}">${words[state].link}</a>
      <p class="note">${words[state].note}</p>`;

const stateLine = (state: keyof typeof words): string => `
      <p class="state ${state}" role="status">
        <svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${icons[state]}"/></svg>
        ${words[state].state}
      </p>`;

/** The whole page, for a checkout in any state. Whatever is not ours to write stands escaped. */
export const checkoutPage = ({ checkout, formToken }: { checkout: LocalCheckout; formToken: string }): string => {
  const { name, amountCents, currency, state } = checkout;
  const price = priceText(amountCents, currency);
  const title = state === 'open' ? 'Checkout' : words[state].state;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}: ${escapeHtml(name)} (test money)</title>
<style>${checkoutStyle}</style>
</head>
<body>
  <main>
    <p class="tape"><strong>TEST MONEY</strong> <span>Nothing real is bought or charged here.</span></p>
    <div class="inside">${state === 'open' ? '' : stateLine(state)}
      <p class="seller">Reelyard farm</p>
      <h1>${escapeHtml(name)}</h1>
      <dl>
        <div><dt>Paid with</dt><dd>Test money</dd></div>
        <div class="total"><dt>Total</dt><dd>${escapeHtml(price)}</dd></div>
      </dl>${state === 'open' ? form(formToken, price) : ending({ ...checkout, state })}
    </div>
  </main>
</body>
</html>
`;
};
