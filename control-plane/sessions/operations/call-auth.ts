import { isAPIError } from 'better-auth/api';
import { refusalOfAuthCode } from '../auth-refusal.ts';
import { type Auth, clientAddressHeader } from './open-auth.ts';

/** What a request says of the browser that sent it. */
export interface Browser {
  readonly cookie: string | undefined;
  readonly userAgent: string | undefined;
  /** Of the connection, or what a trusted proxy says it is. */
  readonly clientAddress: string;
}

/** An answer and the cookies that go with it. */
export interface WithCookies<T> {
  readonly data: T;
  readonly setCookies: readonly string[];
}

const longestUserAgent = 300;

/** The headers that better-auth gets: these and no others of the request, so that nothing else of it is believed. */
export const headersOf = ({ cookie, userAgent, clientAddress }: Browser): Headers =>
  new Headers({
    [clientAddressHeader]: clientAddress,
    ...(cookie === undefined ? {} : { cookie }),
    ...(userAgent === undefined ? {} : { 'user-agent': userAgent.slice(0, longestUserAgent) }),
  });

const codeOf = (error: unknown): string | undefined =>
  isAPIError(error) && typeof error.body?.code === 'string' ? error.body.code : undefined;

/** Runs an endpoint of better-auth; its errors become refusals, and what is none of those stays a fault. */
export const callAuth = async <T>(endpoint: Promise<T>): Promise<T> => {
  try {
    return await endpoint;
  } catch (error) {
    throw refusalOfAuthCode(codeOf(error)) ?? error;
  }
};

/** As callAuth, of an endpoint that also sets cookies (`returnHeaders`). */
export const callForCookies = async <T>(
  endpoint: Promise<{ headers: Headers | undefined; response: T }>,
): Promise<WithCookies<T>> => {
  const { headers, response } = await callAuth(endpoint);
  return { data: response, setCookies: headers?.getSetCookie() ?? [] };
};

/** The session that a browser has now, as the database says it; null where it has none. */
export const currentSession = (auth: Auth, browser: Browser) =>
  callAuth(auth.api.getSession({ headers: headersOf(browser), query: { disableCookieCache: true } }));
