import { type EgressRefusalCode, egressRefusal } from '@reelyard/shared/egress/egress-refusal.ts';
import type { ProxySession } from '@reelyard/shared/egress/forward-proxy.ts';
import { refusalHeader } from '@reelyard/shared/egress/proxy-refusal.ts';
import { errors, type Frame, type Page, type Response } from 'playwright-core';
import { isOpenableAddress } from './openable-address.ts';

export interface OpenOptions {
  /** Until something is known; default 20 s. */
  readonly timeoutMs?: number;
  /** Default `load`; a page that goes on loading after that is left to do so. */
  readonly waitUntil?: 'commit' | 'domcontentloaded' | 'load';
  /** Another page of the same context. */
  readonly page?: Page;
}

/** What came of opening an address. `message` is for callers: it says what to do, and names no address of ours. */
export type OpenedAddress =
  | {
      readonly kind: 'opened';
      /** After redirects. */
      readonly url: string;
      /** Whatever the site said, 404 and 500 included. */
      readonly status: number;
      /** Without parameters, in lower case: `text/html`. Empty where the site named none. */
      readonly contentType: string;
      /** The page had not finished loading in time; what is there can be used. */
      readonly isPartial: boolean;
    }
  | {
      readonly kind: 'refused';
      readonly code: EgressRefusalCode | 'IS_A_DOWNLOAD' | 'PAGE_NOT_LOADED';
      readonly message: string;
    };

type Refused = Extract<OpenedAddress, { kind: 'refused' }>;

const messages = {
  IS_A_DOWNLOAD: 'The address leads to a file that browsers download. Give the address of a page.',
  PAGE_NOT_LOADED: 'The page could not be loaded. Check that the address opens in a browser.',
} as const;

const refused = (code: Refused['code']): Refused =>
  code === 'IS_A_DOWNLOAD' || code === 'PAGE_NOT_LOADED'
    ? { kind: 'refused', code, message: messages[code] }
    : egressRefusal(code);

const codesByNetError: readonly (readonly [RegExp, Refused['code']])[] = [
  [/ERR_CERT_|ERR_SSL_|ERR_BAD_SSL|ERR_TLS/, 'CERTIFICATE_NOT_TRUSTED'],
  [/ERR_TOO_MANY_REDIRECTS/, 'TOO_MANY_REDIRECTS'],
  [/ERR_UNSAFE_REDIRECT|ERR_UNKNOWN_URL_SCHEME|ERR_DISALLOWED_URL_SCHEME/, 'SCHEME_NOT_ALLOWED'],
  [/ERR_UNSAFE_PORT/, 'PORT_NOT_ALLOWED'],
  [/Download is starting/, 'IS_A_DOWNLOAD'],
  [/ERR_NAME_NOT_RESOLVED/, 'NAME_NOT_RESOLVED'],
  [/ERR_TIMED_OUT|ERR_CONNECTION_TIMED_OUT/, 'TIMED_OUT'],
  [
    /ERR_TUNNEL|ERR_EMPTY_RESPONSE|ERR_CONNECTION|ERR_SOCKET|ERR_HTTP2|ERR_INCOMPLETE|ERR_CONTENT_LENGTH|ERR_PROXY/,
    'UNREACHABLE',
  ],
];

/** RULE: an error of Chromium in the words of this farm. */
export const codeOfNavigationError = (message: string): Refused['code'] =>
  codesByNetError.find(([pattern]) => pattern.test(message))?.[1] ?? 'PAGE_NOT_LOADED';

/** The last refusal of the proxy that came while the page was opened: Chromium only knows that a tunnel failed. */
const refusalSince = (session: ProxySession, count: number): EgressRefusalCode | null =>
  session.refusals.slice(count).at(-1)?.code ?? null;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** What was open before may move by itself in that moment: a script of the page. */
const wasOvertaken = (error: unknown): boolean => messageOf(error).includes('is interrupted by another navigation');

const isErrorPage = (url: string): boolean => url.startsWith('chrome-error:');
const errorPageMs = 2_000;

/** Chromium shows its error page a moment after the error: it would take the place of the address that is opened next. */
const awaitErrorPage = async (page: Page): Promise<void> => {
  if (isErrorPage(page.url())) return;
  const predicate = (frame: Frame): boolean => frame === page.mainFrame() && isErrorPage(frame.url());
  await page.waitForEvent('framenavigated', { predicate, timeout: errorPageMs }).catch(() => {});
};

const goTo = async (page: Page, url: string, timeoutMs: number): Promise<Response | null> => {
  const beganAtMs = performance.now();
  const options = { timeout: timeoutMs, waitUntil: 'commit' } as const;
  return await page.goto(url, options).catch(async (error: unknown) => {
    if (!wasOvertaken(error)) throw error;
    return await page.goto(url, { ...options, timeout: Math.max(1, timeoutMs - (performance.now() - beganAtMs)) });
  });
};

/**
 * Gives a navigation up. Chromium holds back what is sent to a page while it still waits for an answer: the next command
 * (measured: `emulateMedia` after a host that says nothing) took until the proxy cut the connection, a minute later.
 */
const stopLoading = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.stopLoading');
  await session.detach();
};

const openedAs = (page: Page, response: Response, isPartial: boolean): OpenedAddress => {
  const headers = response.headers();
  // Plain http: the proxy's own answer stands in the tab. No site can send the header through it; one behind TLS could.
  const code = response.url().startsWith('http:') ? headers[refusalHeader] : undefined;
  if (code !== undefined) return refused(code as EgressRefusalCode);
  const contentType = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return { kind: 'opened', url: page.url(), status: response.status(), contentType, isPartial };
};

/**
 * Opens `url` in `page`. A page that commits but does not finish in time is opened, partly; one that never answers is
 * refused as timed out.
 *
 * @throws what Playwright throws where the page itself is gone
 */
export const openAddress = async (
  page: Page,
  session: ProxySession,
  url: string,
  { timeoutMs = 20_000, waitUntil = 'load' }: OpenOptions = {},
): Promise<OpenedAddress> => {
  const parsed = URL.parse(url);
  if (parsed === null) return refused('ADDRESS_INVALID');
  if (!isOpenableAddress(url)) return refused('SCHEME_NOT_ALLOWED');
  if (parsed.username !== '' || parsed.password !== '') return refused('CREDENTIALS_IN_ADDRESS');
  const deadline = performance.now() + timeoutMs;
  const refusalCount = session.refusals.length;
  let response: Response | null;
  try {
    response = await goTo(page, parsed.href, timeoutMs);
  } catch (error) {
    if (page.isClosed()) throw error;
    if (error instanceof errors.TimeoutError) {
      await stopLoading(page);
      return refused('TIMED_OUT');
    }
    const code = codeOfNavigationError(messageOf(error));
    if (/net::ERR_(?!ABORTED)/.test(messageOf(error))) await awaitErrorPage(page);
    // Only where a tunnel failed: a page that was open before may still be asking for what it is refused.
    return refused(code === 'UNREACHABLE' ? (refusalSince(session, refusalCount) ?? code) : code);
  }
  if (response === null) return refused('PAGE_NOT_LOADED');
  if (waitUntil === 'commit') return openedAs(page, response, false);
  try {
    await page.waitForLoadState(waitUntil, { timeout: Math.max(1, deadline - performance.now()) });
    return openedAs(page, response, false);
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    return openedAs(page, response, true);
  }
};
