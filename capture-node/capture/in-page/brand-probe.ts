import { refOf } from './component-probe.ts';
import { areaOf } from './element-look.ts';
import { boxOf, type DocumentBox, everyElement, innerDocument, isShown, styleOf, textOf } from './element-tree.ts';
import type { PageDocument, PageElement, PageImage, PageWindow } from './page-dom.ts';

declare const document: PageDocument;
declare const window: PageWindow;

/** What a page says of its brand, as it stands there; what is believed is decided outside (brand-reading/). */
export interface BrandSigns {
  readonly title: string;
  readonly metas: Readonly<Record<string, string>>;
  /** Texts of structured data; they are parsed outside. */
  readonly structured: readonly string[];
  readonly logos: readonly LogoSign[];
  readonly icons: readonly { readonly url: string; readonly sizePx: number; readonly isApple: boolean }[];
  readonly colors: readonly ColorSign[];
  readonly customColors: readonly { readonly name: string; readonly css: string }[];
  readonly fonts: readonly { readonly family: string; readonly isHeading: boolean; readonly weight: number }[];
  readonly phrases: readonly string[];
}

/** A picture that may be the logo, drawn on the page. */
export interface LogoSign {
  readonly ref: number;
  readonly box: DocumentBox;
  /** Pixels of a bitmap; 0 for drawings, which can be drawn at any size. */
  readonly naturalWidthPx: number;
  readonly words: string;
  readonly isHomeLink: boolean;
  readonly isInHeader: boolean;
}

export interface ColorSign {
  readonly css: string;
  readonly worn: 'button' | 'link' | 'heading' | 'background' | 'text';
  /** Area in CSS pixels, or characters for text. */
  readonly weight: number;
}

const maxElements = 6_000;
const clipped = (text: string | null | undefined, length: number): string => (text ?? '').slice(0, length);

const metaNames = [
  'og:site_name',
  'og:title',
  'og:description',
  'og:logo',
  'og:image',
  'application-name',
  'description',
  'apple-mobile-web-app-title',
  'theme-color',
  'msapplication-TileColor',
  'twitter:title',
];
const metasOf = (): Record<string, string> => {
  const metas: Record<string, string> = {};
  for (const meta of Array.from(document.querySelectorAll('meta')).slice(0, 300)) {
    const name = meta.getAttribute('property') ?? meta.getAttribute('name') ?? '';
    const media = meta.getAttribute('media') ?? '';
    if (metaNames.includes(name) && !media.includes('dark'))
      metas[name] ??= clipped(meta.getAttribute('content'), 2_000);
  }
  return metas;
};

const absolute = (address: string | null): string | null => {
  const { URL: Url } = window as unknown as {
    URL: { parse(text: string, base: string): { href: string; pathname: string; origin: string } | null };
  };
  return Url.parse(address ?? '', document.URL)?.href ?? null;
};

const isHome = (link: PageElement | null): boolean => {
  if (link === null) return false;
  const href = absolute(link.getAttribute('href'));
  const home = absolute('/');
  if (href === null || home === null) return false;
  const path = href.split(/[?#]/, 1)[0] ?? '';
  return (
    path === home || /^[a-z]{2}(-[a-z]{2})?\/?$/i.test(path.slice(home.length)) || link.getAttribute('rel') === 'home'
  );
};

const logosOf = (): LogoSign[] => {
  const logos: LogoSign[] = [];
  for (const element of everyElement(maxElements)) {
    if (!/^(IMG|svg|PICTURE)$/.test(element.tagName) || logos.length >= 40 || !isShown(element)) continue;
    const box = boxOf(element);
    if (box.width < 12 || box.height < 10 || box.width > 700 || box.height > 400 || innerDocument(element) !== null)
      continue;
    const link = element.closest('a');
    const holder = element.parentElement;
    const image = element as PageImage;
    const words = [
      element.id,
      element.getAttribute('class'),
      element.getAttribute('alt'),
      element.getAttribute('aria-label'),
      image.currentSrc,
      link?.getAttribute('class'),
      link?.getAttribute('aria-label'),
      holder?.getAttribute('class'),
      holder?.id,
    ];
    logos.push({
      ref: refOf(element),
      box,
      naturalWidthPx:
        element.tagName === 'IMG' && !/\.svg(\?|#|$)|^data:image\/svg/i.test(image.currentSrc) ? image.naturalWidth : 0,
      words: clipped(words.filter((word) => typeof word === 'string').join(' '), 600),
      isHomeLink: isHome(link),
      isInHeader:
        element.closest('header,nav,[role=banner],[class*=header i],[class*=navbar i]') !== null || box.y < 140,
    });
  }
  return logos;
};

const iconsOf = (): BrandSigns['icons'] =>
  Array.from(
    document.querySelectorAll(
      'link[rel~=icon],link[rel=apple-touch-icon],link[rel="shortcut icon"],link[rel=apple-touch-icon-precomposed]',
    ),
  )
    .slice(0, 20)
    .flatMap((link) => {
      const url = absolute(link.getAttribute('href'));
      const sizes = (link.getAttribute('sizes') ?? '').match(/\d+/g) ?? [];
      const isDrawing = /\.svg(\?|$)/i.test(url ?? '') || link.getAttribute('type') === 'image/svg+xml';
      const sizePx = isDrawing ? 1_024 : Math.max(0, ...sizes.map(Number));
      return url === null
        ? []
        : [{ url: clipped(url, 4_000), sizePx, isApple: (link.getAttribute('rel') ?? '').startsWith('apple') }];
    });

const colorsOf = (element: PageElement, colors: ColorSign[]): void => {
  const style = styleOf(element);
  const area = areaOf(boxOf(element));
  const isControl = element.matches(
    'button,[role=button],input[type=submit],a[class*=btn i],a[class*=button i],a[class*=cta i]',
  );
  const ground = style['backgroundColor'] ?? '';
  if (ground !== '' && !/, 0\)$|^transparent$/.test(ground))
    colors.push({ css: ground, worn: isControl && area < 60_000 ? 'button' : 'background', weight: area });
  const ownText = Array.from(element.childNodes)
    .filter((node) => node.nodeType === 3)
    .reduce((sum, node) => sum + (node.textContent ?? '').trim().length, 0);
  if (ownText === 0) return;
  const worn = /^H[1-4]$/.test(element.tagName)
    ? 'heading'
    : element.tagName === 'A' && !isControl
      ? 'link'
      : isControl
        ? null
        : 'text';
  if (worn !== null) colors.push({ css: style['color'] ?? '', worn, weight: Math.min(400, ownText) });
};

const fontsOf = (element: PageElement): BrandSigns['fonts'][number] | null => {
  const isHeading = /^H[1-3]$/.test(element.tagName);
  if (!isHeading && !/^(P|LI|A|SPAN|DIV|TD|BUTTON|LABEL)$/.test(element.tagName)) return null;
  const length = Array.from(element.childNodes)
    .filter((node) => node.nodeType === 3)
    .reduce((sum, node) => sum + (node.textContent ?? '').trim().length, 0);
  const family = clipped(styleOf(element)['fontFamily'], 300);
  return length === 0 ? null : { family, isHeading, weight: Math.min(400, length) };
};

/** `--brand`, `--color-primary`: what the site's own makers call its colours. */
const customColorsOf = (): BrandSigns['customColors'] => {
  const style = styleOf(document.documentElement) as unknown as ArrayLike<string> & {
    getPropertyValue(name: string): string;
  };
  return Array.from(style)
    .filter((name) => /^--.*(brand|primary|accent|secondary)/i.test(name))
    .slice(0, 60)
    .map((name) => ({ name: clipped(name, 80), css: clipped(style.getPropertyValue(name).trim(), 80) }));
};

export const brandSigns = (): BrandSigns => {
  const colors: ColorSign[] = [];
  const fonts: BrandSigns['fonts'][number][] = [];
  const phrases: string[] = [];
  for (const element of everyElement(maxElements)) {
    if (!isShown(element) || areaOf(boxOf(element)) < 40) continue;
    colorsOf(element, colors);
    const font = fontsOf(element);
    if (font !== null) fonts.push(font);
    if (
      phrases.length < 80 &&
      element.matches(
        'h1,h2,h3,button,[role=button],a[class*=btn i],a[class*=button i],a[class*=cta i],header + * p,section p',
      )
    ) {
      const text = textOf(element, 300);
      if (text.length >= 3) phrases.push(text);
    }
  }
  return {
    title: clipped(document.title, 300),
    metas: metasOf(),
    structured: Array.from(document.querySelectorAll('script[type="application/ld+json"]'))
      .slice(0, 12)
      .map((script) => clipped(script.textContent, 60_000)),
    logos: logosOf(),
    icons: iconsOf(),
    colors: colors.slice(0, 4_000),
    customColors: customColorsOf(),
    fonts: fonts.slice(0, 4_000),
    phrases,
  };
};
