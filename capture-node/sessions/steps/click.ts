import { clickDanger } from '../guard/step-guard.ts';
import { done, failed, problemOutcome, refusedFor, type Step } from './step.ts';

export const click: Step = async ({ page, call }, { selector, text }) => {
  const target = await call('stepTarget', selector === undefined ? { text: text ?? '' } : { selector });
  if ('problem' in target) return problemOutcome(target.problem);
  const danger = clickDanger(target.facts);
  if (danger !== null) return refusedFor(danger);
  if (target.facts.isDisabled) return failed('ELEMENT_DISABLED', 'This cannot be pressed now: it is disabled.');
  await page.mouse.click(target.x, target.y);
  return done;
};
