import type { PixelSize } from '../../contracts/render-format.ts';
import type { GradientStop, LottieLayer } from '../template.ts';
import type { Part } from './compose.ts';
import { type LayerDraft, shapeLayer } from './layer.ts';
import { moving, still } from './property.ts';
import { ellipse, gradientFill, group, rectangle } from './shape.ts';

/** A large soft radial field; places are shares of the picture. */
interface Field {
  readonly role: 'glow' | 'glowFar';
  readonly home: readonly [number, number];
  readonly away: readonly [number, number];
  /** Radius as a share of the picture's width. */
  readonly radius: number;
}

/** Peak opacity of a field; the palette proves text against exactly this (motion.md: 35–60 %). */
export const fieldAlpha = 0.58;

// Two stops are Skia's fast path (3.5 ms a field at 1080p against 6 ms with four). The tip of such a cone shows, so the
// centres of the fields lie outside the picture.
const fieldStops = (role: Field['role']): readonly GradientStop[] => [
  { at: 0, role, alpha: fieldAlpha },
  { at: 1, role, alpha: 0 },
];

const groundPrefix = 'ground.';

/** Whether a layer is part of the ground: opaque with its like, soft, slow, and parent of nothing. */
export const isGroundLayer = (layer: LottieLayer): boolean =>
  typeof layer['nm'] === 'string' && layer['nm'].startsWith(groundPrefix);

const fieldLayer = (field: Field, index: number, size: PixelSize, frameCount: number): LayerDraft => {
  const radius = field.radius * size.widthPx;
  const at = ([x, y]: readonly [number, number]): number[] => [x * size.widthPx, y * size.heightPx];
  return shapeLayer(
    {
      name: `${groundPrefix}field.${index}`,
      position: moving(
        { frame: 0, value: at(field.home), easing: 'travel' },
        { frame: frameCount / 2, value: at(field.away), easing: 'travel' },
        { frame: frameCount, value: at(field.home) },
      ),
    },
    [
      group([
        ellipse(still([radius * 2, radius * 2])),
        gradientFill('radial', `field.${index}`, fieldStops(field.role), [0, 0], [radius, 0]),
      ]),
    ],
  );
};

/**
 * The light of every scene: it wanders a little and comes home, so that the last frame of a scene and the first of the
 * next have the same ground and a cut is not seen in it.
 */
const fields: readonly Field[] = [
  { role: 'glow', home: [0.16, -0.14], away: [0.27, -0.1], radius: 0.62 },
  { role: 'glowFar', home: [0.92, 1.14], away: [0.81, 1.1], radius: 0.58 },
];

/** The ground of a scene: the base with slow light on it. Put it last, it lies under everything. */
export const ground = (size: PixelSize, frameCount: number): Part => {
  const base: readonly GradientStop[] = [
    { at: 0, role: 'base', alpha: 1 },
    { at: 1, role: 'baseEnd', alpha: 1 },
  ];
  const { widthPx, heightPx } = size;
  const corner: readonly [number, number] = [widthPx / 2, heightPx / 2];
  return {
    layers: [
      ...fields.map((field, index) => fieldLayer(field, index + 1, size, frameCount)),
      shapeLayer({ name: `${groundPrefix}base`, position: still(corner) }, [
        group([
          rectangle(still([widthPx, heightPx]), 0),
          gradientFill('linear', 'base', base, [-corner[0], -corner[1]], corner),
        ]),
      ]),
    ],
    gradients: {
      base,
      ...Object.fromEntries(fields.map((field, index) => [`field.${index + 1}`, fieldStops(field.role)])),
    },
  };
};
