import { describe, expect, it } from 'vitest';
import { doneShare, type PublishStatus, remainingMs, type SceneStatus } from './publish-status.ts';

const scene = (position: number, rest: Partial<SceneStatus>): SceneStatus => ({
  sceneId: `scn_${position}`,
  position,
  state: 'rendering',
  ...rest,
});
const status = (scenes: SceneStatus[], rest: Partial<PublishStatus> = {}): PublishStatus => ({
  phase: 'rendering',
  message: '',
  render: { progressPercent: 0, scenes },
  ...rest,
});

describe('how far a publish is', () => {
  it('counts a scene by its length', () => {
    const scenes = [scene(0, { state: 'done' }), scene(1, { state: 'queued' })];
    expect(doneShare(status(scenes), [6, 3])).toBeCloseTo((6 / 9) * 0.9);
    expect(doneShare(status(scenes), [3, 6])).toBeCloseTo((3 / 9) * 0.9);
  });

  it('leaves reused scenes out: they are no work', () => {
    const scenes = [scene(0, { state: 'done', reused: true }), scene(1, { progress: 50 })];
    expect(doneShare(status(scenes), [100, 4])).toBeCloseTo(0.45);
  });

  it('gives the export the rest, also when every scene is reused', () => {
    const scenes = [scene(0, { state: 'done', reused: true })];
    const exporting = { id: 'exp_1', progress: 50 };
    expect(doneShare(status(scenes, { phase: 'exporting', export: exporting }), [4])).toBeCloseTo(0.95);
    expect(doneShare(status(scenes, { phase: 'completed', export: exporting }), [4])).toBe(1);
  });

  it('says nothing about the time left before there is a pace', () => {
    expect(remainingMs(0.01, 60_000)).toBeNull();
    expect(remainingMs(0.5, 1_000)).toBeNull();
    expect(remainingMs(0.25, 10_000)).toBe(30_000);
  });
});
