/** What a key may be allowed to do; an endpoint names the one that it needs. */
export const scopes = [
  'templates:read',
  'media:read',
  'brands:read',
  'brands:write',
  'projects:read',
  'projects:write',
  'publish',
  'exports:read',
  'exports:write',
  'billing:read',
  'capture',
  'browse',
  'storyboard',
  'keys:write',
] as const;
export type Scope = (typeof scopes)[number];

/** Scopes that are stored but unknown here (an older or newer release wrote them) give no right. */
export const knownScopes = (stored: readonly string[]): Scope[] => scopes.filter((scope) => stored.includes(scope));

/** The scopes that a key gives to one that it makes: what is asked for, else all of its own but the making of keys. */
export const scopesToGrant = (own: readonly Scope[], requested: readonly Scope[] | undefined): Scope[] =>
  requested ? knownScopes(requested) : own.filter((scope) => scope !== 'keys:write');

/** Nobody gives a right that they do not have: the first requested scope that the maker lacks, null where none is. */
export const scopeBeyond = (own: readonly Scope[], granted: readonly Scope[]): Scope | null =>
  granted.find((scope) => !own.includes(scope)) ?? null;
