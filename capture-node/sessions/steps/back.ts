import { done, failed, type Step } from './step.ts';

export const back: Step = async ({ page }) => {
  const response = await page.goBack({ timeout: 10_000, waitUntil: 'commit' });
  // Null also for a page that the browser kept: it went back where the address changed.
  return response !== null || page.url() !== 'about:blank'
    ? done
    : failed('NO_PAGE_BEFORE', 'There is no page before this one.');
};
