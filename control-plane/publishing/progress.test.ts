import { describe, expect, test } from 'vitest';
import {
  etaSeconds,
  type FarmSpeed,
  renderingMessage,
  renderPercent,
  renderState,
  type SceneProgress,
  sceneRenderState,
  waitingFor,
  waitingMessage,
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

  const speed: FarmSpeed = { msPerFrame: 20, parallelScenes: 2, exportMsPerSecond: 100 };
  test('the ETA shares what is left among the scenes that run at once, then adds the export', () => {
    expect(etaSeconds([scene(), scene(), scene(), scene()], 0, 20, speed)).toBe(6);
    expect(etaSeconds([scene({ frameCount: 400 }), scene()], 0, 20, speed)).toBe(10);
    expect(etaSeconds([done, done], 0.5, 20, speed)).toBe(1);
  });

  test('an ETA is not made up where nothing was measured', () => {
    expect(etaSeconds([scene()], 0, 10, { ...speed, msPerFrame: null })).toBeNull();
    expect(etaSeconds([done], 0, 10, { ...speed, exportMsPerSecond: null })).toBeNull();
    expect(etaSeconds([done], 0, 10, { ...speed, msPerFrame: null })).toBe(1);
  });

  test('who waits is told why', () => {
    const lonely = waitingFor(0, 3);
    expect(lonely).toEqual({ reason: 'NO_NODE_READY', jobsAhead: 3 });
    expect(waitingMessage(lonely)).toBe('Waiting for a render node: none is ready.');
    expect(waitingFor(2, 1)).toEqual({ reason: 'NODES_BUSY', jobsAhead: 1 });
    expect(waitingMessage(waitingFor(2, 1))).toContain('1 job ahead');
    expect(waitingMessage(waitingFor(2, 0))).toBe('Waiting for a render node to become free.');
    expect(renderingMessage([done, scene()])).toBe('Rendering: 1 of 2 scenes done, 50 %.');
  });
});
