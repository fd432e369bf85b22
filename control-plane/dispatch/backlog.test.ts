import { describe, expect, test } from 'vitest';
import { predictedBacklog, type UnfinishedWork } from './backlog.ts';

const work = (over: Partial<UnfinishedWork>): UnfinishedWork => ({
  kind: 'scene.render',
  waitingSize: 0,
  running: [],
  measured: { seconds: 100, size: 50 },
  ...over,
});

describe('the predicted backlog', () => {
  test('of a farm without work is 0 for both pools', () => {
    expect(predictedBacklog([])).toEqual({ render: 0, capture: 0 });
    expect(predictedBacklog([work({})])).toEqual({ render: 0, capture: 0 });
  });

  test('is the size that waits times what a size took lately', () => {
    expect(predictedBacklog([work({ waitingSize: 10 })]).render).toBe(20);
  });

  test('counts a scene of four times the pixels as four', () => {
    const waiting = (size: number) => predictedBacklog([work({ waitingSize: size })]).render;
    expect(waiting(4)).toBe(4 * waiting(1));
  });

  test('adds what is left of the attempts that run, and nothing for one that took longer than predicted', () => {
    const running = [
      { size: 1, elapsedSeconds: 0.5 },
      { size: 3, elapsedSeconds: 1 },
      { size: 1, elapsedSeconds: 60 },
    ];
    expect(predictedBacklog([work({ running })]).render).toBe(1.5 + 5);
  });

  test('of kinds that were never measured is not 0: a farm without nodes scales up by it', () => {
    for (const kind of [
      'scene.render',
      'narration.synthesize',
      'export.assemble',
      'page.capture',
      'brand.read',
    ] as const) {
      const { render, capture } = predictedBacklog([work({ kind, waitingSize: 1, measured: null })]);
      expect(render + capture).toBeGreaterThan(0);
      expect(predictedBacklog([work({ kind, waitingSize: 1, measured: { seconds: 0, size: 0 } })])).toEqual({
        render,
        capture,
      });
    }
  });

  test('keeps the pools apart and sums up the kinds of each', () => {
    const unfinished = [
      work({ waitingSize: 1 }),
      work({ kind: 'export.assemble', waitingSize: 1 }),
      work({ kind: 'page.capture', waitingSize: 2, measured: { seconds: 8, size: 1 } }),
    ];
    expect(predictedBacklog(unfinished)).toEqual({ render: 4, capture: 16 });
  });
});
