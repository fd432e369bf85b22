import { jobs } from '@reelyard/shared/contracts/jobs/catalog.ts';
import type { Capabilities } from '@reelyard/shared/contracts/node-protocol.ts';
import type { LedgerRecord } from '../credits/credits-view.ts';
import { typeOfKind } from '../credits/ledger-query.ts';
import { type AccountBalance, readBalances } from '../credits/operations/read-balances.ts';
import type { Database } from '../database/connection.ts';
import { waitingFor } from '../narration/waiting.ts';
import { type LimitOverride, type MonthlyFeature, monthlyLimitOf, monthlyLimits } from '../plans/feature-limits.ts';
import { type FeatureSwitch, planFeatures, plans, withSwitches } from '../plans/plan.ts';
import type { AdminDeps } from './dependencies.ts';
import { nameOf, nameOrNull } from './names.ts';
import {
  type AccountRecord,
  findAccounts,
  type KeyRecord,
  keysOfAccounts,
  limitsOf,
  switchesOf,
  usersOfAccounts,
} from './store/accounts.ts';
import type { Act } from './store/acts.ts';
import { type AttemptRecord, attemptsOfJobs, type JobRecord, jobsOfBatches, leasesOfNodes } from './store/jobs.ts';
import { type NodeRecord, type Throughput, throughputOf } from './store/nodes.ts';
import { type PublishRecord, type SceneCounts, sceneCountsOf } from './store/publishes.ts';

const ofNode =
  <T>(read: (capabilities: Capabilities) => T) =>
  ({ capabilities }: NodeRecord): T =>
    read(capabilities);

/** How records are written in the words of the schema; fields of the same name need nothing here. */
export const fields = {
  Node: {
    pool: ({ pool }: NodeRecord) => nameOf(pool),
    state: ({ state }: NodeRecord) => nameOf(state),
    heldState: ({ heldState }: NodeRecord) => nameOrNull(heldState),
    kinds: ofNode(({ kinds }) => kinds.map(nameOf)),
    voices: ofNode(({ voices }) => voices),
    encoders: ofNode(({ encoders }) => encoders),
    gpus: ofNode(({ gpus }) => gpus),
    memoryBytes: ofNode(({ memoryBytes }) => memoryBytes),
    slots: ofNode(({ workerCount }) => workerCount),
  },
  Attempt: { kind: ({ kind }: AttemptRecord) => nameOf(kind) },
  Job: { kind: ({ kind }: JobRecord) => nameOf(kind), state: ({ state }: JobRecord) => nameOf(state) },
  Publish: {
    state: ({ state }: PublishRecord) => nameOf(state),
    environment: ({ environment }: PublishRecord) => nameOf(environment),
  },
  Account: { plan: ({ plan }: AccountRecord) => nameOf(plan) },
  ApiKey: { environment: ({ environment }: KeyRecord) => nameOf(environment) },
  LedgerEntry: {
    type: ({ kind }: LedgerRecord) => nameOf(typeOfKind(kind)),
    amount: ({ dAvailable }: LedgerRecord) => dAvailable,
    heldAmount: ({ dHeld }: LedgerRecord) => dHeld,
    bucket: ({ bucket }: LedgerRecord) => nameOf(bucket),
    actor: ({ actorId, keyId }: LedgerRecord) => actorId ?? keyId,
  },
  Act: {
    arguments: (act: Act) => JSON.stringify(act.arguments),
    outcome: ({ outcome }: Act) => nameOf(outcome),
  },
};

const idle: Throughput = { completedAttempts: 0, badAttempts: 0, meanSeconds: null };
const noScenes: SceneCounts = { total: 0, reused: 0, queued: 0, done: 0, failed: 0, cancelled: 0 };
const nothing: AccountBalance = { plan: 0, purchased: 0, held: 0, debt: 0, periodEnd: null };

interface Asked<T> {
  readonly obj: T;
}

/** What a record has of others: one statement for all records of an answer, however many they are. */
export const loaders = ({ db, nodes }: Pick<AdminDeps, 'db' | 'nodes'>) => {
  const idsOf = (asked: readonly Asked<{ id: string }>[]): string[] => asked.map(({ obj }) => obj.id);
  const accountsOf = async (asked: readonly Asked<{ accountId: string }>[]) => {
    const found = await findAccounts(db, [...new Set(asked.map(({ obj }) => obj.accountId))]);
    return asked.map(({ obj }) => found.get(obj.accountId));
  };

  return {
    Node: {
      async leases(asked: readonly Asked<NodeRecord>[]) {
        const leases = await leasesOfNodes(db, idsOf(asked));
        return asked.map(({ obj }) => leases[obj.id] ?? []);
      },
      async throughput(asked: readonly Asked<NodeRecord>[]) {
        const throughputs = await throughputOf(db, idsOf(asked));
        return asked.map(({ obj }) => throughputs.get(obj.id) ?? idle);
      },
    },
    Job: {
      async attempts(asked: readonly Asked<JobRecord>[]) {
        const attempts = await attemptsOfJobs(db, idsOf(asked));
        return asked.map(({ obj }) => attempts[obj.id] ?? []);
      },
      async waitingFor(asked: readonly Asked<JobRecord>[]) {
        const isAnyWaiting = asked.some(({ obj }) => obj.state === 'waiting');
        const ready = isAnyWaiting ? await nodes.listReady() : [];
        return asked.map(({ obj: { state, isResting, kind, codec, voiceId } }) => {
          if (state !== 'waiting') return null;
          if (isResting) return 'RESTING';
          const { runsOn } = jobs[kind];
          const pool = ready.flatMap((node) => (node.pool === runsOn ? [node.capabilities] : []));
          return waitingFor(pool, { kind, codec, voiceId }, 0).reason;
        });
      },
      account: accountsOf,
    },
    Publish: {
      async scenes(asked: readonly Asked<PublishRecord>[]) {
        const counts = await sceneCountsOf(db, idsOf(asked));
        return asked.map(({ obj }) => counts.get(obj.id) ?? noScenes);
      },
      async jobs(asked: readonly Asked<PublishRecord>[]) {
        const ofBatches = await jobsOfBatches(db, idsOf(asked));
        return asked.map(({ obj }) => ofBatches[obj.id] ?? []);
      },
      account: accountsOf,
    },
    Account: {
      async users(asked: readonly Asked<AccountRecord>[]) {
        const users = await usersOfAccounts(db, idsOf(asked));
        return asked.map(({ obj }) => users[obj.id] ?? []);
      },
      async balance(asked: readonly Asked<AccountRecord>[]) {
        const balances = await readBalances(db, idsOf(asked));
        return asked.map(({ obj }) => balances.get(obj.id) ?? nothing);
      },
      async keys(asked: readonly Asked<AccountRecord>[]) {
        const keys = await keysOfAccounts(db, idsOf(asked));
        return asked.map(({ obj }) => keys[obj.id] ?? []);
      },
      features: (asked: readonly Asked<AccountRecord>[]) => featuresOf(db, asked),
      limits: (asked: readonly Asked<AccountRecord>[]) => limitsOfAccounts(db, asked),
    },
  };
};

/** Rows of plans and accounts by whose they are. */
const byOwner = <T extends { readonly owner: string }>(rows: readonly T[]) => {
  const grouped = Map.groupBy(rows, ({ owner }) => owner);
  return (owner: string): readonly T[] => grouped.get(owner) ?? [];
};

const featuresOf = async (db: Database, asked: readonly Asked<AccountRecord>[]) => {
  const found = await switchesOf(
    db,
    asked.map(({ obj }) => obj.id),
  );
  const [ofPlans, ofAccounts] = [byOwner(found.ofPlans), byOwner(found.ofAccounts)];
  return asked.map(({ obj: { id, plan } }) => {
    const [ofPlan, ofAccount] = [ofPlans(plan), ofAccounts(id)];
    const switches: FeatureSwitch[] = [...ofPlan, ...ofAccount];
    const { features } = withSwitches(plans[plan], switches);
    return planFeatures.map((feature) => ({
      feature: nameOf(feature),
      enabled: features.includes(feature),
      ofPlan: ofPlan.find((each) => each.feature === feature)?.enabled ?? null,
      ofAccount: ofAccount.find((each) => each.feature === feature)?.enabled ?? null,
    }));
  });
};

const limitsOfAccounts = async (db: Database, asked: readonly Asked<AccountRecord>[]) => {
  const found = await limitsOf(
    db,
    asked.map(({ obj }) => obj.id),
  );
  const [ofPlans, ofAccounts, uses] = [byOwner(found.ofPlans), byOwner(found.ofAccounts), byOwner(found.uses)];
  return asked.map(({ obj: { id, plan } }) => {
    const overrides: LimitOverride[] = [...ofPlans(plan), ...ofAccounts(id)];
    return (Object.keys(monthlyLimits[plan]) as MonthlyFeature[]).map((feature) => ({
      feature: nameOf(feature),
      units: monthlyLimitOf(plan, feature, overrides),
      used: uses(id).find((each) => each.feature === feature)?.used ?? 0,
      isSetApart: overrides.some((each) => each.feature === feature),
    }));
  });
};
