import { Client, type Dispatcher, errors } from 'undici';
import { checkedAddresses, type EgressPolicy, type ResolvedAddress } from './checked-addresses.ts';
import { type EgressRefusal, type EgressRefusalCode, egressRefusal } from './egress-refusal.ts';
import { pinnedLookup } from './pinned-lookup.ts';
import { readCapped } from './read-capped.ts';

export interface EgressAnswer {
  readonly kind: 'answered';
  /** Whatever the host said, 404 and 500 included. */
  readonly status: number;
  /** Names in lower case; a header that came twice is joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The address that answered, after redirects. */
  readonly url: string;
}

export type EgressOutcome = EgressAnswer | EgressRefusal;

export interface GetOptions {
  /** Of the body after decoding. */
  readonly maxBytes: number;
  /** For everything together: the name, the connections, the redirects, the last byte. */
  readonly timeoutMs: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface PostOptions extends GetOptions {
  readonly body: Buffer;
}

/** The only way out to an address that a caller gave. Refusals are values. */
export interface GuardedFetch {
  /** Follows up to five redirects, each checked like the first address. A body over `maxBytes` is refused. */
  get(url: string, options: GetOptions): Promise<EgressOutcome>;
  /**
   * For callbacks (N30): https only unless the operator opened the host, a redirect is an answer like any other, and
   * of the body no more than `maxBytes` is read.
   */
  post(url: string, options: PostOptions): Promise<EgressOutcome>;
}

const maxRedirects = 5;
const connectTimeoutMs = 10_000;
const maxHeaderBytes = 32 * 1024;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

type Response = Dispatcher.ResponseData;
type Addresses = readonly [ResolvedAddress, ...ResolvedAddress[]];

const flatHeaders = (headers: Response['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

const certificateError = /^(CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|UNABLE_TO_|ERR_TLS_CERT)/;

/** Null for what is no fault of the host: a bug of ours is not to be read as "could not be reached". */
const refusalOfError = (error: unknown): EgressRefusalCode | null => {
  if (!(error instanceof Error && 'code' in error) || error instanceof errors.InvalidArgumentError) return null;
  if (
    error instanceof errors.ConnectTimeoutError ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError
  )
    return 'TIMED_OUT';
  return certificateError.test(String(error.code)) ? 'CERTIFICATE_NOT_TRUSTED' : 'UNREACHABLE';
};

const answerOf = async (response: Response, url: URL, maxBytes: number, mayCut: boolean): Promise<EgressOutcome> => {
  const headers = flatHeaders(response.headers);
  if (!mayCut && Number(headers['content-length'] ?? 0) > maxBytes) return egressRefusal('BODY_TOO_LARGE');
  const read = await readCapped(response.body, headers['content-encoding'] ?? '', maxBytes);
  if (read.kind === 'undecodable') return egressRefusal('BODY_UNREADABLE');
  if (read.kind === 'cut' && !mayCut) return egressRefusal('BODY_TOO_LARGE');
  return { kind: 'answered', status: response.statusCode, headers, body: read.body, url: url.href };
};

/** One request on a connection of its own, which ends with it: bodies that nobody reads on are cut off there. */
const exchange = async <T>(
  url: URL,
  addresses: Addresses,
  request: { method: 'GET' | 'POST'; headers?: Readonly<Record<string, string>> | undefined; body?: Buffer },
  signal: AbortSignal,
  use: (response: Response) => Promise<T>,
): Promise<T> => {
  const client = new Client(url.origin, {
    connect: { lookup: pinnedLookup(addresses), timeout: connectTimeoutMs },
    allowH2: false,
    maxHeaderSize: maxHeaderBytes,
  });
  try {
    const response = await client.request({
      path: url.pathname + url.search,
      method: request.method,
      headers: { 'accept-encoding': 'identity', ...request.headers },
      body: request.body ?? null,
      signal,
    });
    response.body.on('error', () => undefined);
    return await use(response);
  } finally {
    await client.destroy();
  }
};

const follow = async (
  policy: EgressPolicy,
  first: URL,
  options: GetOptions,
  signal: AbortSignal,
): Promise<EgressOutcome> => {
  let url = first;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const here = url;
    const checked = await checkedAddresses(policy, here, false, signal);
    if (checked.kind === 'refused') return egressRefusal(checked.code);
    const request = { method: 'GET', headers: options.headers } as const;
    const step = await exchange(here, checked.addresses, request, signal, async (response) => {
      const location = response.headers['location'];
      return redirectStatuses.has(response.statusCode) && typeof location === 'string'
        ? { location }
        : answerOf(response, here, options.maxBytes, false);
    });
    if (!('location' in step)) return step;
    const next = URL.parse(step.location, here.href);
    if (next === null) return egressRefusal('ADDRESS_INVALID');
    url = next;
  }
  return egressRefusal('TOO_MANY_REDIRECTS');
};

const send = async (
  policy: EgressPolicy,
  url: URL,
  { headers, body, maxBytes }: PostOptions,
  signal: AbortSignal,
): Promise<EgressOutcome> => {
  const checked = await checkedAddresses(policy, url, true, signal);
  if (checked.kind === 'refused') return egressRefusal(checked.code);
  return exchange(url, checked.addresses, { method: 'POST', headers, body }, signal, (response) =>
    answerOf(response, url, maxBytes, true),
  );
};

const bounded = async (
  text: string,
  options: GetOptions,
  act: (url: URL, signal: AbortSignal) => Promise<EgressOutcome>,
): Promise<EgressOutcome> => {
  const url = URL.parse(text);
  if (url === null) return egressRefusal('ADDRESS_INVALID');
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
  try {
    return await act(url, signal);
  } catch (error) {
    if (options.signal?.aborted === true) return egressRefusal('CANCELLED');
    const code = timeout.aborted ? 'TIMED_OUT' : refusalOfError(error);
    if (code === null) throw error;
    return egressRefusal(code);
  }
};

/** Each request resolves, checks and connects anew: a host is judged by where it is now, not by where it was. */
export const guardedFetch = (policy: EgressPolicy): GuardedFetch => ({
  get: (url, options) => bounded(url, options, (parsed, signal) => follow(policy, parsed, options, signal)),
  post: (url, options) => bounded(url, options, (parsed, signal) => send(policy, parsed, options, signal)),
});
