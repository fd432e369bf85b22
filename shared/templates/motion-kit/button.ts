import type { Part } from './compose.ts';
import { nullLayer, shapeLayer } from './layer.ts';
import { moving, still } from './property.ts';
import { curve, fill, group, rectangle, stroke } from './shape.ts';
import { exitFrames } from './text-stack.ts';

interface ButtonMotion {
  readonly enterFrame: number;
  readonly pressFrame: number;
  readonly exitFrame: number;
}

/**
 * A button that hugs its label (the plate `name` of the stack that holds it), is pressed once and answers with a ring.
 * Put the label's layers before it; they hang on `<name>.press`.
 */
export const button = (name: string, needs: string, parent: string, height: number, motion: ButtonMotion): Part => {
  const { enterFrame, pressFrame, exitFrame } = motion;
  const radius = height / 2;
  const fade = moving(
    { frame: enterFrame, value: 0, easing: 'enter' },
    { frame: enterFrame + 18, value: 100 },
    { frame: exitFrame, value: 100, easing: 'exit' },
    { frame: exitFrame + exitFrames, value: 0 },
  );
  const size = still([400, height], `${name}.size`);
  return {
    layers: [
      shapeLayer({ name: `${name}.face`, parent: `${name}.middle`, needs, opacity: fade }, [
        group([rectangle(size, radius), fill('primary')]),
      ]),
      shapeLayer(
        {
          name: `${name}.ring`,
          parent: `${name}.middle`,
          needs,
          window: [pressFrame, pressFrame + 24],
          scale: moving(
            { frame: pressFrame, value: [100, 100], easing: 'enter' },
            { frame: pressFrame + 24, value: [116, 134] },
          ),
          opacity: moving({ frame: pressFrame, value: 60, easing: 'settle' }, { frame: pressFrame + 24, value: 0 }),
        },
        [group([rectangle(size, radius), stroke('primary', 6)])],
      ),
      nullLayer({
        name: `${name}.middle`,
        parent: `${name}.press`,
        position: still([0, 0], `${name}.place`),
      }),
      nullLayer({ name: `${name}.press`, parent: `${name}.scale` }),
      // Scaling around the button's own centre: the null stands there, its child undoes the shift.
      nullLayer({
        name: `${name}.scale`,
        parent,
        position: still([0, 0], `${name}.place`),
        anchor: still([0, 0], `${name}.place`),
        scale: moving(
          { frame: enterFrame, value: [88, 88], easing: 'enter' },
          { frame: enterFrame + 22, value: [100, 100], easing: 'travel' },
          { frame: pressFrame - 5, value: [100, 100], easing: 'travel' },
          { frame: pressFrame, value: [95, 95], easing: 'pop' },
          { frame: pressFrame + 14, value: [100, 100] },
        ),
      }),
    ],
  };
};

/** A pointer that comes to the right end of the button, presses and stays; there with the button, where `toggle` is on. */
export const pointer = (
  name: string,
  toggle: string,
  needs: string,
  parent: string,
  buttonName: string,
  motion: ButtonMotion,
): Part => {
  const { pressFrame, exitFrame } = motion;
  const arrow = curve(
    [
      { at: [0, 0], in: [0, 0], out: [0, 0] },
      { at: [0, 62], in: [0, 0], out: [0, 0] },
      { at: [15, 48], in: [0, 0], out: [0, 0] },
      { at: [25, 71], in: [0, 0], out: [0, 0] },
      { at: [36, 66], in: [0, 0], out: [0, 0] },
      { at: [26, 44], in: [0, 0], out: [0, 0] },
      { at: [46, 43], in: [0, 0], out: [0, 0] },
    ],
    true,
  );
  return {
    layers: [
      shapeLayer(
        {
          name,
          parent: `${name}.way`,
          needs: toggle,
          opacity: moving(
            { frame: pressFrame - 30, value: 0, easing: 'enter' },
            { frame: pressFrame - 20, value: 100 },
            { frame: exitFrame, value: 100, easing: 'exit' },
            { frame: exitFrame + exitFrames, value: 0 },
          ),
          scale: moving(
            { frame: pressFrame - 5, value: [112, 112], easing: 'travel' },
            { frame: pressFrame, value: [98, 98], easing: 'pop' },
            { frame: pressFrame + 12, value: [112, 112] },
          ),
        },
        [group([arrow, fill('text'), stroke('base', 9)])],
      ),
      nullLayer({
        name: `${name}.way`,
        parent: `${name}.edge`,
        position: moving(
          { frame: pressFrame - 30, value: [250, 250], easing: 'travel' },
          { frame: pressFrame - 6, value: [-58, 20] },
        ),
      }),
      nullLayer({ name: `${name}.edge`, parent: `${name}.at`, position: still([200, 0], `${buttonName}.half`) }),
      nullLayer({ name: `${name}.at`, parent, needs, position: still([0, 0], `${buttonName}.place`) }),
    ],
  };
};
