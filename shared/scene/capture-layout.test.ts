import { describe, expect, it } from 'vitest';
import type { Property } from '../templates/motion-kit/property.ts';
import type { CaptureBinding } from '../templates/template.ts';
import { layoutCapture } from './capture-layout.ts';

const binding = (over: Partial<CaptureBinding> = {}): CaptureBinding => ({
  name: 'page',
  layer: 'page',
  width: 1440,
  height: 760,
  camera: { kind: 'focus', startFrame: 40, endFrame: 80, maxZoom: 1.5, fill: 0.8 },
  lift: { kind: 'rise', startFrame: 80, stagger: 4, rise: 22 },
  partCount: 3,
  address: null,
  ...over,
});
const gather = {
  kind: 'gather',
  startFrame: 30,
  stagger: 3,
  rise: 20,
  box: { x: -100, y: 0, width: 1640, height: 700 },
  gap: 40,
  maxScale: 2.4,
} as const;

/** Values of a property's keyframes, the last one last. */
const waypoints = (property: Property): readonly (readonly number[])[] =>
  property['a'] === 0
    ? [property['k'] as readonly number[]]
    : (property['k'] as readonly { readonly s: readonly number[] }[]).map(({ s }) => s);
const last = (property: Property): readonly number[] => waypoints(property).at(-1) ?? [];

describe('the camera over a captured page', () => {
  it('goes to the components and keeps them whole in the view', () => {
    const box = { x: 900, y: 500, width: 400, height: 200 };
    const { camera, zoom } = layoutCapture(binding(), { width: 1440, height: 900, boxes: [box] });
    const [scale = 0] = last(zoom);
    const [x = 0, y = 0] = last(camera);
    expect(scale).toBe(150);
    for (const corner of [box.x, box.x + box.width]) {
      expect(corner * 1.5 + x).toBeGreaterThanOrEqual(0);
      expect(corner * 1.5 + x).toBeLessThanOrEqual(1440);
    }
    for (const corner of [box.y, box.y + box.height]) {
      expect(corner * 1.5 + y).toBeGreaterThanOrEqual(0);
      expect(corner * 1.5 + y).toBeLessThanOrEqual(760);
    }
  });

  it('never looks beside the page', () => {
    for (const box of [
      { x: 0, y: 0, width: 100, height: 50 },
      { x: 1340, y: 850, width: 100, height: 50 },
    ]) {
      const { camera, zoom } = layoutCapture(binding(), { width: 1440, height: 900, boxes: [box] });
      const [scale = 0] = last(zoom);
      const [x = 0, y = 0] = last(camera);
      expect(x).toBeLessThanOrEqual(1e-9);
      expect(x + (1440 * scale) / 100).toBeGreaterThanOrEqual(1440 - 1e-9);
      expect(y).toBeLessThanOrEqual(1e-9);
      expect(y + (900 * scale) / 100).toBeGreaterThanOrEqual(760 - 1e-9);
    }
  });

  it('comes a little nearer where nothing was picked', () => {
    const { zoom, parts } = layoutCapture(binding(), { width: 1440, height: 760, boxes: [] });
    expect(last(zoom)[0]).toBeCloseTo(106);
    expect(parts).toEqual([]);
  });

  it('scrolls a long page to its end or as far as it may, and pushes a short one', () => {
    const scroll = binding({
      camera: { kind: 'scroll', startFrame: 30, endFrame: 150, maxTravel: 1000 },
      lift: null,
      partCount: 0,
    });
    expect(last(layoutCapture(scroll, { width: 1440, height: 1200, boxes: [] }).camera)).toEqual([0, -440]);
    expect(last(layoutCapture(scroll, { width: 1440, height: 9000, boxes: [] }).camera)).toEqual([0, -1000]);
    expect(layoutCapture(scroll, { width: 1440, height: 9000, boxes: [] }).pageHeight).toBe(1760);
    expect(last(layoutCapture(scroll, { width: 1440, height: 780, boxes: [] }).zoom)[0]).toBeCloseTo(106);
  });

  it('takes a page of any width to the width of its view', () => {
    const { factor, parts } = layoutCapture(binding(), {
      width: 720,
      height: 500,
      boxes: [{ x: 10, y: 20, width: 100, height: 50 }],
    });
    expect(factor).toBe(2);
    expect(parts[0]).toMatchObject({ width: 200, height: 100 });
    expect(waypoints(parts[0]?.move ?? {})[0]).toEqual([120, 90]);
  });
});

describe('components that leave the page', () => {
  const boxes = [
    { x: 700, y: 300, width: 600, height: 300 },
    { x: 100, y: 100, width: 300, height: 130 },
    { x: 420, y: 100, width: 300, height: 130 },
  ];
  const layout = layoutCapture(binding({ lift: gather }), { width: 1440, height: 760, boxes });
  const targets = layout.parts.map((part) => {
    const [x = 0, y = 0] = last(part.move);
    const [percent = 0] = last(part.zoom);
    const width = (part.width * percent) / 100;
    return { left: x - width / 2, right: x + width / 2, y, percent };
  });

  it('begin exactly on their place and gather inside the box without touching', () => {
    expect(waypoints(layout.parts[0]?.move ?? {})[0]).toEqual([1000, 450]);
    const row = targets.toSorted((one, other) => one.left - other.left);
    expect(row[0]?.left).toBeGreaterThanOrEqual(gather.box.x - 1e-9);
    expect(row.at(-1)?.right).toBeLessThanOrEqual(gather.box.x + gather.box.width + 1e-9);
    for (const [index, one] of row.slice(1).entries()) {
      expect(one.left - (row[index]?.right ?? 0)).toBeCloseTo(gather.gap);
      expect(one.y).toBe(gather.box.height / 2);
    }
  });

  it('stand in the order in which they lay on the page, so that their ways do not cross', () => {
    expect(
      targets
        .map(({ left }, index) => [left, index])
        .sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
        .map(([, i]) => i),
    ).toEqual([1, 2, 0]);
  });

  it('grow by one factor, so that none comes out smaller than its neighbours were', () => {
    expect(new Set(targets.map(({ percent }) => percent.toFixed(6))).size).toBe(1);
    expect(targets[0]?.percent).toBeGreaterThan(100);
  });

  it('grow no more than the scene allows when there is one small one', () => {
    const one = layoutCapture(binding({ lift: gather }), {
      width: 1440,
      height: 760,
      boxes: [{ x: 0, y: 0, width: 80, height: 40 }],
    });
    expect(last(one.parts[0]?.zoom ?? {})).toEqual([240, 240]);
    expect(one.parts[0]?.maxScale).toBe(2.4);
  });
});
