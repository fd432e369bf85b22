import type { BrowserContext, Page } from 'playwright-core';

/** The page that a session shows: the newest window that the page before it opened, until it closes. */
export interface FrontPage {
  readonly page: Page;
  /** True where a window was opened by another one: to undo it is to close it. */
  readonly isPopup: boolean;
  /** Calls `listener` whenever another page came to the front. Returns the way out. */
  onChange(listener: (page: Page) => void): () => void;
  /** True while an address was asked for and is not there yet. */
  readonly isNavigating: boolean;
}

const watchNavigation = (page: Page, counts: Map<Page, number>): void => {
  page.on('request', (request) => {
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
    if (request.redirectedFrom() === null) counts.set(page, (counts.get(page) ?? 0) + 1);
  });
  const settled = (): void => void counts.set(page, 0);
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) settled();
  });
  page.on('requestfailed', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) settled();
  });
  page.on('close', settled);
};

/** @param onNavigated told of every address that the front page shows */
export const frontPage = (context: BrowserContext, first: Page, onNavigated: (url: string) => void): FrontPage => {
  const stack: Page[] = [first];
  const navigations = new Map<Page, number>();
  const listeners = new Set<(page: Page) => void>();
  const top = (): Page => stack.at(-1) ?? first;
  const tell = (): void => {
    for (const listener of listeners) listener(top());
  };
  const watch = (page: Page): void => {
    watchNavigation(page, navigations);
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame() && page === top()) onNavigated(frame.url());
    });
  };
  watch(first);

  context.on('page', (page) => {
    // A page without an opener is the browser's own (it reads storage that way) and nothing that was opened here.
    void page
      .opener()
      .then((opener) => {
        if (opener === null || page.isClosed()) return;
        watch(page);
        stack.push(page);
        page.once('close', () => {
          const at = stack.indexOf(page);
          if (at > 0) stack.splice(at, 1);
          tell();
        });
        tell();
      })
      .catch(() => {});
  });

  return {
    get page() {
      return top();
    },
    get isPopup() {
      return stack.length > 1;
    },
    get isNavigating() {
      return (navigations.get(top()) ?? 0) > 0;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
