import type { RawData, WebSocket } from 'ws';

export interface LiveBridge {
  readonly person: WebSocket;
  /** To the node; may still be connecting. */
  readonly browser: WebSocket;
  /** Renews the hold; false where this window does not drive any more. */
  readonly stay: () => Promise<boolean>;
  /** False where this window does not drive any more; renews nothing. */
  readonly isDriver: () => Promise<boolean>;
  readonly leave: () => Promise<void>;
  readonly onFault: (error: unknown) => void;
}

/** More than this unsent: the line is slow, and the next picture is left out. */
const maxUnsentBytes = 512 * 1_024;
/** Between the handshake and the node's answer: a page sends a few moves, not more. */
const maxEarlyMessages = 64;
const stayEveryMs = 5_000;
const lookEveryMs = 10_000;
/** What is shorter only says that a picture was drawn: a page that moves by itself is nobody's use of it. */
const shortestInputBytes = 24;

/**
 * Joins a person's socket with the one of the node that holds the browser. What goes through is neither read nor kept,
 * but for its kind: pictures may be left out, words and input never are.
 */
export const bridgeLive = ({ person, browser, stay, isDriver, leave, onFault }: LiveBridge): void => {
  let early: { data: RawData; isBinary: boolean }[] = [];
  let stayedAtMs = performance.now();
  let isOver = false;

  const end = (): void => {
    if (isOver) return;
    isOver = true;
    clearInterval(watch);
    person.close(1000);
    browser.terminate();
    leave().catch(onFault);
  };
  const endUnless = (drives: Promise<boolean>): void => {
    drives.then((isStill) => (isStill ? undefined : end())).catch(onFault);
  };
  // Somebody else may have taken the browser over, or the sign-in may be done.
  const watch = setInterval(() => endUnless(isDriver()), lookEveryMs);
  watch.unref();

  person.on('message', (data: Buffer, isBinary) => {
    if (data.byteLength > shortestInputBytes && performance.now() - stayedAtMs > stayEveryMs) {
      stayedAtMs = performance.now();
      endUnless(stay());
    }
    if (browser.readyState === browser.OPEN) browser.send(data, { binary: isBinary });
    else if (early.length < maxEarlyMessages) early.push({ data, isBinary });
  });
  browser.on('open', () => {
    for (const { data, isBinary } of early) browser.send(data, { binary: isBinary });
    early = [];
  });
  browser.on('message', (data, isBinary) => {
    if (person.readyState !== person.OPEN || (isBinary && person.bufferedAmount > maxUnsentBytes)) return;
    person.send(data, { binary: isBinary });
  });
  person.once('close', end);
  person.once('error', end);
  browser.once('close', end);
  browser.once('error', end);
  endUnless(stay());
};
