import type { Voice } from '@reelyard/shared/contracts/music.ts';
import type { CallbackOperations } from '../../callbacks/operations.ts';
import type { CreditOperations } from '../../credits/operations.ts';
import type { Transaction } from '../../database/connection.ts';
import { type Caller, ownerOf } from '../../http/authenticate.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Plan } from '../../plans/plan.ts';
import type { LoadedProject, ProjectOperations } from '../../projects/operations.ts';
import { sandboxRefusal, startOfDay } from '../../sandbox/allowance.ts';
import type { UsageOperations } from '../../usage/operations.ts';
import { planScenes, type ScenePlan } from '../changed-scenes.ts';
import { type PlanTerms, planChanges, planTerms } from '../plan-terms.ts';
import { type PricedItem, priceOf } from '../publish-price.ts';
import { bodyHashOf } from '../publish-request.ts';
import { type CountedAs, countedScenes, unitsByFeature } from '../publish-use.ts';
import type { Publish } from '../snapshot.ts';
import { findLivePublish, findPublishOfOutput } from '../store/publishes.ts';
import { listDrawnBefore } from '../store/scenes.ts';
import { countLivePublishes, lockAccount, sandboxUsage } from '../store/usage.ts';
import { badRequest, type DecideDeps, type Draft, type DraftOrder, decidePublish } from './decide-publish.ts';
import { knownRenditions } from './known-renditions.ts';

export interface WeighDeps extends DecideDeps {
  readonly credits: Pick<CreditOperations, 'reserve'>;
  readonly usage: Pick<UsageOperations, 'count'>;
  readonly projects: Pick<ProjectOperations, 'loadForPublish'>;
  readonly callbacks: Pick<CallbackOperations, 'checkUrl'>;
}

export interface PublishOrder extends DraftOrder {
  readonly projectId: string;
  /** What was agreed to; anything else is refused. */
  readonly planned?: { readonly planId: string; readonly terms: PlanTerms };
  /** S65: only where nothing is left to draw or to speak; asked with the scenes and the script of the draft. */
  readonly refuseUnready?: (trx: Transaction, draft: Draft, plans: readonly ScenePlan[]) => Promise<void>;
}

/** What a publish would come to. */
export interface Weighed {
  readonly loaded: LoadedProject;
  readonly draft: Draft;
  /** One for each snapshot of the draft. */
  readonly scenePlans: readonly ScenePlan[];
  readonly items: readonly PricedItem[];
  /** What the export pass of the project pays in place of credits. */
  readonly creditsSavedByPass: number;
  /** Credits that are set aside in this transaction, by subject. */
  readonly holds: ReadonlyMap<string, string>;
  /** S106: scenes that are counted against the plan in this transaction; null where credits pay, or nothing does. */
  readonly counted: ReadonlyMap<string, CountedAs> | null;
  /** What is answered instead of a new publish: the one that runs with the same body (N29), or whose file is there (N18). */
  readonly existing: { readonly publish: Publish; readonly isRunning: boolean } | null;
  readonly terms: PlanTerms;
  /** Why nothing is started, the one that is answered first. */
  readonly refusals: readonly Refusal[];
}

const nothingToPay = { items: [], holds: new Map<string, string>(), counted: null };

const sumOf = (items: readonly PricedItem[]): number => items.reduce((sum, { credits }) => sum + credits, 0);

/** Everything that decides a publish, for the one that is made and for the one that is only planned. */
export const weighPublish = (deps: WeighDeps) => {
  const { credits, usage, projects, callbacks } = deps;
  const decide = decidePublish(deps);

  const refuseOther = (running: Publish): Refusal =>
    new Refusal('bad_request', {
      code: 'PUBLISH_IN_PROGRESS',
      message: 'This project is being published with other options. Wait for it or cancel it.',
      body: { requestId: running.id, statusUrl: `/projects/${running.projectId}/publish/status` },
    });

  const refuseCallback = (callbackUrl: string | undefined): Refusal[] => {
    const problem = callbackUrl === undefined ? null : callbacks.checkUrl(callbackUrl, 'callbackUrl');
    return problem ? [badRequest(problem.code, problem.message, problem.path)] : [];
  };

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

  /** N52: the whole publish is within the plan, the day and the balance, or it is refused; counted under a lock (G9). */
  const settle = async (
    trx: Transaction,
    caller: Caller,
    { order, draft, scenePlans }: Pick<Weighed, 'draft' | 'scenePlans'> & { order: PublishOrder },
    refusals: Refusal[],
  ): Promise<Pick<Weighed, 'items' | 'holds' | 'counted'>> => {
    const collect = async <T>(check: Promise<T>): Promise<T | null> => {
      try {
        return await check;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refusals.push(error);
        return null;
      }
    };
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

  /** The price binds: a publish costs what its plan said, or nothing of it is done. */
  const refuseChanged = ({ planned }: PublishOrder, terms: PlanTerms): Refusal[] => {
    const changes = planned ? planChanges(planned.terms, terms) : [];
    if (!planned || changes.length === 0) return [];
    return [
      new Refusal('conflict', {
        code: 'PLAN_CHANGED',
        message: `The publish is not what was planned any more: ${changes[0]?.message} Plan it again.`,
        body: {
          planId: planned.planId,
          changes,
          creditsPlanned: planned.terms.credits,
          creditsRequired: terms.credits,
        },
      }),
    ];
  };

  /**
   * Locks the project and the account and sets the credits aside; `trx` must end by making the publish or by rolling
   * back. Throws nothing but the 404 of the project: every other refusal is in the answer.
   */
  return async (trx: Transaction, caller: Caller, order: PublishOrder, voices: readonly Voice[]): Promise<Weighed> => {
    const { projectId, kind, request } = order;
    const loaded = await projects.loadForPublish(trx, ownerOf(caller), projectId);
    const running = await findLivePublish(trx, projectId);
    const draft = await decide(trx, caller, loaded, order, voices);
    const known = await knownRenditions(trx, loaded, draft);
    const scenePlans = planScenes(draft.snapshots, known.withPass, order.force);
    const unaided = planScenes(draft.snapshots, known.withoutPass, order.force);
    const { publish, snapshots } = draft;
    const termsWith = (items: readonly PricedItem[], existingId: string | null): PlanTerms =>
      planTerms({ publish, snapshots, scenePlans, items, existingId });
    const weighed = { loaded, draft, scenePlans, creditsSavedByPass: 0, ...nothingToPay };
    const isSame = running?.bodyHash === bodyHashOf(order);
    if (running && isSame) {
      const terms = termsWith([], running.id);
      return { ...weighed, terms, existing: { publish: running, isRunning: true }, refusals: [] };
    }

    const refusals = [
      ...(running ? [refuseOther(running)] : []),
      ...refuseCallback(request.callbackUrl),
      ...draft.refusals,
    ];
    const isMakable = kind === 'publish' && refusals.length === 0;
    const done = isMakable ? await findPublishOfOutput(trx, projectId, draft.publish.outputHash) : null;
    if (done) {
      const terms = termsWith([], done.id);
      const existing = { publish: done, isRunning: false };
      return { ...weighed, terms, existing, refusals: refuseChanged(order, terms) };
    }
    const paid = await settle(trx, caller, { order, draft, scenePlans }, refusals);
    const terms = termsWith(paid.items, null);
    const isPaid = caller.kind === 'key' && publish.environment === 'live';
    const creditsSavedByPass = isPaid ? sumOf(priceOf(publish, unaided, false)) - terms.credits : 0;
    return {
      ...weighed,
      ...paid,
      creditsSavedByPass,
      terms,
      existing: null,
      refusals: [...refuseChanged(order, terms), ...refusals],
    };
  };
};
