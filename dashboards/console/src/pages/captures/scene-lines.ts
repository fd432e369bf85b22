import type { PendingCapture, Scene } from '@reelyard/shared/sdk/operations.gen.ts';

export interface SceneLine {
  readonly sceneId: string;
  readonly name: string;
  readonly state: string;
  readonly tone: 'good' | 'warn';
  /** Something is still to be captured for it. */
  readonly isOpen: boolean;
}

type Shown = Pick<Scene, 'id' | 'position' | 'title' | 'captureState'>;

/** The scenes that show a page, in their order, each with whether it still lacks one and why (S73). */
export const sceneLines = (scenes: readonly Shown[], pending: readonly PendingCapture[]): SceneLine[] =>
  scenes
    .filter(({ captureState }) => captureState !== 'none')
    .toSorted((a, b) => a.position - b.position)
    .map(({ id, position, title }) => {
      const open = pending.find(({ sceneId }) => sceneId === id);
      const name = title === null || title.trim() === '' ? `Scene ${position + 1}` : `${position + 1}. ${title}`;
      if (open === undefined) return { sceneId: id, name, state: 'Ready', tone: 'good', isOpen: false };
      const state = open.reason === 'template_changed' ? 'Does not fit the new template' : 'Needs a page';
      return { sceneId: id, name, state, tone: 'warn', isOpen: true };
    });
