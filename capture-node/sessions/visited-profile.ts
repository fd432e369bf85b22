import {
  type LoginProfile,
  loginProfileSchema,
  type VisitedProfile,
} from '@reelyard/shared/contracts/session-protocol.ts';
import type { BrowserContext } from 'playwright-core';

const patienceMs = 8_000;
/** More than this is an application's data and no sign-in: databases stay behind then. */
const maxBytes = 8 * 1024 * 1024;

const within = async <T>(work: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('the browser did not tell its storage in time')), patienceMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
};

const stateOf = async (context: BrowserContext, indexedDB: boolean): Promise<LoginProfile> =>
  loginProfileSchema.parse(await within(context.storageState({ indexedDB })));

/** What the browser knows about the sites that the session showed; null where it does not tell. */
export const visitedProfile = async (
  context: BrowserContext,
  sites: ReadonlySet<string>,
): Promise<VisitedProfile | null> => {
  let profile = await stateOf(context, true).catch(() => null);
  if (profile === null || JSON.stringify(profile).length > maxBytes) {
    profile = await stateOf(context, false).catch(() => null);
  }
  return profile === null ? null : { profile, sites: [...sites] };
};
