import type { LottieValue } from '../template.ts';
import { type Easing, easings } from './easing.ts';

/** A Lottie property: still, or with keyframes; `sid` names the slot that may replace it. */
export type Property = { readonly [key: string]: LottieValue };

export interface Keyframe {
  readonly frame: number;
  readonly value: number | readonly number[];
  /** The curve from this keyframe to the next. */
  readonly easing?: Easing;
}

const asList = (value: number | readonly number[]): readonly number[] => (typeof value === 'number' ? [value] : value);

/** A property that does not move; with `slot` its value is replaced when the scene is filled. */
export const still = (value: number | readonly number[], slot?: string): Property => ({
  a: 0,
  k: value,
  ...(slot === undefined ? {} : { sid: slot }),
});

/** A property that moves through its keyframes; a keyframe before frame 0 starts the scene on its way. */
export const moving = (...keyframes: readonly Keyframe[]): Property => ({
  a: 1,
  k: keyframes.map((keyframe, index) => {
    const values = asList(keyframe.value);
    const next = index < keyframes.length - 1;
    const [x1, y1, x2, y2] = easings[keyframe.easing ?? 'enter'];
    const all = (one: number): number[] => values.map(() => one);
    return next
      ? { t: keyframe.frame, s: values, o: { x: all(x1), y: all(y1) }, i: { x: all(x2), y: all(y2) } }
      : { t: keyframe.frame, s: values };
  }),
});
