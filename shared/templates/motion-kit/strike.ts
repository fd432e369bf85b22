import type { LayerDraft } from './layer.ts';
import { shapeLayer } from './layer.ts';
import { moving, still } from './property.ts';
import { fill, group, rectangle } from './shape.ts';
import { exitFrames } from './text-stack.ts';

/** A line drawn through a text from its left end; its length is the text's (a plate named `name`). */
export const strike = (
  name: string,
  needs: string,
  parent: string,
  thickness: number,
  drawFrame: number,
  exitFrame: number,
): LayerDraft =>
  shapeLayer(
    {
      name,
      parent,
      needs,
      position: still([0, 0], `${name}.left`),
      scale: moving(
        { frame: drawFrame, value: [0, 100], easing: 'enter' },
        { frame: drawFrame + 14, value: [100, 100] },
      ),
      opacity: moving({ frame: exitFrame, value: 100, easing: 'exit' }, { frame: exitFrame + exitFrames, value: 0 }),
    },
    [
      group([
        rectangle(still([100, thickness], `${name}.size`), thickness / 2, still([50, 0], `${name}.half`)),
        fill('negative'),
      ]),
    ],
  );
