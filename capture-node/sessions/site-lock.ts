import { getDomain, getHostname } from 'tldts';
import { identityPaths, identityProviders } from './identity-providers.ts';

/**
 * The site of an address: the registrable domain by the public suffix list, hosting platforms included (two customers
 * of github.io are two sites). Addresses and names of an intranet have none: there the host with its port is the site.
 * Null where it is no web page.
 */
export const siteOf = (address: string): string | null => {
  const url = URL.parse(address);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') return null;
  return getDomain(url.href, { allowPrivateDomains: true }) ?? url.host;
};

/** S83: a hosted sign-in page. */
export const isIdentityProvider = (address: string): boolean => {
  const url = URL.parse(address);
  const host = getHostname(address);
  if (url?.protocol !== 'https:' || host === null) return false;
  const isProvider = identityProviders.some((entry) => (entry.startsWith('.') ? host.endsWith(entry) : host === entry));
  return isProvider && (identityPaths[host]?.test(url.pathname) ?? true);
};

/** The sites that a session may show (S83). */
export interface SiteLock {
  /** Opens a site: the first one, and what an explicit goto names or leads to. */
  add(address: string): void;
  /** False for every page that a step must not land on. A page that is none (about:blank) is nobody's site. */
  allows(address: string): boolean;
}

export const siteLock = (): SiteLock => {
  const sites = new Set<string>();
  return {
    add(address) {
      const site = siteOf(address);
      if (site !== null) sites.add(site);
    },
    allows(address) {
      const site = siteOf(address);
      if (site === null) return address === 'about:blank' || address.startsWith('chrome-error:');
      return sites.has(site) || isIdentityProvider(address);
    },
  };
};
