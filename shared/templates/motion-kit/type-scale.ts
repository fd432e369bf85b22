import type { TextBlock } from '../template.ts';

/** The type scale of motion.md: a block's look by its place in the hierarchy. Sizes at 1080 high. */
type Look = Omit<TextBlock, 'name' | 'layer' | 'width' | 'align' | 'color'>;

const shrink = 0.6;
const labelSize = 30;
const look = (size: number, rest: Omit<Look, 'size' | 'minSize'>): Look => ({
  size,
  minSize: Math.max(Math.min(size, labelSize), Math.round(size * shrink)),
  ...rest,
});

const tight = { family: 'Inter Tight', balance: true, uppercase: false } as const;

export const typeScale = {
  display: look(150, { ...tight, weight: 700, lineHeight: 1.04, tracking: -0.014, maxLines: 2 }),
  headline: look(108, { ...tight, weight: 700, lineHeight: 1.08, tracking: -0.012, maxLines: 2 }),
  title: look(72, { ...tight, weight: 600, lineHeight: 1.12, tracking: -0.01, maxLines: 2 }),
  subtitle: look(54, { ...tight, weight: 600, lineHeight: 1.18, tracking: -0.006, maxLines: 2 }),
  body: look(42, { ...tight, weight: 500, lineHeight: 1.32, tracking: 0, maxLines: 2 }),
  label: look(32, { ...tight, weight: 600, lineHeight: 1.3, tracking: 0, maxLines: 1 }),
  eyebrow: look(30, { ...tight, weight: 600, lineHeight: 1.3, tracking: 0.08, maxLines: 1, uppercase: true }),
} as const satisfies Record<string, Look>;
