import { CaptureProblemError } from './capture-problem.ts';
import type { ComponentProbe } from './in-page/component-probe.ts';

const sentences = {
  invalid: (selector: string) =>
    `"${selector}" is not a CSS selector. Correct it, or leave it out and use focus words.`,
  missing: (selector: string) =>
    `Nothing on the page matches "${selector}". Check it in your browser's developer tools, or use focus words.`,
  hidden: (selector: string) =>
    `"${selector}" matches only parts that are not shown. Add steps that open them, or name a part that is visible.`,
} as const;

/**
 * RULE: selectors of the caller that name nothing, all of them in one message.
 *
 * @throws CaptureProblemError SELECTOR_INVALID, else SELECTOR_NOT_FOUND
 */
export const refuseBadSelectors = ({ badSelectors }: Pick<ComponentProbe, 'badSelectors'>): void => {
  if (badSelectors.length === 0) return;
  const problem = badSelectors.some(({ why }) => why === 'invalid') ? 'SELECTOR_INVALID' : 'SELECTOR_NOT_FOUND';
  const message = badSelectors.map(({ selector, why }) => sentences[why](selector.slice(0, 200))).join(' ');
  throw new CaptureProblemError(problem, message);
};
