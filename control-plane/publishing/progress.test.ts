import { describe, expect, test } from 'vitest';
import {
  etaSeconds,
  type FarmSpeed,
  renderingMessage,
  renderPercent,
  renderState,
  type SceneProgress,
  sceneRenderState,
  type WorkLeft,
} from './progress.ts';

const scene = (over: Partial<SceneProgress> = {}): SceneProgress => ({
  state: 'queued',
  frameCount: 100,
  doneFrameCount: 0,
  isLeased: false,
  reused: false,
  ...over,
});
const done = scene({ state: 'done' });
const reused = scene({ state: 'done', reused: true });

describe('progress', () => {
  test('S61: percent counts the frames that must be drawn; what is reused counts for nothing', () => {
    expect(renderPercent([done, scene({ doneFrameCount: 50, isLeased: true }), reused])).toBe(75);
    expect(renderPercent([reused, reused])).toBe(100);
    expect(renderPercent([])).toBe(0);
    expect(renderPercent([done, scene({ doneFrameCount: 99 })])).toBe(99);
  });

  test('N17: a queued scene that a node holds is rendering', () => {
    expect(sceneRenderState(scene())).toBe('queued');
    expect(sceneRenderState(scene({ isLeased: true }))).toBe('rendering');
    expect(sceneRenderState(scene({ state: 'done', isLeased: true }))).toBe('done');
  });

  test.each([
    [[], 'idle'],
    [[scene(), scene()], 'queued'],
    [[scene(), done], 'rendering'],
    [[scene({ isLeased: true }), scene()], 'rendering'],
    [[done, scene({ state: 'failed' })], 'failed'],
    [[done, scene({ state: 'failed' }), scene()], 'rendering'],
    [[done, scene({ state: 'cancelled' })], 'cancelled'],
    [[done, reused], 'done'],
  ] as const)('N17: the render state follows from its scenes (case %#)', (scenes, expected) => {
    expect(renderState(scenes)).toBe(expected);
  });

  const speed: FarmSpeed = { msPerFrame: 20, parallelScenes: 2, exportMsPerSecond: 100, narrationMsPerSecond: 50 };
  const work = (over: Partial<WorkLeft>): WorkLeft => ({
    scenes: [],
    framesAhead: 0,
    narrationSeconds: 0,
    videoSeconds: 20,
    exportDoneFraction: 0,
    ...over,
  });
  test('the ETA shares what is left among the scenes that run at once, then adds the export', () => {
    expect(etaSeconds(work({ scenes: [scene(), scene(), scene(), scene()] }), speed)).toBe(6);
    expect(etaSeconds(work({ scenes: [scene({ frameCount: 400 }), scene()] }), speed)).toBe(10);
    expect(etaSeconds(work({ scenes: [done, done], exportDoneFraction: 0.5 }), speed)).toBe(1);
  });

  test('the ETA counts the queue before it, and the narration where that takes longest', () => {
    expect(etaSeconds(work({ scenes: [scene(), scene()], framesAhead: 1_000 }), speed)).toBe(14);
    expect(etaSeconds(work({ scenes: [done], framesAhead: 1_000 }), speed)).toBe(2);
    expect(etaSeconds(work({ scenes: [scene()], narrationSeconds: 20 }), speed)).toBe(4);
    expect(etaSeconds(work({ scenes: [scene()], narrationSeconds: 200 }), speed)).toBe(12);
    const silent = { ...speed, narrationMsPerSecond: null };
    expect(etaSeconds(work({ scenes: [scene()], narrationSeconds: 200 }), silent)).toBe(4);
  });

  test('an ETA is not made up where nothing was measured', () => {
    expect(etaSeconds(work({ scenes: [scene()] }), { ...speed, msPerFrame: null })).toBeNull();
    expect(etaSeconds(work({ scenes: [done] }), { ...speed, exportMsPerSecond: null })).toBeNull();
    expect(etaSeconds(work({ scenes: [done] }), { ...speed, msPerFrame: null })).toBe(2);
    expect(etaSeconds(work({ scenes: [scene()], videoSeconds: 0 }), { ...speed, exportMsPerSecond: null })).toBe(2);
  });

  test('S61: a render is told of in one sentence', () => {
    expect(renderingMessage([done, scene()])).toBe('Rendering: 1 of 2 scenes done, 50 %.');
  });
});
