import type { ColorRole, LottieValue } from '../template.ts';
import type { Part } from './compose.ts';
import { nullLayer, shapeLayer } from './layer.ts';
import { comeAndGo, type MediaMotion } from './media.ts';
import { moving, still } from './property.ts';
import { fill, group, rectangle, ringFill, stroke } from './shape.ts';
import { exitFrames } from './text-stack.ts';

export interface CardLook {
  readonly width: number;
  readonly height: number;
  readonly radius: number;
  readonly fill: ColorRole;
}

const shadowDrop = 30;

/**
 * One soft shadow as a stack of rounded rings that grow and fade. A blur of this radius costs more than the rest of a
 * scene together; nine thin rings look the same at this softness, and what the card hides is not drawn (a window of
 * 1440 x 828 took 8 ms a frame with whole rectangles).
 */
export const softShadow = (width: number, height: number, radius: number, strength = 1): LottieValue => {
  const steps = 9;
  const reach = 56;
  const hidden = 4;
  return group(
    Array.from({ length: steps }, (_, index) => {
      const grow = ((index + 1) / steps) * reach - 14;
      const alpha = strength * 4.4 * (1 - index / steps) ** 1.3;
      return group([
        rectangle(still([width + 2 * grow, height + 2 * grow]), Math.max(0, radius + grow), still([0, shadowDrop])),
        rectangle(still([width - 2 * hidden, height - 2 * hidden]), radius),
        ringFill('shadow', still(Number(alpha.toFixed(2)))),
      ]);
    }),
  );
};

/** A card whose top left corner is its parent's origin; what lies on it hangs on `<name>.card`, same origin. */
export const card = (name: string, parent: string, look: CardLook, motion: MediaMotion): Part => {
  const { opacity, shift } = comeAndGo(motion);
  const centre = [look.width / 2, look.height / 2];
  const arrived = motion.enterFrame + motion.enterFrames;
  return {
    layers: [
      shapeLayer({ name: `${name}.face`, parent: `${name}.card`, needs: name, position: still(centre), opacity }, [
        group([rectangle(still([look.width - 2, look.height - 2]), look.radius - 1), stroke('line', 2)]),
        group([rectangle(still([look.width, look.height]), look.radius), fill(look.fill)]),
        softShadow(look.width, look.height, look.radius),
      ]),
      nullLayer({
        name: `${name}.card`,
        parent: `${name}.shift`,
        position: still(centre),
        anchor: still(centre),
        scale: moving(
          { frame: motion.enterFrame, value: [95, 95], easing: 'enter' },
          { frame: arrived, value: [100, 100] },
          { frame: motion.exitFrame, value: [100, 100], easing: 'exit' },
          { frame: motion.exitFrame + exitFrames, value: [98, 98] },
        ),
      }),
      nullLayer({ name: `${name}.shift`, parent, position: shift }),
    ],
  };
};
