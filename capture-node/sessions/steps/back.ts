import { done, failed, type Step } from './step.ts';

const nothingBefore = failed('NO_PAGE_BEFORE', 'There is no page before this one.');

export const back: Step = async ({ page }) => {
  await page.goBack({ timeout: 10_000, waitUntil: 'commit' });
  if (page.url() !== 'about:blank') return done;
  // Before the first page there is only the empty one that every window begins with.
  await page.goForward({ timeout: 10_000, waitUntil: 'commit' });
  return nothingBefore;
};
