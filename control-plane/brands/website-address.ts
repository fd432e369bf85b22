import type { Problem } from '../http/refusal.ts';
import { type PageAddressPolicy, pageAddressProblem } from './page-address.ts';

/** A caller may leave the scheme out: `acme.example` is `https://acme.example`. */
const withScheme = (text: string): string => (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);

/** S20: the address of a website as a browser is sent to it, or what is wrong with it. */
export const websiteAddress = (
  text: string,
  policy: PageAddressPolicy,
  path: string,
): { readonly url: string } | { readonly problem: Problem } => {
  const address = withScheme(text.trim());
  const message = pageAddressProblem(address, policy);
  if (message !== null) return { problem: { path, code: 'BRAND_WEBSITE_INVALID', message } };
  return { url: new URL(address).href };
};
