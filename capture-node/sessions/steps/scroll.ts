import { paused } from '../../capture/paused.ts';
import { done, problemOutcome, type Step } from './step.ts';

/** Of the window: what was at its edge stays in sight. */
const shareOfWindow = 0.85;
/** Pages that scroll smoothly take about this long. */
const glideMs = 250;

export const scroll: Step = async ({ page, call, signal }, { selector, text = '' }) => {
  if (selector !== undefined) {
    const result = await call('scrollToElement', selector);
    if (result !== 'done') return problemOutcome(result);
  } else if (text === 'top' || text === 'bottom') {
    await call('scrollPageTo', 0, text === 'top' ? 0 : 10_000_000);
  } else {
    const { width, height } = page.viewportSize() ?? { width: 1_280, height: 800 };
    const screenPx = Math.round(height * shareOfWindow);
    const deltaY = text === 'down' ? screenPx : text === 'up' ? -screenPx : Number(text);
    // The wheel and not the window: many pages scroll in a part of theirs.
    await page.mouse.move(width / 2, height / 2);
    await page.mouse.wheel(0, deltaY);
  }
  await paused(glideMs, signal);
  return done;
};
