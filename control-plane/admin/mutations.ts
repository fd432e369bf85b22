import type { Bucket } from '../credits/ledger-entry.ts';
import type { Transaction } from '../database/connection.ts';
import { notFound, Refusal } from '../http/refusal.ts';
import type { OperatorEvent } from '../nodes/node-status.ts';
import type { MonthlyFeature } from '../plans/feature-limits.ts';
import type { PlanFeature, PlanSlug } from '../plans/plan.ts';
import type { Operator } from './authorise.ts';
import type { AdminDeps } from './dependencies.ts';
import { valueOf } from './names.ts';
import { type ActRequest, perform } from './perform.ts';
import { findAccounts, findKey } from './store/accounts.ts';
import { findMovement, lockOpKey } from './store/acts.ts';
import { findJob } from './store/jobs.ts';
import { findNode } from './store/nodes.ts';
import { findPublish } from './store/publishes.ts';
import { isJobId, templateView } from './views.ts';

interface Context {
  readonly operator: Operator;
}

/** Arguments after GraphQL checked them: names of enums are in capitals, what was left out may be undefined. */
type Args<T> = Readonly<T & { reason?: string | null }>;

const badRequest = (path: string, code: string, message: string): Refusal =>
  new Refusal('bad_request', { code, message, details: [{ path, code, message }] });

const idempotencyKeyPattern = /^[\x21-\x7e]{8,200}$/;
const priorityLimit = 100;

/** The plan or the account that something is set for. */
type Owner =
  | { readonly plan: PlanSlug; readonly accountId?: undefined }
  | { readonly accountId: string; readonly plan?: undefined };

const ownerOf = (args: { plan?: Uppercase<PlanSlug> | null; accountId?: string | null }): Owner => {
  const { plan = null, accountId = null } = args;
  if (plan !== null && accountId === null) return { plan: valueOf<PlanSlug>(plan) };
  if (plan === null && accountId !== null) return { accountId };
  throw badRequest('plan', 'OWNER_AMBIGUOUS', 'Send either plan or accountId.');
};

/** The mutations of the schema. Each calls the verb of the feature whose rule it is, and writes the act down with it. */
export const mutations = (deps: AdminDeps) => {
  const { db, nodes, dispatch, publishing, credits, accounts, usage, apiKeys, templates } = deps;

  const doing = <T extends { readonly changed: boolean }>(
    { operator }: Context,
    operation: string,
    target: string,
    args: ActRequest['arguments'],
    work: (trx: Transaction, reason: string) => Promise<T>,
  ) => perform(db, operator, { operation, target, arguments: { ...args } }, work);

  const operateNode = async (args: Args<{ id: string }>, context: Context, event: OperatorEvent) => {
    const { outcome } = await doing(context, `${event}Node`, args.id, args, async (trx) => ({
      changed: await nodes.operate(trx, args.id, event),
    }));
    // What waits for work at this control plane is told now; at others it gets none and is told by its next request.
    if (event !== 'resume') dispatch.dismiss(args.id);
    return { outcome, node: await findNode(db, args.id) };
  };

  const release = async (args: Args<{ slug: string }>, context: Context, isPublished: boolean) => {
    const operation = isPublished ? 'publishTemplate' : 'withdrawTemplate';
    const status = isPublished ? 'published' : 'archived';
    const { outcome } = await doing(context, operation, args.slug, args, async (trx) => ({
      changed: await templates.setRelease(args.slug, { status, active: isPublished }, trx),
    }));
    const views = (await templates.listReleases()).map(templateView);
    return { outcome, template: views.find(({ slug, id }) => slug === args.slug || id === args.slug) };
  };

  const accountOf = async (accountId: string) => (await findAccounts(db, [accountId])).get(accountId);

  return {
    drainNode: (_: unknown, args: Args<{ id: string }>, context: Context) => operateNode(args, context, 'drain'),
    resumeNode: (_: unknown, args: Args<{ id: string }>, context: Context) => operateNode(args, context, 'resume'),
    quarantineNode: (_: unknown, args: Args<{ id: string }>, context: Context) =>
      operateNode(args, context, 'quarantine'),

    async requeueJob(_: unknown, args: Args<{ id: string }>, context: Context) {
      const { outcome, kind, attempt } = await doing(context, 'requeueJob', args.id, args, async (trx) => {
        if (!isJobId(args.id)) throw notFound('job');
        return dispatch.requeue(trx, args.id);
      });
      if (attempt !== null) deps.onAttemptEnd({ kind, outcome: 'released', blame: 'none' });
      return { outcome, job: await findJob(db, args.id) };
    },

    async setPriority(_: unknown, args: Args<{ jobId: string; priority: number }>, context: Context) {
      const { jobId, priority } = args;
      const { outcome } = await doing(context, 'setPriority', jobId, args, async (trx) => {
        if (Math.abs(priority) > priorityLimit) {
          throw badRequest('priority', 'PRIORITY_INVALID', `priority is from -${priorityLimit} to ${priorityLimit}.`);
        }
        if (!isJobId(jobId)) throw notFound('job');
        return { changed: await dispatch.setPriority(trx, jobId, priority) };
      });
      return { outcome, job: await findJob(db, jobId) };
    },

    async cancelPublish(_: unknown, args: Args<{ id: string }>, context: Context) {
      const { outcome, creditsReleased } = await doing(context, 'cancelPublish', args.id, args, async (trx) => {
        const cancelled = await publishing.cancelAnyPublish(trx, args.id);
        return { changed: cancelled !== null, creditsReleased: cancelled?.creditsReleased ?? 0 };
      });
      return { outcome, creditsReleased, publish: await findPublish(db, args.id) };
    },

    async adjustCredits(
      _: unknown,
      args: Args<{ accountId: string; bucket: Uppercase<Bucket>; credits: number; idempotencyKey: string }>,
      context: Context,
    ) {
      const { accountId, credits: amount, idempotencyKey } = args;
      const bucket = valueOf<Bucket>(args.bucket);
      const { outcome } = await doing(context, 'adjustCredits', accountId, args, async (trx, reason) => {
        if (!idempotencyKeyPattern.test(idempotencyKey)) {
          throw badRequest(
            'idempotencyKey',
            'IDEMPOTENCY_KEY_INVALID',
            'idempotencyKey has 8 to 200 printable ASCII characters without spaces.',
          );
        }
        const opKey = `admin:${idempotencyKey}`;
        await lockOpKey(trx, opKey);
        const earlier = await findMovement(trx, opKey);
        if (earlier !== null) {
          const isSame = earlier.accountId === accountId && earlier.bucket === bucket && earlier.credits === amount;
          if (isSame) return { changed: false };
          throw new Refusal('conflict', {
            code: 'IDEMPOTENCY_KEY_REUSED',
            message: 'Something else was adjusted under this idempotencyKey. Send a new key for a new adjustment.',
          });
        }
        await accounts.require(accountId, trx);
        const { actor: actorId } = context.operator;
        return { changed: await credits.adjust(trx, { accountId, bucket, credits: amount, opKey, reason, actorId }) };
      });
      return { outcome, account: await accountOf(accountId) };
    },

    async setPlanFeature(
      _: unknown,
      args: Args<{
        plan?: Uppercase<PlanSlug> | null;
        accountId?: string | null;
        feature: Uppercase<PlanFeature>;
        enabled?: boolean | null;
      }>,
      context: Context,
    ) {
      const owner = ownerOf(args);
      const feature = valueOf<PlanFeature>(args.feature);
      const enabled = args.enabled ?? null;
      const target = owner.accountId ?? owner.plan;
      const { outcome } = await doing(context, 'setPlanFeature', target, args, async (trx) => {
        if (owner.accountId === undefined) {
          return { changed: await accounts.switchForPlan(owner.plan, feature, enabled, trx) };
        }
        await accounts.require(owner.accountId, trx);
        return { changed: await accounts.switchForAccount(owner.accountId, feature, enabled, trx) };
      });
      return { outcome, account: owner.accountId === undefined ? null : await accountOf(owner.accountId) };
    },

    async setPlanLimit(
      _: unknown,
      args: Args<{
        plan?: Uppercase<PlanSlug> | null;
        accountId?: string | null;
        feature: Uppercase<MonthlyFeature>;
        units?: number | null;
        unlimited: boolean;
        reset: boolean;
      }>,
      context: Context,
    ) {
      const owner = ownerOf(args);
      const feature = valueOf<MonthlyFeature>(args.feature);
      const { units = null, unlimited, reset } = args;
      if (Number(units !== null) + Number(unlimited) + Number(reset) !== 1) {
        throw badRequest('units', 'LIMIT_AMBIGUOUS', 'Send exactly one of units, unlimited: true and reset: true.');
      }
      if (units !== null && units < 0) throw badRequest('units', 'LIMIT_INVALID', 'units is 0 or more.');
      const target = owner.accountId ?? owner.plan;
      const { outcome } = await doing(context, 'setPlanLimit', target, args, async (trx) => {
        if (owner.accountId !== undefined) await accounts.require(owner.accountId, trx);
        return {
          changed: reset
            ? await usage.dropLimit(trx, owner, feature)
            : await usage.setLimit(trx, owner, feature, unlimited ? null : units),
        };
      });
      return { outcome, account: owner.accountId === undefined ? null : await accountOf(owner.accountId) };
    },

    async changePlan(_: unknown, args: Args<{ accountId: string; plan: Uppercase<PlanSlug> }>, context: Context) {
      const { accountId } = args;
      const { outcome } = await doing(context, 'changePlan', accountId, args, async (trx) => {
        await accounts.require(accountId, trx);
        return { changed: await credits.changePlan(trx, accountId, valueOf<PlanSlug>(args.plan)) };
      });
      return { outcome, account: await accountOf(accountId) };
    },

    async revokeKey(_: unknown, args: Args<{ id: string }>, context: Context) {
      const { outcome } = await doing(context, 'revokeKey', args.id, args, async (trx) => ({
        changed: await apiKeys.revokeAny(trx, args.id, context.operator.actor),
      }));
      return { outcome, key: await findKey(db, args.id) };
    },

    publishTemplate: (_: unknown, args: Args<{ slug: string }>, context: Context) => release(args, context, true),
    withdrawTemplate: (_: unknown, args: Args<{ slug: string }>, context: Context) => release(args, context, false),
  };
};
