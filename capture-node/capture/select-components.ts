import type { ComponentCapture } from '@reelyard/shared/contracts/capture.ts';
import { sharedArea, unionOf } from './component-box.ts';
import type { RankedComponent } from './rank-candidates.ts';

type Wishes = Pick<ComponentCapture, 'focus' | 'slot' | 'autoSelect'>;

/** Without any wish, more than this crowds a scene. */
const enough = 3;

const isApart = (component: RankedComponent, chosen: readonly RankedComponent[]): boolean =>
  chosen.every((other) => sharedArea(component.found.box, other.found.box) === 0);

/** Two of a kind: a row of products, the panels of a dashboard. */
const isAlike = (a: RankedComponent, b: RankedComponent): boolean =>
  a.found.role === b.found.role &&
  Math.abs(a.found.box.width - b.found.box.width) <= a.found.box.width * 0.06 &&
  Math.abs(a.found.box.height - b.found.box.height) <= a.found.box.height * 0.12;

/** Whether all of them can be seen in one window of the slot. */
const fitsTogether = (
  chosen: readonly RankedComponent[],
  component: RankedComponent,
  slot: Wishes['slot'],
): boolean => {
  const union = unionOf([component.found.box, ...chosen.map(({ found }) => found.box)]);
  return union.width <= slot.widthPx * 1.02 && union.height <= slot.heightPx * 1.02;
};

const worth = ({ focus, score }: RankedComponent): number => (focus?.match ?? 0) + score;

/**
 * RULE (S70): which candidates a slot shows: every one that a selector names, the best for each focus phrase, and, where
 * that is fewer than the slot needs or nothing was wished for, the best that can be seen together. They never overlap:
 * each is lifted off the page by itself.
 */
export const selectComponents = (
  ranked: readonly RankedComponent[],
  { focus, slot, autoSelect }: Wishes,
): RankedComponent[] => {
  if (!autoSelect || slot.maxComponents === 0) return [];
  const chosen: RankedComponent[] = [];
  const choose = (component: RankedComponent | undefined): void => {
    if (component === undefined || chosen.includes(component) || chosen.length >= slot.maxComponents) return;
    if (isApart(component, chosen)) chosen.push(component);
  };
  for (const component of ranked) if (component.found.requestedBy !== null) choose(component);
  for (const index of focus.keys()) {
    const named = ranked.filter(
      (component) => component.focus?.index === index && component.found.requestedBy === null,
    );
    // The score knows a chart from a heading that speaks of it; the best may lie in a part that is already chosen.
    const best = named.toSorted((a, b) => worth(b) - worth(a)).find((component) => isApart(component, chosen));
    choose(best);
  }
  const wanted =
    chosen.length > 0 ? slot.minComponents : Math.max(slot.minComponents, Math.min(enough, slot.maxComponents));
  const wasWishedFor = chosen.length > 0;
  // Buttons and menus are parts that a caller may ask for; by themselves they tell nothing.
  const telling = ranked.filter(({ found }) => found.role !== 'button' && found.role !== 'navigation');
  for (const component of [...telling, ...ranked]) {
    if (chosen.length >= wanted) break;
    if (fitsTogether(chosen, component, slot)) choose(component);
  }
  for (const component of [...telling, ...ranked]) {
    if (chosen.length >= slot.minComponents) break;
    choose(component);
  }
  if (wasWishedFor) return chosen;
  // Three of four in a row would look like a mistake.
  for (const component of telling)
    if (chosen.some((other) => isAlike(component, other)) && fitsTogether(chosen, component, slot)) choose(component);
  return chosen;
};
