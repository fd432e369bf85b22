import { paused } from '../../capture/paused.ts';
import { done, failed, problemOutcome, type Step } from './step.ts';

const longestMs = 10_000;
const pollMs = 150;

export const wait: Step = async ({ call, signal }, { selector, text = '0' }) => {
  if (selector === undefined) {
    await paused(Math.min(longestMs, Number(text)), signal);
    return done;
  }
  for (const endMs = performance.now() + longestMs; performance.now() < endMs; await paused(pollMs, signal)) {
    const isShown = await call('isElementShown', selector);
    if (isShown === true) return done;
    if (isShown !== false) return problemOutcome(isShown);
  }
  return failed('WAIT_TIMED_OUT', `It did not appear within ${longestMs / 1_000} seconds.`);
};
