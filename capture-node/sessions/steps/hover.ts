import { done, problemOutcome, type Step } from './step.ts';

export const hover: Step = async ({ page, call }, { selector, text }) => {
  const target = await call('stepTarget', selector === undefined ? { text: text ?? '' } : { selector });
  if ('problem' in target) return problemOutcome(target.problem);
  await page.mouse.move(target.x, target.y, { steps: 4 });
  return done;
};
