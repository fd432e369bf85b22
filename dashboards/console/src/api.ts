import { ApiError } from '@reelyard/shared/sdk/api-error.ts';
import { type Answer, reelyardClient } from '@reelyard/shared/sdk/reelyard-client.ts';
import { QueryClient } from '@tanstack/react-query';
import { outside } from './paths.ts';

const sessionEndedListeners = new Set<() => void>();

/** Told when the farm says that nobody is signed in any more. Returns what ends it. */
export const onSessionEnded = (listener: () => void): (() => void) => {
  sessionEndedListeners.add(listener);
  return () => void sessionEndedListeners.delete(listener);
};

/** The client of the API sends a key; here the browser's own cookie says who asks. */
const sessionFetch: typeof fetch = async (address, init) => {
  const headers = new Headers(init?.headers);
  headers.delete('x-api-key');
  const response = await fetch(address, { ...init, headers, credentials: 'same-origin' });
  if (response.status === 401) for (const listener of sessionEndedListeners) listener();
  return response;
};

/** Every operation of the API by its operationId, as the person who is signed in. */
export const farm = reelyardClient({ baseUrl: `${location.origin}/api/v2`, apiKey: '', fetch: sessionFetch });

/** What a call answers without what is said about it: `queryFn: () => dataOf(farm.getProject({ projectId }))`. */
export const dataOf = async <T>(answer: Promise<Answer<T>>): Promise<T> => (await answer).data;

/** Where somebody signs in and comes back to the place they are at. */
export const signInHere = (): string => outside.signIn(`${location.pathname}${location.search}`);

/** Signs out on this device and shows the sign-in page. */
export const signOut = async (): Promise<void> => {
  await fetch('/auth/sign-out', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  location.assign(outside.signIn('/console/'));
};

/** Refusals are final; what got no answer, or a fault, is asked once more. */
const isWorthRepeating = (failureCount: number, error: unknown): boolean =>
  failureCount < 1 && (!(error instanceof ApiError) || error.statusCode >= 500);

/** A person may ask 120 times a minute: what was read is good for half of one, and a focused window asks nothing by itself. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: isWorthRepeating, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});
