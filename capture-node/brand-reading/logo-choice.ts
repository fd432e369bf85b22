import type { LogoSign } from '../capture/in-page/brand-probe.ts';

/** How many pictures are drawn before one is believed. */
const tries = 4;

const scoreOf = ({ box, words, isHomeLink, isInHeader, naturalWidthPx }: LogoSign, hostname: string): number => {
  const site = hostname.replace(/^www\./, '').split('.')[0] ?? '';
  const plain = words.toLowerCase();
  let score = 0;
  if (isHomeLink) score += 4;
  if (/logo|brand|wordmark/.test(plain)) score += 3;
  if (isInHeader) score += 2;
  if (box.y < 160) score += 1;
  if (site.length > 2 && plain.includes(site)) score += 1;
  if (
    /avatar|icon-|sprite|flag|badge|partner|customer|client|payment|award|social|play|arrow|menu|search|cart/.test(
      plain,
    )
  )
    score -= 4;
  // A wordmark is wide; what is as high as it is wide is more often a mark or a picture.
  if (box.width / box.height > 1.6) score += 1;
  if (box.width < 20 || (naturalWidthPx > 0 && naturalWidthPx < 40)) score -= 2;
  return score;
};

const least = 5;

/**
 * RULE (N12): pictures on the page that are likely its logo, likeliest first: in the header, a link to the home page, called
 * a logo. Logos of customers and partners have none of these.
 */
export const likelyLogos = (signs: readonly LogoSign[], hostname: string): LogoSign[] =>
  signs
    .map((sign) => ({ sign, score: scoreOf(sign, hostname) }))
    .filter(({ score }) => score >= least)
    .toSorted((a, b) => b.score - a.score || a.sign.box.y - b.sign.box.y || a.sign.box.x - b.sign.box.x)
    .slice(0, tries)
    .map(({ sign }) => sign);

interface Icon {
  readonly url: string;
  readonly sizePx: number;
  readonly isApple: boolean;
}

/** RULE: icons to try, largest first; an Apple icon without a size has 180 pixels. */
export const likelyIcons = (icons: readonly Icon[], pageUrl: string): string[] => {
  const sized = icons.map(({ url, sizePx, isApple }) => ({ url, size: sizePx === 0 && isApple ? 180 : sizePx }));
  const home = URL.parse('/favicon.ico', pageUrl)?.href;
  const urls = [
    ...sized.toSorted((a, b) => b.size - a.size).map(({ url }) => url),
    ...(home === undefined ? [] : [home]),
  ];
  return [...new Set(urls)].filter((url) => /^https?:/.test(url)).slice(0, tries);
};

/** Where a picture may be tried as a logo: its own ground is paper, or a dark bar. */
export type LogoGround = 'light' | 'dark';

/** RULE: which ground a logo is made for: light strokes are for dark ground. Brightness is that of its visible pixels, 0…1. */
export const groundFor = (brightness: number, isOpaque: boolean): LogoGround =>
  !isOpaque && brightness > 0.78 ? 'dark' : 'light';
