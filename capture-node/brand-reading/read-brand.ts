import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CapturedFile } from '@reelyard/shared/contracts/capture.ts';
import type { ResultOf, WriteOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import type { Page } from 'playwright-core';
import type { BrandSigns, LogoSign } from '../capture/in-page/brand-probe.ts';
import { isolatedWorld } from '../capture/isolated-world.ts';
import { preparePage } from '../capture/prepare-page.ts';
import { brandColors, type SeenColor } from './brand-colors.ts';
import { brandFonts } from './brand-fonts.ts';
import { brandNames, pictureAddress, structuredLogos, tidy } from './brand-names.ts';
import { drawByAddress, drawOnPage } from './draw-logos.ts';
import { groundFor, likelyIcons, likelyLogos } from './logo-choice.ts';
import type { LogoPixels } from './logo-pixels.ts';

type File = WriteOf<'brand.read'>;

export interface ReadBrand {
  readonly result: Omit<ResultOf<'brand.read'>, 'timingsMs'>;
  readonly files: Readonly<Partial<Record<File, string>>>;
}

const maxPhrases = 40;

interface DrawnLogos {
  readonly light: LogoPixels | null;
  readonly dark: LogoPixels | null;
}

const sorted = (drawn: LogoPixels | null, logos: DrawnLogos): DrawnLogos => {
  if (drawn === null) return logos;
  return groundFor(drawn.brightness, drawn.isOpaque) === 'dark'
    ? { ...logos, dark: logos.dark ?? drawn }
    : { ...logos, light: logos.light ?? drawn };
};

/** The first likely picture that draws something, as the page is worn by day and by night. */
const onPage = async (page: Page, signs: readonly LogoSign[], signal: AbortSignal): Promise<DrawnLogos> => {
  let logos: DrawnLogos = { light: null, dark: null };
  for (const sign of signs) {
    signal.throwIfAborted();
    const drawn = await drawOnPage(page, sign);
    if (drawn === null) continue;
    logos = sorted(drawn, logos);
    await page.emulateMedia({ colorScheme: 'dark' });
    logos = sorted(await drawOnPage(page, sign), logos);
    await page.emulateMedia({ colorScheme: 'light' });
    break;
  }
  return logos;
};

const firstDrawn = async (page: Page, urls: readonly string[], signal: AbortSignal): Promise<LogoPixels | null> => {
  for (const url of urls) {
    signal.throwIfAborted();
    const drawn = await drawByAddress(page, url);
    if (drawn !== null) return drawn;
  }
  return null;
};

/** The site's logo for light and for dark ground, and its icon. */
const drawLogos = async (
  page: Page,
  signs: BrandSigns,
  signal: AbortSignal,
): Promise<DrawnLogos & { readonly icon: LogoPixels | null }> => {
  const url = page.url();
  const { hostname } = new URL(url);
  let logos = await onPage(page, likelyLogos(signs.logos, hostname), signal);
  if (logos.light === null) {
    const named = [...structuredLogos(signs.structured, url), pictureAddress(signs.metas['og:logo'] ?? '', url)];
    for (const address of named.filter((candidate) => candidate !== null))
      logos = sorted(await firstDrawn(page, [address], signal), logos);
  }
  return { ...logos, icon: await firstDrawn(page, likelyIcons(signs.icons, url), signal) };
};

const altOf = (signs: BrandSigns, hostname: string): string | null => {
  const [logo] = likelyLogos(signs.logos, hostname);
  // Class names and addresses are among the words; only what reads like a name can be one.
  const alt = logo?.words.split(' ').find((word) => /^\p{Lu}[\p{L}\p{N}&.]{2,}$/u.test(word));
  return alt ?? null;
};

const seenColors = (signs: BrandSigns, logos: DrawnLogos & { readonly icon: LogoPixels | null }): SeenColor[] => {
  const theme = signs.metas['theme-color'] ?? signs.metas['msapplication-TileColor'];
  const drawn = logos.light ?? logos.dark ?? logos.icon;
  return [
    ...(theme === undefined ? [] : [{ css: theme, worn: 'themeColor' as const, weight: 1 }]),
    ...(drawn?.colors ?? []).map(({ hex, share }) => ({ css: hex, worn: 'logo' as const, weight: share })),
    ...signs.customColors.map(({ css }) => ({ css, worn: 'accent' as const, weight: 1 })),
    ...signs.colors,
  ];
};

const phrasesOf = (signs: BrandSigns): string[] => {
  const phrases = signs.phrases.map((phrase) => tidy(phrase, 300)).filter((phrase) => phrase.length >= 3);
  return [...new Set(phrases)].slice(0, maxPhrases);
};

/**
 * Reads what an open page shows of its brand (S20, N12). Nothing that the page says is taken further than as a value: names
 * and phrases are clean text, pictures are drawn by the browser, colours and fonts are parsed.
 */
export const readBrand = async (
  page: Page,
  {
    outDir,
    signal,
    httpStatus,
  }: { readonly outDir: string; readonly signal: AbortSignal; readonly httpStatus: number | null },
): Promise<ReadBrand> => {
  await preparePage(page, { fixedClock: null, signal });
  const { call } = await isolatedWorld(page);
  await call('scrollPageTo', 0, 0);
  const signs = await call('brandSigns');
  const facts = { ...(await call('pageIdentity')), httpStatus };
  const { hostname } = new URL(page.url());
  const logos = await drawLogos(page, signs, signal);
  const files: Partial<Record<File, string>> = {};
  const save = async (name: File, drawn: LogoPixels | null): Promise<CapturedFile | null> => {
    if (drawn === null) return null;
    const path = join(outDir, `${name}.png`);
    await writeFile(path, drawn.png);
    files[name] = path;
    return { file: name, mimeType: 'image/png', widthPx: drawn.widthPx, heightPx: drawn.heightPx };
  };
  const description = tidy(signs.metas['og:description'] ?? signs.metas['description'] ?? '', 1_000);
  return {
    result: {
      page: facts,
      names: brandNames({ ...signs, logoAlt: altOf(signs, hostname), hostname }),
      description: description === '' ? null : description,
      logo: await save('logo', logos.light),
      logoDark: await save('logoDark', logos.dark),
      icon: await save('icon', logos.icon),
      colors: brandColors(seenColors(signs, logos)),
      fonts: brandFonts(signs.fonts),
      phrases: phrasesOf(signs),
    },
    files,
  };
};
