import type { CreditOperations } from '../../credits/operations.ts';
import type { Transaction } from '../../database/connection.ts';
import type { Caller } from '../../http/authenticate.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Plan } from '../../plans/plan.ts';
import { sandboxRefusal, startOfDay } from '../../sandbox/allowance.ts';
import type { UsageOperations } from '../../usage/operations.ts';
import type { ScenePlan } from '../changed-scenes.ts';
import { type PricedItem, priceOf } from '../publish-price.ts';
import { type CountedAs, countedScenes, unitsByFeature } from '../publish-use.ts';
import { listDrawnBefore } from '../store/scenes.ts';
import { countLivePublishes, lockAccount, sandboxUsage } from '../store/usage.ts';
import type { Draft } from './decide-publish.ts';
import type { PublishOrder } from './weigh-publish.ts';

export interface PayDeps {
  readonly credits: Pick<CreditOperations, 'reserve'>;
  readonly usage: Pick<UsageOperations, 'count'>;
}

export interface ToPay {
  readonly order: PublishOrder;
  readonly draft: Draft;
  readonly scenePlans: readonly ScenePlan[];
}

/** What pays a publish: credits, the plan's month (S106), or the allowance of the day (S120). */
export interface Paid {
  readonly items: readonly PricedItem[];
  /** Credits that are set aside in this transaction, by subject. */
  readonly holds: ReadonlyMap<string, string>;
  /** S106: scenes that are counted against the plan in this transaction; null where credits pay, or nothing does. */
  readonly counted: ReadonlyMap<string, CountedAs> | null;
  /** What cannot be paid. */
  readonly refusals: readonly Refusal[];
}

export const nothingToPay = { items: [], holds: new Map<string, string>(), counted: null } as const;

/** The result of a check, or null where it was refused: every refusal is kept. */
type Collect = <T>(check: Promise<T>) => Promise<T | null>;

const collector = (refusals: Refusal[]): Collect => {
  return async (check) => {
    try {
      return await check;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusals.push(error);
      return null;
    }
  };
};

export const payPublish = ({ credits, usage }: PayDeps) => {
  const refuseConcurrency = async (trx: Transaction, caller: Caller, plan: Plan): Promise<void> => {
    if ((await countLivePublishes(trx, caller.accountId)) < plan.exportConcurrency) return;
    throw new Refusal('too_many_requests', {
      code: 'EXPORT_CONCURRENCY',
      message: `The ${plan.name} plan makes ${plan.exportConcurrency} video(s) at once. Try again when one has ended.`,
      body: { limit: plan.exportConcurrency },
      headers: { 'retry-after': '10' },
    });
  };

  const refuseOverAllowance = async (
    trx: Transaction,
    caller: Caller,
    now: Date,
    requested: { sceneRenders: number; exports: number },
  ): Promise<void> => {
    const refusal = sandboxRefusal(await sandboxUsage(trx, caller.accountId, startOfDay(now)), requested, now);
    if (!refusal) return;
    const { code, message, ...body } = refusal;
    const retryAfter = Math.max(1, Math.ceil((Date.parse(body.resetsAt) - now.getTime()) / 1_000));
    throw new Refusal('too_many_requests', { code, message, body, headers: { 'retry-after': String(retryAfter) } });
  };

  const take = async (
    trx: Transaction,
    caller: Caller,
    { order, draft, scenePlans }: ToPay,
    collect: Collect,
  ): Promise<Omit<Paid, 'refusals'>> => {
    const { now } = await lockAccount(trx, caller.accountId);
    if (order.kind === 'publish') await collect(refuseConcurrency(trx, caller, draft.plan));
    if (order.refuseUnready) await collect(order.refuseUnready(trx, draft, scenePlans));
    if (draft.publish.environment === 'test') {
      const sceneRenders = scenePlans.filter(({ kind }) => kind === 'render').length;
      const requested = { sceneRenders, exports: order.kind === 'publish' ? 1 : 0 };
      await collect(refuseOverAllowance(trx, caller, now, requested));
      return nothingToPay;
    }
    // S106: what a person makes in the web app costs no credits; it counts against the plan's month.
    if (caller.kind === 'web') {
      const sceneIds = draft.snapshots.map(({ sceneId }) => sceneId);
      const counted = countedScenes(scenePlans, await listDrawnBefore(trx, sceneIds));
      for (const each of unitsByFeature(counted, order.kind === 'publish')) {
        await collect(usage.count(trx, { accountId: caller.accountId, ...each }));
      }
      return { ...nothingToPay, counted };
    }
    const items = priceOf(draft.publish, scenePlans, draft.hasPass);
    const { accountId, keyId } = caller;
    const holds = await collect(credits.reserve(trx, { accountId, keyId, projectId: order.projectId, items }));
    return { ...nothingToPay, items, holds: holds ?? nothingToPay.holds };
  };

  /**
   * N52: the whole publish is within the plan, the day and the balance, or it is refused; counted under the account's
   * lock (G9). Throws no refusal: all of them are in the answer, and with one `trx` must be rolled back.
   */
  return async (trx: Transaction, caller: Caller, toPay: ToPay): Promise<Paid> => {
    const refusals: Refusal[] = [];
    return { ...(await take(trx, caller, toPay, collector(refusals))), refusals };
  };
};
