import { pressDanger } from '../guard/step-guard.ts';
import { done, failed, refusedFor, refusedInFrame, type Step } from './step.ts';

/** Keys that act on a page of another site as much as on ours. */
const actingKeys = /(^|\+)(Enter|Space| |Delete|Backspace)$/;

export const press: Step = async ({ page, call }, { text = '' }) => {
  const focused = await call('focusedTarget');
  if (focused?.tag === 'iframe' && actingKeys.test(text)) return refusedInFrame;
  const danger = pressDanger(text, focused);
  if (danger !== null) return refusedFor(danger);
  try {
    await page.keyboard.press(text === ' ' ? 'Space' : text);
    return done;
  } catch (error) {
    if (error instanceof Error && /Unknown key/.test(error.message)) {
      return failed('KEY_UNKNOWN', 'There is no such key. Give one such as Enter, Escape, ArrowDown or Shift+Tab.');
    }
    throw error;
  }
};
