import type { ServerResponse } from 'node:http';
import type { PublishStatus } from '../publish-view.ts';
import { aliveComment, eventIdOf, isSettled, retryLine, statusEvent } from '../status-events.ts';

/** S61: silence is never longer than 5 s; the second below is for the way. */
const silenceMs = 4_000;
/** A reader that takes nothing for this long is gone, whatever its connection says. */
const unreadMs = 60_000;

export interface StatusStream {
  readonly statuses: AsyncIterable<PublishStatus>;
  /** The event that the reader saw last; null for one that begins. */
  readonly lastEventId: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Aborts when the reader is gone or the server stops. */
  readonly signal: AbortSignal;
}

/** Settles when the reader took what was sent; cuts the connection where it does not. */
const drained = (response: ServerResponse, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      response.off('drain', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(() => {
      response.destroy();
      done();
    }, unreadMs);
    response.once('drain', done);
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted) done();
  });

/**
 * Writes statuses as server-sent events until they end. Nothing is queued for a slow reader: the next status is asked
 * for when the last one was taken, and is then the newest there is. A reader that comes back is sent what it has not
 * seen; one that saw the end gets 204, at which browsers stop coming back.
 *
 * Rejects with what the statuses reject with, the connection cut: a reader must not take a fault for the end.
 */
export const streamStatus = async (
  response: ServerResponse,
  { statuses, lastEventId, headers, signal }: StatusStream,
): Promise<void> => {
  const write = async (text: string): Promise<void> => {
    alive.refresh();
    if (!response.write(text)) await drained(response, signal);
  };
  const alive = setInterval(() => {
    if (response.headersSent && !response.writableNeedDrain) response.write(aliveComment);
  }, silenceMs);
  try {
    for await (const status of statuses) {
      const isSeen = !response.headersSent && eventIdOf(status) === lastEventId;
      if (isSeen && isSettled(status.phase)) return void response.writeHead(204, headers).end();
      if (!response.headersSent) {
        response.writeHead(200, { ...headers, 'content-type': 'text/event-stream; charset=utf-8' });
        await write(retryLine);
      }
      if (!isSeen) await write(statusEvent(status));
    }
    if (!response.headersSent) response.writeHead(503, headers);
    response.end();
  } catch (error) {
    response.destroy();
    throw error;
  } finally {
    clearInterval(alive);
  }
};
