import type { Box as PageBox } from '../contracts/capture.ts';
import { gatherFrames, riseFrames } from '../templates/motion-kit/captured-page.ts';
import { type Keyframe, moving, type Property, still } from '../templates/motion-kit/property.ts';
import type { CaptureBinding, CaptureLift } from '../templates/template.ts';

/** A captured page in CSS pixels, and where the components that leave it lie on it. */
export interface CapturedPage {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly PageBox[];
}

type Point = readonly [number, number];

/** One component: its size on the stage before it moves, and its way. */
export interface PartLayout {
  readonly width: number;
  readonly height: number;
  readonly move: Property;
  readonly zoom: Property;
  /** The largest that it is shown, for the sharpness of its picture. */
  readonly maxScale: number;
}

export interface CaptureLayout {
  /** Composition pixels for a CSS pixel. */
  readonly factor: number;
  /** How much of the page is ever seen, from its top, in composition pixels. */
  readonly pageHeight: number;
  readonly maxZoom: number;
  readonly camera: Property;
  readonly zoom: Property;
  readonly parts: readonly PartLayout[];
}

/** A page that does not reach far enough to scroll is pushed by this much instead, so that the scene stays alive. */
const restZoom = 1.06;
const shortTravel = 60;
/** A component grows by this much as it rises: it comes nearer. */
const riseScale = 1.05;

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), Math.max(low, high));

const union = (boxes: readonly PageBox[]): PageBox | null => {
  if (boxes.length === 0) return null;
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  return { x: left, y: top, width: right - left, height: bottom - top };
};

const scaled = (box: PageBox, factor: number): PageBox => ({
  x: box.x * factor,
  y: box.y * factor,
  width: box.width * factor,
  height: box.height * factor,
});

const percent = (scale: number): Point => [100 * scale, 100 * scale];

interface Shot {
  readonly zoom: number;
  /** Where the page's top left lies in the view. */
  readonly at: Point;
}

/** The camera over `target`, kept within the page. */
const shotOf = (binding: CaptureBinding, pageHeight: number, target: PageBox | null): Shot => {
  const { width, height, camera } = binding;
  if (camera.kind !== 'focus' || camera.maxZoom <= 1) return { zoom: 1, at: [0, 0] };
  const zoom =
    target === null
      ? Math.min(restZoom, camera.maxZoom)
      : clamp(
          Math.min((width * camera.fill) / target.width, (height * camera.fill) / target.height),
          1,
          camera.maxZoom,
        );
  const centre: Point =
    target === null ? [width / 2, height * 0.4] : [target.x + target.width / 2, target.y + target.height / 2];
  const x = clamp(centre[0], width / (2 * zoom), width - width / (2 * zoom));
  const y = clamp(centre[1], height / (2 * zoom), Math.max(pageHeight, height) - height / (2 * zoom));
  return { zoom, at: [width / 2 - x * zoom, height / 2 - y * zoom] };
};

const between = (startFrame: number, endFrame: number, from: Keyframe['value'], to: Keyframe['value']): Property =>
  moving({ frame: startFrame, value: from, easing: 'travel' }, { frame: endFrame, value: to });

const scrollOf = (binding: CaptureBinding, pageHeight: number): Pick<CaptureLayout, 'camera' | 'zoom' | 'maxZoom'> => {
  const { startFrame, endFrame } = binding.camera;
  const travel = pageHeight - binding.height;
  if (travel >= shortTravel) {
    return { camera: between(startFrame, endFrame, [0, 0], [0, -travel]), zoom: still([100, 100]), maxZoom: 1 };
  }
  const side = (binding.width * (restZoom - 1)) / 2;
  return {
    camera: between(startFrame, endFrame, [0, 0], [-side, 0]),
    zoom: between(startFrame, endFrame, percent(1), percent(restZoom)),
    maxZoom: restZoom,
  };
};

const cameraOf = (
  binding: CaptureBinding,
  pageHeight: number,
  target: PageBox | null,
): Pick<CaptureLayout, 'camera' | 'zoom' | 'maxZoom'> => {
  if (binding.camera.kind === 'scroll') return scrollOf(binding, pageHeight);
  const { startFrame, endFrame } = binding.camera;
  const shot = shotOf(binding, pageHeight, target);
  if (shot.zoom === 1 && shot.at[0] === 0 && shot.at[1] === 0) {
    return { camera: still([0, 0]), zoom: still([100, 100]), maxZoom: 1 };
  }
  return {
    camera: between(startFrame, endFrame, [0, 0], shot.at),
    zoom: between(startFrame, endFrame, percent(1), percent(shot.zoom)),
    maxZoom: shot.zoom,
  };
};

type Gather = Extract<CaptureLift, { kind: 'gather' }>;

interface Target {
  readonly centre: Point;
  readonly scale: number;
}

/** How large each is in a row that fits: all by one factor, or equally high, whichever leaves the smallest one larger. */
const rowScales = (lift: Gather, boxes: readonly PageBox[]): number[] => {
  const { box, gap, maxScale } = lift;
  const room = box.width - gap * (boxes.length - 1);
  const widthSum = boxes.reduce((sum, { width }) => sum + width, 0);
  const tallest = Math.max(...boxes.map(({ height }) => height));
  const together = Math.min(maxScale, room / widthSum, box.height / tallest);
  const ratios = boxes.reduce((sum, { width, height }) => sum + width / height, 0);
  const rowHeight = Math.min(box.height, room / ratios);
  return boxes.map(({ height }) =>
    together >= rowHeight / tallest ? together : Math.min(rowHeight / height, maxScale),
  );
};

/** A row, centred in the box, in the order in which the components lie on the page: their ways do not cross. */
const gatheredRow = (lift: Gather, boxes: readonly PageBox[]): Target[] => {
  const { box, gap } = lift;
  const scales = rowScales(lift, boxes);
  const widths = boxes.map(({ width }, index) => width * (scales[index] ?? 1));
  const targets: Target[] = [];
  let left = box.x + (box.width - widths.reduce((sum, width) => sum + width, gap * (boxes.length - 1))) / 2;
  const centreX = (index: number): number => (boxes[index]?.x ?? 0) + (boxes[index]?.width ?? 0) / 2;
  for (const index of [...boxes.keys()].sort((one, other) => centreX(one) - centreX(other))) {
    const width = widths[index] ?? 0;
    targets[index] = { centre: [left + width / 2, box.y + box.height / 2], scale: scales[index] ?? 1 };
    left += width + gap;
  }
  return targets;
};

const partOf = (lift: CaptureLift, box: PageBox, index: number, target: Target | undefined): PartLayout => {
  const start = lift.startFrame + index * lift.stagger;
  const risen = start + riseFrames;
  const home: Point = [box.x + box.width / 2, box.y + box.height / 2];
  const above: Point = [home[0], home[1] - lift.rise];
  const gathered = risen + gatherFrames;
  return {
    width: box.width,
    height: box.height,
    maxScale: Math.max(riseScale, target?.scale ?? 1),
    move: moving(
      { frame: start, value: home, easing: 'enter' },
      { frame: risen, value: above, easing: 'travel' },
      ...(target === undefined ? [] : [{ frame: gathered, value: target.centre }]),
    ),
    zoom: moving(
      { frame: start, value: percent(1), easing: 'enter' },
      { frame: risen, value: percent(riseScale), easing: 'travel' },
      ...(target === undefined ? [] : [{ frame: gathered, value: percent(target.scale) }]),
    ),
  };
};

/**
 * Where a captured page, its camera and its components are over time. Pure: lengths of `page` in CSS pixels, of the
 * result in composition pixels of the view.
 */
export const layoutCapture = (binding: CaptureBinding, page: CapturedPage): CaptureLayout => {
  const factor = binding.width / page.width;
  const boxes = page.boxes.slice(0, binding.partCount).map((box) => scaled(box, factor));
  const target = union(boxes);
  const seen =
    binding.camera.kind === 'scroll'
      ? binding.height + binding.camera.maxTravel
      : Math.max(binding.height, (target?.y ?? 0) + (target?.height ?? 0) + binding.height / 2);
  const pageHeight = Math.min(page.height * factor, seen);
  const { lift } = binding;
  const targets = lift?.kind === 'gather' && boxes.length > 0 ? gatheredRow(lift, boxes) : [];
  return {
    factor,
    pageHeight,
    ...cameraOf(binding, pageHeight, target),
    parts: lift === null ? [] : boxes.map((box, index) => partOf(lift, box, index, targets[index])),
  };
};
