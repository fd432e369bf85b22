import type { Voice } from '@reelyard/shared/contracts/music.ts';
import type { CallbackOperations } from '../../callbacks/operations.ts';
import type { Transaction } from '../../database/connection.ts';
import { type Caller, ownerOf } from '../../http/authenticate.ts';
import { Refusal } from '../../http/refusal.ts';
import type { LoadedProject, ProjectOperations } from '../../projects/operations.ts';
import { planScenes, type ScenePlan } from '../changed-scenes.ts';
import { type PlanTerms, planChanges, planTerms } from '../plan-terms.ts';
import { type PricedItem, priceOf } from '../publish-price.ts';
import { bodyHashOf } from '../publish-request.ts';
import type { Publish } from '../snapshot.ts';
import { findLivePublish, findPublishOfOutput } from '../store/publishes.ts';
import { badRequest, type DecideDeps, type Draft, type DraftOrder, decidePublish } from './decide-publish.ts';
import { knownRenditions } from './known-renditions.ts';
import { nothingToPay, type Paid, type PayDeps, payPublish } from './pay-publish.ts';

export interface WeighDeps extends DecideDeps, PayDeps {
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
export interface Weighed extends Paid {
  readonly loaded: LoadedProject;
  readonly draft: Draft;
  /** One for each snapshot of the draft. */
  readonly scenePlans: readonly ScenePlan[];
  /** What the export pass of the project pays in place of credits. */
  readonly creditsSavedByPass: number;
  /** What is answered instead of a new publish: the one that runs with the same body (N29), or whose file is there (N18). */
  readonly existing: { readonly publish: Publish; readonly isRunning: boolean } | null;
  readonly terms: PlanTerms;
  /** Why nothing is started, the one that is answered first. */
  readonly refusals: readonly Refusal[];
}

const sumOf = (items: readonly PricedItem[]): number => items.reduce((sum, { credits }) => sum + credits, 0);

/** Everything that decides a publish, for the one that is made and for the one that is only planned. */
export const weighPublish = (deps: WeighDeps) => {
  const { projects, callbacks } = deps;
  const decide = decidePublish(deps);
  const pay = payPublish(deps);

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
    const paid = await pay(trx, caller, { order, draft, scenePlans });
    const terms = termsWith(paid.items, null);
    const isPaid = caller.kind === 'key' && publish.environment === 'live';
    const creditsSavedByPass = isPaid ? sumOf(priceOf(publish, unaided, false)) - terms.credits : 0;
    return {
      ...weighed,
      ...paid,
      creditsSavedByPass,
      terms,
      existing: null,
      refusals: [...refuseChanged(order, terms), ...refusals, ...paid.refusals],
    };
  };
};
