import type { Page } from 'playwright-core';
import { closeConsent } from './consent.ts';
import { settlePage, standStill } from './settle.ts';

/** Makes an open page ready for pictures: notices closed, everything in, nothing moving. */
export const preparePage = async (
  page: Page,
  { fixedClock, signal }: { readonly fixedClock: string | null; readonly signal: AbortSignal },
): Promise<void> => {
  if (fixedClock !== null) await page.clock.setFixedTime(new Date(fixedClock));
  await closeConsent(page, { signal });
  await settlePage(page, { signal });
  // Some notices come late, when the page thinks that its visitor has settled.
  if ((await closeConsent(page, { signal })).length > 0) await standStill(page, signal);
};
