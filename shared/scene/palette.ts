import { clampChroma, converter, formatHex, type Oklch, wcagContrast } from 'culori';
import { fieldAlpha } from '../templates/motion-kit/ground.ts';
import type { ColorRole, Style } from '../templates/template.ts';

/** Every role's colour as `#rrggbb`. */
export type Palette = Readonly<Record<ColorRole, string>>;

const toOklch = converter('oklch');
const toRgb = converter('rgb');

/** WCAG AA for text, and for large shapes and display type. */
const textContrast = 4.5;
const shapeContrast = 3;
/** Enough for a saturated shape that carries readable type of its own. */
const hueContrast = 1.3;

const oklch = (l: number, c: number, h: number): Oklch => ({ mode: 'oklch', l, c, h });
const hex = (color: Oklch): string => formatHex(clampChroma(color, 'oklch'));
const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** `over` at `alpha` on `under`, mixed in sRGB as the rasteriser does. */
export const blend = (over: string, under: string, alpha: number): string => {
  const top = toRgb(over) ?? { r: 0, g: 0, b: 0 };
  const ground = toRgb(under) ?? { r: 0, g: 0, b: 0 };
  const mix = (a: number, b: number): number => a * alpha + b * (1 - alpha);
  return formatHex({ mode: 'rgb', r: mix(top.r, ground.r), g: mix(top.g, ground.g), b: mix(top.b, ground.b) });
};

const leastContrast = (color: string, grounds: readonly string[]): number =>
  Math.min(...grounds.map((ground) => wcagContrast(color, ground)));

/**
 * `color` moved in lightness, away from its grounds, until it stands out from all of them by `ratio`; chroma falls
 * with it. White or black is the last step, which the grounds of a palette are built to pass.
 */
const readable = (color: Oklch, grounds: readonly string[], ratio: number, towardsLight: boolean): string => {
  const step = towardsLight ? 0.01 : -0.01;
  for (let l = color.l; l >= 0 && l <= 1; l += step) {
    const candidate = hex({ ...color, l, c: color.c * Math.min(1, 0.35 + Math.min(l, 1 - l) * 2.2) });
    if (leastContrast(candidate, grounds) >= ratio) return candidate;
  }
  return towardsLight ? '#ffffff' : '#000000';
};

interface Ground {
  readonly base: Oklch;
  readonly baseEnd: Oklch;
  readonly glow: Oklch;
  readonly glowFar: Oklch;
  readonly surface: Oklch;
  readonly textIsLight: boolean;
}

interface Hues {
  readonly primary: Oklch;
  readonly accent: Oklch;
}

/** Everything that text of a scene may lie on: both ends of the base, under none, one or two fields, and the cards. */
const groundsOf = (ground: Ground): string[] => {
  const glow = hex(ground.glow);
  const far = hex(ground.glowFar);
  return [hex(ground.base), hex(ground.baseEnd)].flatMap((base) => {
    const near = blend(glow, base, fieldAlpha);
    const away = blend(far, base, fieldAlpha);
    return [base, near, away, blend(far, near, fieldAlpha), blend(glow, away, fieldAlpha)];
  });
};

const darkGround = ({ primary, accent }: Hues): Ground => ({
  base: oklch(0.175, Math.min(primary.c * 0.2, 0.03), primary.h ?? 0),
  baseEnd: oklch(0.15, Math.min(primary.c * 0.2, 0.03), primary.h ?? 0),
  glow: oklch(0.42, Math.min(primary.c, 0.17), primary.h ?? 0),
  glowFar: oklch(0.36, Math.min(accent.c, 0.14), accent.h ?? 0),
  surface: oklch(0.245, Math.min(primary.c * 0.22, 0.035), primary.h ?? 0),
  textIsLight: true,
});

const lightGround = ({ primary, accent }: Hues): Ground => ({
  base: oklch(0.975, Math.min(primary.c * 0.05, 0.01), primary.h ?? 0),
  baseEnd: oklch(0.955, Math.min(primary.c * 0.08, 0.016), primary.h ?? 0),
  glow: oklch(0.87, Math.min(primary.c * 0.7, 0.1), primary.h ?? 0),
  glowFar: oklch(0.9, Math.min(accent.c * 0.6, 0.08), accent.h ?? 0),
  surface: oklch(0.995, 0.002, primary.h ?? 0),
  textIsLight: false,
});

/** The primary itself as ground; its lightness gives way only as far as text needs. */
const brandGround = ({ primary }: Hues, textIsLight: boolean, l: number): Ground => {
  const c = Math.min(primary.c, 0.22);
  const away = textIsLight ? -1 : 1;
  return {
    base: oklch(l, c, primary.h ?? 0),
    baseEnd: oklch(clamp(l + away * 0.05, 0, 1), c, primary.h ?? 0),
    glow: oklch(clamp(l - away * 0.07, 0, 1), c, (primary.h ?? 0) + 14),
    // A far light of another hue turns to mud on a coloured ground: it stays in the family.
    glowFar: oklch(clamp(l + away * 0.06, 0, 1), c, (primary.h ?? 0) - 22),
    surface: oklch(clamp(l + away * 0.09, 0, 1), c * 0.9, primary.h ?? 0),
    textIsLight,
  };
};

const gradientGround = ({ primary, accent }: Hues, l: number): Ground => ({
  base: oklch(l, Math.min(primary.c, 0.2), primary.h ?? 0),
  baseEnd: oklch(l - 0.1, Math.min(accent.c, 0.18), accent.h ?? 0),
  glow: oklch(l + 0.12, Math.min(primary.c, 0.2), (primary.h ?? 0) - 12),
  glowFar: oklch(l + 0.08, Math.min(accent.c, 0.2), (accent.h ?? 0) + 10),
  surface: oklch(l - 0.14, Math.min(primary.c * 0.6, 0.1), primary.h ?? 0),
  textIsLight: true,
});

const carriesText = (ground: Ground): boolean => {
  const ink = ground.textIsLight ? '#ffffff' : '#000000';
  return leastContrast(ink, [...groundsOf(ground), hex(ground.surface)]) >= textContrast + 0.6;
};

const groundOf = (style: Style, hues: Hues): Ground => {
  if (style === 'dark') return darkGround(hues);
  if (style === 'light') return lightGround(hues);
  if (style === 'gradient') {
    let l = 0.46;
    while (l > 0.2 && !carriesText(gradientGround(hues, l))) l -= 0.01;
    return gradientGround(hues, l);
  }
  // White type is what brands set on a mid tone, so it wins unless the ground is plainly light.
  const textIsLight = wcagContrast('#ffffff', hex(hues.primary)) >= 2.6;
  let l = clamp(hues.primary.l, 0.2, 0.97);
  while (l > 0.05 && l < 0.99 && !carriesText(brandGround(hues, textIsLight, l))) l += textIsLight ? -0.01 : 0.01;
  return brandGround(hues, textIsLight, l);
};

const huesOf = (primaryHex: string, secondaryHex: string | null): Hues => {
  const primary = toOklch(primaryHex) ?? oklch(0.6, 0.15, 265);
  const p = oklch(primary.l, primary.c, primary.h ?? 265);
  const secondary = secondaryHex === null ? null : toOklch(secondaryHex);
  return {
    primary: p,
    accent: secondary ? oklch(secondary.l, secondary.c, secondary.h ?? p.h ?? 265) : oklch(p.l, p.c, (p.h ?? 265) + 34),
  };
};

/** What large shapes stand before: they are never at the heart of a field, so a field counts half. */
const shapeGrounds = (ground: Ground): string[] => [
  hex(ground.base),
  hex(ground.baseEnd),
  hex(ground.surface),
  blend(hex(ground.glow), hex(ground.base), fieldAlpha / 2),
];

/** The brand's colour for buttons and tiles: white type on it where it can carry that, else dark type. */
const primaryOn = (ground: Ground, primary: Oklch): string => {
  const behind = shapeGrounds(ground);
  for (let l = clamp(primary.l, 0.4, 0.7); l > 0.38; l -= 0.01) {
    const candidate = hex({ ...primary, l });
    if (wcagContrast('#ffffff', candidate) >= textContrast && leastContrast(candidate, behind) >= shapeContrast) {
      // A yellow that has to turn olive for white type is no longer the brand's yellow.
      if (primary.l - l < 0.14) return candidate;
      break;
    }
  }
  // Yellow or amber on white: it carries dark type and is seen by its hue, so it need not turn brown to be a button.
  const ratio = primary.c >= 0.1 ? hueContrast : shapeContrast;
  const start = ground.textIsLight ? clamp(primary.l, 0.45, 0.92) : clamp(primary.l, 0.3, 0.9);
  for (let l = start; l >= 0.05 && l <= 0.99; l += ground.textIsLight ? 0.01 : -0.01) {
    const candidate = hex({ ...primary, l });
    if (leastContrast(candidate, behind) >= ratio) return candidate;
  }
  return ground.textIsLight ? '#ffffff' : '#000000';
};

/**
 * The colours of a scene from a brand's one or two colours. Contrast is computed against what is really behind: text
 * roles reach 4.5:1 and shapes 3:1 on the base, on every field of light and on cards, for any input (motion.md, Colour).
 */
export const paletteOf = (style: Style, primaryHex: string, secondaryHex: string | null): Palette => {
  const hues = huesOf(primaryHex, secondaryHex);
  const ground = groundOf(style, hues);
  const light = ground.textIsLight;
  const behind = [...groundsOf(ground), hex(ground.surface)];
  const h = hues.primary.h ?? 0;
  const onBrandColor = style === 'brand' || style === 'gradient';
  const text = readable(oklch(light ? 0.98 : 0.2, light ? 0.004 : 0.02, h), behind, textContrast, light);
  // On a ground of the brand's own colour the brand cannot stand out by hue: it turns into the colour of the type.
  const primary = onBrandColor ? text : primaryOn(ground, hues.primary);
  const onPrimaryIsLight = wcagContrast('#ffffff', primary) >= textContrast;
  const onPrimary = readable(
    oklch(onPrimaryIsLight ? 0.985 : 0.22, 0.05, h),
    [primary],
    textContrast,
    onPrimaryIsLight,
  );
  const tint = (l: number, color: Oklch, chroma: number): Oklch => oklch(l, Math.min(color.c, chroma), color.h ?? 0);
  return {
    base: hex(ground.base),
    baseEnd: hex(ground.baseEnd),
    surface: hex(ground.surface),
    glow: hex(ground.glow),
    glowFar: hex(ground.glowFar),
    line: blend(text, hex(ground.surface), light ? 0.16 : 0.12),
    text,
    muted: readable(oklch(light ? 0.76 : 0.5, light ? 0.02 : 0.03, h), behind, textContrast, light),
    primary,
    onPrimary,
    ink: readable(tint(light ? 0.78 : 0.5, hues.primary, 0.17), behind, textContrast, light),
    accent: readable(tint(light ? 0.76 : 0.55, hues.accent, 0.2), behind, shapeContrast, light),
    positive: readable(oklch(light ? 0.78 : 0.52, 0.17, 152), behind, textContrast, light),
    negative: readable(oklch(light ? 0.7 : 0.54, 0.2, 22), behind, textContrast, light),
    shadow: hex(oklch(light ? 0.05 : 0.3, 0.02, h)),
    light: light ? '#ffffff' : '#ffffff',
  };
};
