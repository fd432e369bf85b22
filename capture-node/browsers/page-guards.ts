import type { ProxySession } from '@reelyard/shared/egress/forward-proxy.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { isOpenableAddress } from './openable-address.ts';

const maxPages = 5;

const ignored = (): void => {};

/** Besides addresses: empty tabs, and Chromium's own error page. */
const mayStand = (url: string): boolean =>
  isOpenableAddress(url) || /^(|:|about:blank(#blocked)?|chrome-error:\/\/.*)$/.test(url);

const guardPage = (page: Page, session: ProxySession): void => {
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.redirectedFrom() === null && request.frame() === page.mainFrame())
      session.nextPage();
  });
  // D5: Chromium itself keeps pages from file:, chrome: and data:; what slips through (blob:) is left at once.
  const leaveOthers = (): void => {
    if (!mayStand(page.url())) page.goto('about:blank').catch(ignored);
  };
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) leaveOthers();
  });
  leaveOthers();
};

/** What every page of a context is held to, popups included: dialogs answered, pages counted, schemes checked (D5, D8). */
export const guardPages = (context: BrowserContext, session: ProxySession): void => {
  context.on('dialog', (dialog) => {
    dialog.dismiss().catch(ignored);
  });
  context.on('page', (page) => {
    if (context.pages().length > maxPages) page.close().catch(ignored);
    else guardPage(page, session);
  });
};
