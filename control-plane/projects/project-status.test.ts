import { expect, test } from 'vitest';
import { canMove, isBusy, phaseOf, projectStatuses, projectTransitions, statusAfterEdit } from './project-status.ts';

test('N9: the phase of a publish follows from the status of its project', () => {
  expect(Object.fromEntries(projectStatuses.map((status) => [status, phaseOf(status)]))).toEqual({
    RENDER_PENDING: 'idle',
    RENDERING: 'rendering',
    RENDERED: 'idle',
    EXPORTING: 'exporting',
    COMPLETED: 'completed',
    RENDER_FAILED: 'render_failed',
    EXPORT_FAILED: 'failed',
    CANCELLED: 'idle',
    ARCHIVED: 'idle',
  });
});

test('N18: a publish goes from rendering to exporting to its end, and from every end to a new publish', () => {
  expect(canMove('RENDER_PENDING', 'RENDERING')).toBe(true);
  expect(canMove('RENDERING', 'EXPORTING')).toBe(true);
  expect(canMove('RENDERING', 'RENDER_PENDING')).toBe(true);
  expect(canMove('EXPORTING', 'COMPLETED')).toBe(true);
  for (const end of ['COMPLETED', 'RENDER_FAILED', 'EXPORT_FAILED', 'CANCELLED', 'RENDERED'] as const) {
    expect(canMove(end, 'RENDERING')).toBe(true);
    expect(canMove(end, 'EXPORTING')).toBe(true);
  }
});

test('N18: what would skip a step is no transition', () => {
  expect(canMove('RENDERING', 'COMPLETED')).toBe(false);
  expect(canMove('EXPORTING', 'RENDERING')).toBe(false);
  expect(canMove('EXPORTING', 'RENDER_FAILED')).toBe(false);
  expect(canMove('ARCHIVED', 'RENDERING')).toBe(false);
});

test('no status moves to itself, and every status can be left', () => {
  for (const status of projectStatuses) {
    expect(projectTransitions[status]).not.toContain(status);
    expect(projectTransitions[status].length).toBeGreaterThan(0);
  }
});

test('N24: an edit makes a project pending, but never one that is being published', () => {
  for (const status of projectStatuses) {
    expect(statusAfterEdit(status)).toBe(isBusy(status) ? status : 'RENDER_PENDING');
  }
  expect(projectStatuses.filter(isBusy)).toEqual(['RENDERING', 'EXPORTING']);
});
