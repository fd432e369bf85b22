import type { LoginProfile, VisitedProfile } from '@reelyard/shared/contracts/session-protocol.ts';

const belongsTo = (host: string, site: string): boolean => host === site || host.endsWith(`.${site}`);
const cookieHost = (domain: string): string => domain.replace(/^\./, '').toLowerCase();

const originHost = (origin: string): string => {
  const url = URL.parse(origin);
  return url === null ? origin : url.hostname;
};

/**
 * What a person's browser knows after a session: of the sites that the session showed what it brought home, of all
 * others what was known before. So two sessions of one person that run at once do not undo each other's sign-ins, and
 * what advertisers on a page left behind is not kept.
 */
export const mergeProfile = (before: LoginProfile, { profile, sites }: VisitedProfile): LoginProfile => {
  const isVisited = (host: string): boolean => sites.some((site) => belongsTo(host, hostOfSite(site)));
  return {
    cookies: [
      ...before.cookies.filter(({ domain }) => !isVisited(cookieHost(domain))),
      ...profile.cookies.filter(({ domain }) => isVisited(cookieHost(domain))),
    ],
    origins: [
      ...before.origins.filter(({ origin }) => !isVisited(originHost(origin))),
      ...profile.origins.filter(({ origin }) => isVisited(originHost(origin))),
    ],
  };
};

/** A site is a registrable domain, or a host with its port where it has none (an address, a machine of the intranet). */
const hostOfSite = (site: string): string => URL.parse(`http://${site}`)?.hostname ?? site;

/** N35 `domains`: of these sites the ones that the profile knows anything of, sorted. */
export const profileDomains = (profile: LoginProfile, sites: readonly string[]): string[] => {
  const hosts = [
    ...profile.cookies.map(({ domain }) => cookieHost(domain)),
    ...profile.origins.map(({ origin }) => originHost(origin)),
  ];
  const known = sites.filter((site) => hosts.some((host) => belongsTo(host, hostOfSite(site))));
  return [...new Set(known)].sort();
};
