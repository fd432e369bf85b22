import type { ImageBinding } from '../template.ts';
import type { Part } from './compose.ts';
import { imageLayer, nullLayer } from './layer.ts';
import { moving, type Property, still } from './property.ts';
import { stageName } from './stage.ts';
import { exitFrames } from './text-stack.ts';

export interface MediaMotion {
  readonly enterFrame: number;
  readonly enterFrames: number;
  readonly exitFrame: number;
  /** Way of the entry in pixels, from below where positive. */
  readonly travel: number;
}

/** A picture's slow arrival and quick leaving as opacity and shift; shared by logos, avatars and cards. */
export const comeAndGo = (motion: MediaMotion): { readonly opacity: Property; readonly shift: Property } => {
  const arrived = motion.enterFrame + motion.enterFrames;
  const gone = motion.exitFrame + exitFrames;
  return {
    opacity: moving(
      { frame: motion.enterFrame, value: 0, easing: 'enter' },
      { frame: arrived, value: 100 },
      { frame: motion.exitFrame, value: 100, easing: 'exit' },
      { frame: gone, value: 0 },
    ),
    shift: moving(
      { frame: motion.enterFrame, value: [0, motion.travel], easing: 'enter' },
      { frame: arrived, value: [0, 0] },
      { frame: motion.exitFrame, value: [0, 0], easing: 'exit' },
      { frame: gone, value: [0, -20] },
    ),
  };
};

/** A logo or avatar whose top left corner a stack places (slot `<name>.place`). */
export const placedPicture = (binding: ImageBinding, motion: MediaMotion): Part => {
  const { opacity, shift } = comeAndGo(motion);
  return {
    layers: [
      imageLayer(
        {
          name: binding.name,
          parent: `${binding.name}.shift`,
          needs: binding.name,
          position: still([0, 0], `${binding.name}.place`),
          opacity,
        },
        binding.name,
      ),
      nullLayer({ name: `${binding.name}.shift`, parent: stageName, position: shift }),
    ],
    assets: [{ id: binding.name, image: true }],
    images: [binding],
  };
};
