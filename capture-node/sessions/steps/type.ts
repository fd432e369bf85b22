import type { Page } from 'playwright-core';
import { typeDanger } from '../guard/step-guard.ts';
import { done, failed, problemOutcome, refusedFor, refusedInFrame, type Step, type StepOutcome } from './step.ts';

const notAField = failed('ELEMENT_NOT_EDITABLE', 'This is no field that takes text.');
/** Fields that search while one types listen to keys; a long text comes like a pasted one. */
const longestTyped = 200;

const enter = async (page: Page, text: string): Promise<StepOutcome> => {
  // A line break would be the Enter key, which sends forms: that is a step of its own, and judged as one.
  if (text.length > longestTyped || /[\r\n\t]/.test(text)) await page.keyboard.insertText(text);
  else await page.keyboard.type(text);
  return done;
};

/** Types into a field, in place of what it held, or into what has the focus. The text is told to nobody else. */
export const typeText: Step = async ({ page, call }, { selector, text = '' }) => {
  if (selector === undefined) {
    const focused = await call('focusedTarget');
    if (focused?.tag === 'iframe') return refusedInFrame;
    if (focused?.isEditable !== true) return notAField;
    const danger = typeDanger(focused);
    return danger === null ? await enter(page, text) : refusedFor(danger);
  }
  const target = await call('stepTarget', { selector });
  if ('problem' in target) return problemOutcome(target.problem);
  if (!target.facts.isEditable) return notAField;
  const danger = typeDanger(target.facts);
  if (danger !== null) return refusedFor(danger);
  await page.mouse.click(target.x, target.y);
  await page.keyboard.press('ControlOrMeta+a');
  return await enter(page, text);
};
