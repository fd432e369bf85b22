import { describe, expect, test } from 'vitest';
import { canMove, phaseOf } from '../projects/project-status.ts';
import { isLive, phaseOfPublish, projectStatusOf, publishStates, stateBeforeExport } from './publish-state.ts';

const scenes = (...states: ('queued' | 'done' | 'failed' | 'cancelled')[]) => states.map((state) => ({ state }));

describe('publish states', () => {
  test.each(publishStates)(
    'S28: %s has the same phase whether it is read from the publish or from its project',
    (state) => {
      expect(phaseOfPublish(state)).toBe(phaseOf(projectStatusOf(state)));
    },
  );

  test('N18: every step that a publish takes is one that its project may take', () => {
    const steps = [
      ['rendering', 'exporting'],
      ['rendering', 'narrating'],
      ['rendering', 'render_failed'],
      ['rendering', 'rendered'],
      ['rendering', 'cancelled'],
      ['narrating', 'failed'],
      ['narrating', 'cancelled'],
      ['exporting', 'completed'],
      ['exporting', 'failed'],
    ] as const;
    for (const [from, to] of steps) expect(canMove(projectStatusOf(from), projectStatusOf(to))).toBe(true);
  });

  test('N18: one failed scene fails the render only when all scenes are over', () => {
    const at = (...states: Parameters<typeof scenes>) =>
      stateBeforeExport({ kind: 'publish', scenes: scenes(...states), take: null });
    expect(at('failed', 'queued', 'done')).toBe('rendering');
    expect(at('failed', 'done', 'done')).toBe('render_failed');
    expect(at('done', 'done')).toBe('exporting');
  });

  test('the export waits for the voice and fails with it', () => {
    const at = (take: 'building' | 'ready' | 'failed') =>
      stateBeforeExport({ kind: 'publish', scenes: scenes('done'), take });
    expect(at('building')).toBe('narrating');
    expect(at('ready')).toBe('exporting');
    expect(at('failed')).toBe('failed');
  });

  test('S62: rendering alone ends when the scenes are done', () => {
    expect(stateBeforeExport({ kind: 'render', scenes: scenes('done'), take: null })).toBe('rendered');
    expect(isLive('rendered')).toBe(false);
  });
});
