import type { ResultOf } from '@reelyard/shared/contracts/jobs/catalog.ts';

export type BrandName = ResultOf<'brand.read'>['names'][number];

const maxLength = 200;
/** Control characters, and those that turn the direction of what follows: a name is shown among other text. */
const unprintable = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** RULE: text of a page as one clean line. */
export const tidy = (text: string, length: number): string =>
  text.replace(unprintable, ' ').replace(/\s+/g, ' ').trim().slice(0, length).trim();

interface Thing {
  readonly type: string;
  readonly name: string | null;
  readonly logo: string | null;
}

const maxDepth = 6;
const maxThings = 200;

const textIn = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);
const addressIn = (value: unknown): string | null => {
  if (Array.isArray(value)) return addressIn(value[0]);
  if (typeof value !== 'object' || value === null) return textIn(value);
  const { url, contentUrl } = value as Record<string, unknown>;
  return textIn(url) ?? textIn(contentUrl);
};

/** RULE: what schema.org data of a page speaks of, however deep; broken data says nothing. */
export const structuredThings = (texts: readonly string[]): Thing[] => {
  const things: Thing[] = [];
  const visit = (value: unknown, depth: number): void => {
    if (depth > maxDepth || things.length >= maxThings || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const entry of value.slice(0, maxThings)) visit(entry, depth + 1);
      return;
    }
    const thing = value as Record<string, unknown>;
    const types = [thing['@type']].flat().filter((type) => typeof type === 'string');
    if (types.length > 0)
      things.push({ type: types.join(' '), name: textIn(thing['name']), logo: addressIn(thing['logo']) });
    for (const inner of Object.values(thing).slice(0, maxThings)) visit(inner, depth + 1);
  };
  for (const text of texts) {
    try {
      visit(JSON.parse(text), 0);
    } catch {
      // Not JSON: many sites carry data that no reader understands.
    }
  }
  return things;
};

const isOrganization = ({ type }: Thing): boolean =>
  /Organization|Corporation|LocalBusiness|Brand|Store|OnlineStore/.test(type);

const separators = / [|–—·•:»-] |: | \| /;
const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The part of a title that is the site's name: the one that its host name speaks of, else the shorter end. */
const nameInTitle = (title: string, hostname: string): string | null => {
  const parts = title
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0) return null;
  const labels = hostname
    .replace(/^www\./, '')
    .split('.')
    .map(letters)
    .filter((label) => label.length > 2);
  const named = parts.find((part) =>
    labels.some(
      (label) => letters(part) === label || label.startsWith(letters(part)) || letters(part).startsWith(label),
    ),
  );
  if (named !== undefined) return named;
  const ends = [parts.at(-1) ?? '', parts[0] ?? ''].toSorted((a, b) => a.length - b.length);
  return parts.length === 1 && (parts[0]?.length ?? 0) > 40 ? null : (ends[0] ?? null);
};

/**
 * RULE (N12): names that a site gives itself, most trusted first: structured data, og:site_name, the application's name, the
 * words on its logo, the title. Each name once.
 */
export const brandNames = (signs: {
  readonly title: string;
  readonly metas: Readonly<Record<string, string>>;
  readonly structured: readonly string[];
  readonly logoAlt: string | null;
  readonly hostname: string;
}): BrandName[] => {
  const things = structuredThings(signs.structured);
  const said: { source: string; name: string | null | undefined }[] = [
    ...things.filter(isOrganization).map(({ name }) => ({ source: 'structured data', name })),
    ...things.filter(({ type }) => /WebSite/.test(type)).map(({ name }) => ({ source: 'structured data', name })),
    { source: 'og:site_name', name: signs.metas['og:site_name'] },
    { source: 'application-name', name: signs.metas['application-name'] },
    { source: 'apple-mobile-web-app-title', name: signs.metas['apple-mobile-web-app-title'] },
    { source: 'logo', name: signs.logoAlt?.replace(/\b(logo|home|homepage)\b/gi, '') },
    { source: 'title', name: nameInTitle(signs.title, signs.hostname) },
  ];
  const names: BrandName[] = [];
  for (const { source, name } of said) {
    const clean = tidy(name ?? '', maxLength);
    if (clean === '' || names.some((known) => known.name.toLowerCase() === clean.toLowerCase())) continue;
    names.push({ source, name: clean });
    if (names.length >= 8) break;
  }
  return names;
};

/** RULE: addresses of logos in structured data, organisations first; only such that a browser may load. */
export const structuredLogos = (texts: readonly string[], pageUrl: string): string[] => {
  const things = structuredThings(texts);
  const addresses = [...things.filter(isOrganization), ...things].flatMap(({ logo }) => logo ?? []);
  return [...new Set(addresses.flatMap((address) => pictureAddress(address, pageUrl) ?? []))].slice(0, 3);
};

/** RULE: an address that a page gives for a picture, made whole; null for schemes that are no web address. */
export const pictureAddress = (address: string, pageUrl: string): string | null => {
  const url = URL.parse(address, pageUrl);
  return url !== null && /^https?:$/.test(url.protocol) && url.href.length <= 4_000 ? url.href : null;
};
