import type { ResultOf } from '@reelyard/shared/contracts/jobs/catalog.ts';

type NamedBy = ResultOf<'brand.read'>['names'][number];

export const maxNameLength = 100;

const separator = /\s+[|–—·•:-]\s+|\s*[|•·]\s*|:\s+/u;
const folded = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
const clean = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

/** The label of a domain as a name: acme-labs.example is "Acme Labs". */
const nameOfDomain = (domain: string): string =>
  (domain.split('.')[0] ?? domain)
    .split(/[-_]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** Titles carry a slogan or a page's name beside the site's: the part that is like the domain is the name. */
const partOf = (text: string, domain: string): string => {
  const parts = text
    .split(separator)
    .map(clean)
    .filter((part) => part !== '');
  const label = folded(domain.split('.')[0] ?? '');
  const alike = parts.find((part) => {
    const name = folded(part);
    return name !== '' && (label.includes(name) || name.includes(label));
  });
  return alike ?? (parts.length > 1 ? (parts.toSorted((a, b) => a.length - b.length)[0] ?? text) : clean(text));
};

/** N12: what a site calls itself, by the source that is trusted most; its domain where it says nothing. */
export const siteName = (names: readonly NamedBy[], domain: string): string => {
  const [first] = names.map(({ name }) => partOf(name, domain)).filter((name) => name !== '');
  return Array.from(first ?? nameOfDomain(domain))
    .slice(0, maxNameLength)
    .join('');
};
