import { randomBytes } from 'node:crypto';
import type { LoginProfile, VisitedProfile } from '@reelyard/shared/contracts/session-protocol.ts';
import { inTransaction } from '../../database/connection.ts';
import { type Caller, isSandbox } from '../../http/authenticate.ts';
import type { LoginsAnswer } from '../browse-bodies.ts';
import { mergeProfile, profileDomains } from '../merge-profile.ts';
import {
  maxProfileBytes,
  nonceBytes,
  openProfile,
  type ProfileOwner,
  profileKey,
  sealProfile,
} from '../sealed-profile.ts';
import type { BrowseSession, ProfileHolder } from '../session.ts';
import { findProfile, lockProfile, makerOfKey, resetProfile, saveProfile } from '../store/profiles.ts';
import type { BrowsingDependencies } from './dependencies.ts';

const emptyProfile: LoginProfile = { cookies: [], origins: [] };

/** What people's browsers keep between sessions (S81–S83): sealed, one per person, never in the sandbox. */
export const loginProfiles = ({ db, clock, farmSecret }: Pick<BrowsingDependencies, 'db' | 'clock' | 'farmSecret'>) => {
  const key = profileKey(farmSecret);

  /** Whose browser a caller drives; null in the sandbox: nobody's. */
  const ownerOfCaller = async (caller: Caller): Promise<ProfileOwner | null> => {
    if (isSandbox(caller)) return null;
    const { accountId } = caller;
    const person = caller.kind === 'web' ? caller.userId : await makerOfKey(db, caller.keyId);
    return { accountId, holder: person === null ? 'account' : `user:${person}` };
  };

  return {
    async holderFor(caller: Caller): Promise<ProfileHolder | null> {
      const owner = await ownerOfCaller(caller);
      if (owner === null) return null;
      const found = await findProfile(db, owner);
      return { name: owner.holder, generation: found?.generation ?? 0 };
    },

    /** What the browser of a session starts with; a profile of an older farm secret counts as none. */
    async load(accountId: string, holder: ProfileHolder | null): Promise<LoginProfile | null> {
      if (holder === null) return null;
      const owner = { accountId, holder: holder.name };
      const found = await findProfile(db, owner);
      if (found === null || found.sealed === null || found.generation !== holder.generation) return emptyProfile;
      return openProfile(key, owner, found.sealed) ?? emptyProfile;
    },

    /** Keeps what a session brings home, unless the person reset their browser meanwhile. */
    async bringHome(session: Pick<BrowseSession, 'accountId' | 'holder'>, visited: VisitedProfile): Promise<void> {
      const { accountId, holder } = session;
      if (holder === null) return;
      const owner = { accountId, holder: holder.name };
      await inTransaction(db, async (trx) => {
        const stored = await lockProfile(trx, owner);
        if (stored.generation !== holder.generation) return;
        const before = stored.sealed === null ? null : openProfile(key, owner, stored.sealed);
        const profile = mergeProfile(before ?? emptyProfile, visited);
        const domains = profileDomains(profile, [...stored.domains, ...visited.sites]);
        const sealed = sealProfile(key, randomBytes(nonceBytes), owner, profile);
        if (sealed.length > maxProfileBytes) return;
        await saveProfile(trx, owner, { sealed, domains, at: clock() });
      });
    },

    /** S81, N35. */
    async describe(caller: Caller): Promise<LoginsAnswer> {
      const owner = await ownerOfCaller(caller);
      const found = owner === null ? null : await findProfile(db, owner);
      return {
        exists: found?.sealed != null,
        profileCreatedAt: found?.createdAt?.toISOString() ?? null,
        lastUsedAt: found?.lastUsedAt?.toISOString() ?? null,
        domains: [...(found?.domains ?? [])],
      };
    },

    /** S82: nothing is left of it; sessions that are open keep theirs until they end, and bring nothing home. */
    async reset(caller: Caller): Promise<void> {
      const owner = await ownerOfCaller(caller);
      if (owner !== null) await resetProfile(db, owner);
    },
  };
};
export type LoginProfiles = ReturnType<typeof loginProfiles>;
