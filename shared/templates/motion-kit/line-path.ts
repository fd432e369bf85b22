import type { ColorRole, LottieValue } from '../template.ts';
import { type LayerDraft, shapeLayer } from './layer.ts';
import { moving, still } from './property.ts';
import { curve, ellipse, fill, group, polyline, stroke, trim } from './shape.ts';
import { exitFrames } from './text-stack.ts';

interface DrawnLine {
  readonly name: string;
  readonly parent: string;
  readonly needs?: string;
  readonly points: readonly (readonly [number, number])[];
  readonly role: ColorRole;
  readonly width: number;
  readonly drawFrame: number;
  readonly drawFrames: number;
  readonly exitFrame: number;
}

const fadeOut = (exitFrame: number) =>
  moving({ frame: exitFrame, value: 100, easing: 'exit' }, { frame: exitFrame + exitFrames, value: 0 });

/** A straight line drawn by its trim path. */
export const drawnLine = (line: DrawnLine): LayerDraft =>
  shapeLayer(
    {
      name: line.name,
      parent: line.parent,
      ...(line.needs === undefined ? {} : { needs: line.needs }),
      opacity: fadeOut(line.exitFrame),
      // A trim of nothing still leaves the round cap of its first point.
      window: [Math.max(0, line.drawFrame), line.exitFrame + exitFrames],
    },
    [
      group([
        polyline(line.points),
        trim(
          moving(
            { frame: line.drawFrame, value: 0, easing: 'travel' },
            { frame: line.drawFrame + line.drawFrames, value: 100 },
          ),
        ),
        stroke(line.role, line.width),
      ]),
    ],
  );

/** Points -> a smooth curve through them (horizontal tangents a third of the way), as Lottie path points. */
const smooth = (points: readonly (readonly [number, number])[]): LottieValue =>
  curve(
    points.map((at, index) => {
      const before = points[index - 1];
      const after = points[index + 1];
      return {
        at,
        in: [before === undefined ? 0 : (before[0] - at[0]) * 0.42, 0] as const,
        out: [after === undefined ? 0 : (after[0] - at[0]) * 0.42, 0] as const,
      };
    }),
  );

/** A rising curve with a dot that leads it and stays at its end. */
export const leadingCurve = (line: DrawnLine): readonly LayerDraft[] => {
  const end = line.points.at(-1) ?? [0, 0];
  const arrives = line.drawFrame + line.drawFrames;
  const needs = line.needs === undefined ? {} : { needs: line.needs };
  return [
    shapeLayer(
      {
        name: `${line.name}.dot`,
        parent: line.parent,
        ...needs,
        position: still([end[0], end[1]]),
        scale: moving({ frame: arrives - 6, value: [0, 0], easing: 'pop' }, { frame: arrives + 6, value: [100, 100] }),
        opacity: fadeOut(line.exitFrame),
      },
      [
        group([ellipse(still([30, 30])), fill(line.role)]),
        group([ellipse(still([72, 72])), fill(line.role, still(22))]),
      ],
    ),
    shapeLayer(
      {
        name: line.name,
        parent: line.parent,
        ...needs,
        opacity: fadeOut(line.exitFrame),
        window: [Math.max(0, line.drawFrame), line.exitFrame + exitFrames],
      },
      [
        group([
          smooth(line.points),
          trim(moving({ frame: line.drawFrame, value: 0, easing: 'travel' }, { frame: arrives, value: 100 })),
          stroke(line.role, line.width),
        ]),
      ],
    ),
  ];
};
