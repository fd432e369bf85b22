import type { PixelSize } from '../../contracts/render-format.ts';
import type { Part } from './compose.ts';
import { nullLayer } from './layer.ts';
import { moving, still } from './property.ts';

/** Parent of everything but the ground: pushes slowly towards the viewer, so that a held scene stays alive. */
export const stageName = 'stage';

/** The push from 100 to `toPercent` around `centre` over the whole scene (motion.md, Motion: hold). */
export const stage = (size: PixelSize, frameCount: number, toPercent = 103): Part => {
  const centre = [size.widthPx / 2, size.heightPx / 2];
  return {
    layers: [
      nullLayer({
        name: stageName,
        position: still(centre),
        anchor: still(centre),
        scale: moving(
          { frame: 0, value: [100, 100], easing: 'linear' },
          { frame: frameCount, value: [toPercent, toPercent] },
        ),
      }),
    ],
  };
};
