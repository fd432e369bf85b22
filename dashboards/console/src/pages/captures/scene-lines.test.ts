import { expect, test } from 'vitest';
import { sceneLines } from './scene-lines.ts';

const sceneOf = (
  id: string,
  position: number,
  captureState: 'none' | 'pending' | 'ready',
  title: string | null = null,
) => ({
  id,
  position,
  title,
  captureState,
});
const pendingOf = (sceneId: string, reason: 'never' | 'template_changed') => ({
  sceneId,
  position: 0,
  templateId: 'tpl_1',
  slots: ['page'],
  reason,
});

test('S73: scenes that show a page stand in their order, each with what it lacks', () => {
  const scenes = [
    sceneOf('c', 2, 'pending', 'Tour'),
    sceneOf('a', 0, 'ready'),
    sceneOf('b', 1, 'none'),
    sceneOf('d', 3, 'pending', '  '),
  ];
  expect(sceneLines(scenes, [pendingOf('c', 'template_changed'), pendingOf('d', 'never')])).toEqual([
    { sceneId: 'a', name: 'Scene 1', state: 'Ready', tone: 'good', isOpen: false },
    { sceneId: 'c', name: '3. Tour', state: 'Does not fit the new template', tone: 'warn', isOpen: true },
    { sceneId: 'd', name: 'Scene 4', state: 'Needs a page', tone: 'warn', isOpen: true },
  ]);
});
