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
