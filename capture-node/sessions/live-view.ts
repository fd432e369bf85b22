import { type LiveInput, type LiveNews, liveInputSchema } from '@reelyard/shared/contracts/session-protocol.ts';
import type { CDPSession, Page } from 'playwright-core';
import type { WebSocket } from 'ws';
import type { LiveSession } from './live-session.ts';

/** A picture that the person's browser does not confirm holds the next one up for this long at most. */
const patienceMs = 1_500;
const jpegQuality = 70;

type MouseInput = Extract<LiveInput, { type: 'mouse' }>;
const mouseEvents = { move: 'mouseMoved', down: 'mousePressed', up: 'mouseReleased' } as const;

const pointer = async (cdp: CDPSession, { action, x, y, button, clickCount, modifiers }: MouseInput): Promise<void> => {
  const pressed = { none: 0, left: 1, middle: 4, right: 2 }[button];
  await cdp.send('Input.dispatchMouseEvent', {
    type: mouseEvents[action],
    x,
    y,
    button,
    buttons: action === 'up' ? 0 : pressed,
    clickCount,
    modifiers,
  });
};

/** What a person does in the picture, done in the page. What it does not take (a key that it does not know) is dropped. */
const apply = async (page: Page, cdp: CDPSession, input: LiveInput): Promise<void> => {
  switch (input.type) {
    case 'mouse':
      return await pointer(cdp, input);
    case 'wheel': {
      const { x, y, deltaX, deltaY } = input;
      await cdp.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x, y, deltaX, deltaY });
      return;
    }
    case 'key':
      return await (input.action === 'down' ? page.keyboard.down(input.key) : page.keyboard.up(input.key));
    case 'text':
      return await page.keyboard.insertText(input.text);
    case 'go':
      await (input.to === 'back' ? page.goBack({ timeout: 10_000 }) : page.reload({ timeout: 10_000 }));
      return;
    case 'drawn':
      return;
  }
};

const newsOf = async (page: Page): Promise<LiveNews> => {
  const url = URL.parse(page.url());
  const { width, height } = page.viewportSize() ?? { width: 1_280, height: 800 };
  const title = await page.title().catch(() => '');
  return {
    type: 'page',
    host: url?.host ?? '',
    title: title.slice(0, 200),
    isSecure: url?.protocol === 'https:',
    widthPx: width,
    heightPx: height,
  };
};

/** Pictures of one page, one at a time: Chromium drops what changes while a picture is under way. */
const castPage = async (page: Page, show: (jpeg: Buffer) => void) => {
  const cdp = await page.context().newCDPSession(page);
  let unconfirmed: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  const confirm = (): void => {
    clearTimeout(timer);
    if (unconfirmed === null) return;
    const sessionId = unconfirmed;
    unconfirmed = null;
    cdp.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
  };
  cdp.on('Page.screencastFrame', ({ data, sessionId }) => {
    unconfirmed = sessionId;
    clearTimeout(timer);
    timer = setTimeout(confirm, patienceMs);
    show(Buffer.from(data, 'base64'));
  });
  const { width, height } = page.viewportSize() ?? { width: 1_280, height: 800 };
  await cdp.send('Page.startScreencast', {
    format: 'jpeg',
    quality: jpegQuality,
    maxWidth: width,
    maxHeight: height,
    everyNthFrame: 1,
  });
  return {
    page,
    cdp,
    confirm,
    stop(): void {
      clearTimeout(timer);
      cdp.detach().catch(() => {});
    },
  };
};
type Cast = Awaited<ReturnType<typeof castPage>>;

/**
 * Shows a session to a person and lets them drive it, until the socket closes or the session ends. Nothing of what they
 * do is kept or logged. Pictures wait for the socket to be empty: a slow line gets fewer of them, never older ones.
 *
 * @param onInput told that the person did something, never what
 */
export const showLive = (session: LiveSession, socket: WebSocket, onInput: () => void): void => {
  const { front, lease } = session;
  const stopDriving = session.letPersonDrive();
  let cast: Cast | null = null;
  let starting: Promise<void> = Promise.resolve();
  let inputs: Promise<void> = Promise.resolve();
  let isOver = false;

  const tell = (news: LiveNews): void => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(news));
  };
  const tellPage = (): void => {
    const { page } = front;
    newsOf(page).then(tell, () => {});
  };
  const show = (page: Page): void => {
    starting = starting
      .then(async () => {
        cast?.stop();
        cast = null;
        if (isOver || page.isClosed()) return;
        cast = await castPage(page, (jpeg) => {
          if (socket.readyState === socket.OPEN) socket.send(jpeg, { binary: true });
        });
        tellPage();
      })
      .catch(() => {});
  };

  const onNavigated = (): void => tellPage();
  const forget = front.onChange((page) => {
    page.on('framenavigated', onNavigated);
    page.on('load', onNavigated);
    show(page);
  });
  const ended = (): void => {
    tell({ type: 'closed', reason: 'The session is over.' });
    socket.close(1000);
  };
  lease.signal.addEventListener('abort', ended, { once: true });

  socket.on('message', (message, isBinary) => {
    const input = isBinary ? null : liveInputSchema.safeParse(readJson(message));
    if (input?.success !== true) return socket.close(1008);
    if (input.data.type === 'drawn') return cast?.confirm();
    onInput();
    const { data } = input;
    inputs = inputs.then(async () => {
      if (cast !== null && !isOver) await apply(cast.page, cast.cdp, data).catch(() => {});
    });
  });
  socket.once('close', () => {
    isOver = true;
    lease.signal.removeEventListener('abort', ended);
    forget();
    for (const page of lease.context.pages()) {
      page.off('framenavigated', onNavigated);
      page.off('load', onNavigated);
    }
    void starting.finally(() => cast?.stop());
    stopDriving();
  });

  front.page.on('framenavigated', onNavigated);
  front.page.on('load', onNavigated);
  show(front.page);
};

const readJson = (message: unknown): unknown => {
  try {
    return JSON.parse(String(message));
  } catch {
    return null;
  }
};
