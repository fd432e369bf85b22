import type { CounterBinding } from '../template.ts';
import type { Part } from './compose.ts';
import { imageLayer, nullLayer } from './layer.ts';
import { type Property, still } from './property.ts';

export const counterSlot = (name: string, step: number): string => `${name}.${step}`;

/**
 * A counting figure at `position` (top left of its line): one picture a frame while it counts, the last one held to
 * the end of the scene. `parent` moves it.
 */
export const counter = (
  binding: CounterBinding,
  parent: string,
  position: Property,
  frameCount: number,
  opacity: Property,
): Part => {
  const steps = binding.endFrame - binding.startFrame;
  const place = `${binding.name}.root`;
  return {
    layers: [
      ...Array.from({ length: steps + 1 }, (_, step) => {
        const slot = counterSlot(binding.name, step);
        const from = step === 0 ? 0 : binding.startFrame + step;
        const to = step === steps ? frameCount : binding.startFrame + step + 1;
        return imageLayer(
          {
            name: slot,
            parent: place,
            needs: binding.name,
            window: [from, to],
            position: still([0, 0], `${binding.name}.inset`),
            opacity,
          },
          slot,
        );
      }),
      nullLayer({ name: place, parent, position }),
    ],
    assets: Array.from({ length: steps + 1 }, (_, step) => ({
      id: counterSlot(binding.name, step),
      image: true as const,
    })),
    counters: [binding],
  };
};
