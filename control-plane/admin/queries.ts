import type { NodeState } from '@reelyard/shared/contracts/node-protocol.ts';
import type { EntryType } from '../credits/ledger-query.ts';
import { cursorOf, ledgerQuerySchema } from '../credits/ledger-query.ts';
import { listEntries } from '../credits/store/ledger.ts';
import { listQueueDepths } from '../dispatch/store/waiting.ts';
import { poolCapacity } from '../nodes/capacity.ts';
import type { PlanSlug } from '../plans/plan.ts';
import type { PublishState } from '../publishing/publish-state.ts';
import type { AdminDeps } from './dependencies.ts';
import { kindOrNull, nameOf, valueOrNull } from './names.ts';
import { afterOf, firstOf, type PageArgs, pageOf } from './page.ts';
import { checkTexts } from './perform.ts';
import { findAccounts, listAccounts } from './store/accounts.ts';
import { listActs } from './store/acts.ts';
import { findJob, type JobState, listJobs } from './store/jobs.ts';
import { findNode, listNodes } from './store/nodes.ts';
import { findPublish, listPublishes } from './store/publishes.ts';
import { auditView, isJobId, jobCursor, templateView } from './views.ts';

type Pool = 'render' | 'capture';
type Maybe<T> = T | null | undefined;

/** An id is its own cursor: it is compared and never looked up. */
const idCursor = /^[\x21-\x7e]{1,200}$/;
const actCursor = /^\d{1,15}$/;
const idOf = ({ id }: { readonly id: string }): string => id;

/** The queries of the schema. Every list is one statement and one page. */
export const queries = ({ db, nodes, templates, audit }: AdminDeps) => ({
  async farm() {
    const [depths, loads, counts] = [await listQueueDepths(db), await nodes.listLoads(), await audit.counts()];
    return {
      queues: depths.map(({ kind, waitingCount, activeCount, oldestWaitSeconds }) => ({
        kind: nameOf(kind),
        waiting: waitingCount,
        running: activeCount,
        oldestWaitSeconds,
      })),
      pools: (['render', 'capture'] as const).map((pool) => {
        const { readyNodeCount: readyNodes, slots, freeSlots } = poolCapacity(pool, loads);
        return { pool: nameOf(pool), readyNodes, slots, freeSlots };
      }),
      audit: auditView(counts),
    };
  },

  async nodes(_: unknown, args: PageArgs & { state?: Maybe<Uppercase<NodeState>>; pool?: Maybe<Uppercase<Pool>> }) {
    const first = firstOf(args);
    const before = afterOf(args, idCursor);
    const filter = { state: valueOrNull<NodeState>(args.state), pool: valueOrNull<Pool>(args.pool) };
    return pageOf(await listNodes(db, { ...filter, before, limit: first + 1 }), first, idOf);
  },
  node: (_: unknown, { id }: { id: string }) => findNode(db, id),

  async jobs(
    _: unknown,
    args: PageArgs & { state?: Maybe<Uppercase<JobState>>; kind?: Maybe<string>; accountId?: Maybe<string> },
  ) {
    const first = firstOf(args);
    const before = afterOf(args, jobCursor);
    const filter = {
      state: valueOrNull<JobState>(args.state),
      kind: kindOrNull(args.kind),
      accountId: args.accountId ?? null,
    };
    return pageOf(await listJobs(db, { ...filter, before, limit: first + 1 }), first, idOf);
  },
  job: (_: unknown, { id }: { id: string }) => (isJobId(id) ? findJob(db, id) : null),

  async publishes(_: unknown, args: PageArgs & { accountId?: Maybe<string>; state?: Maybe<Uppercase<PublishState>> }) {
    const first = firstOf(args);
    const before = afterOf(args, idCursor);
    const filter = { accountId: args.accountId ?? null, state: valueOrNull<PublishState>(args.state) };
    return pageOf(await listPublishes(db, { ...filter, before, limit: first + 1 }), first, idOf);
  },
  publish: (_: unknown, { id }: { id: string }) => findPublish(db, id),

  async accounts(_: unknown, args: PageArgs & { search?: Maybe<string>; plan?: Maybe<Uppercase<PlanSlug>> }) {
    const first = firstOf(args);
    const before = afterOf(args, idCursor);
    const search = args.search?.trim();
    const filter = {
      search: search === undefined || search === '' ? null : search,
      plan: valueOrNull<PlanSlug>(args.plan),
    };
    return pageOf(await listAccounts(db, { ...filter, before, limit: first + 1 }), first, idOf);
  },
  account: async (_: unknown, { id }: { id: string }) => (await findAccounts(db, [id])).get(id) ?? null,

  async ledger(
    _: unknown,
    args: PageArgs & {
      accountId: string;
      type?: Maybe<Uppercase<EntryType>>;
      keyId?: Maybe<string>;
      projectId?: Maybe<string>;
    },
  ) {
    const first = firstOf(args);
    // The very parser of GET /billing/credits/ledger: one cursor for both.
    const query = ledgerQuerySchema.parse({
      limit: first,
      cursor: afterOf(args, /^c[0-9a-z]{1,6}$/) ?? undefined,
      type: valueOrNull<EntryType>(args.type) ?? undefined,
      keyId: args.keyId ?? undefined,
      projectId: args.projectId ?? undefined,
    });
    return pageOf(await listEntries(db, args.accountId, query), first, ({ entryNo }) => cursorOf(entryNo));
  },

  audit: async () => auditView(await audit.counts()),

  async acts(
    _: unknown,
    args: PageArgs & { operation?: Maybe<string>; target?: Maybe<string>; actor?: Maybe<string> },
  ) {
    const first = firstOf(args);
    const after = afterOf(args, actCursor);
    const { operation = null, target = null, actor = null } = args;
    const before = after === null ? null : Number(after);
    const acts = await listActs(db, { operation, target, actor, before, limit: first + 1 });
    return pageOf(acts, first, ({ id }) => String(id));
  },

  templates: async () => (await templates.listReleases()).map(templateView),
});

type Resolver = (root: unknown, args: never, context: never) => unknown;

/** Every resolver with its texts checked first. */
export const checked = <T extends Readonly<Record<string, Resolver>>>(resolvers: T): T =>
  Object.fromEntries(
    Object.entries(resolvers).map(([name, resolve]): [string, Resolver] => [
      name,
      async (root, args, context) => {
        checkTexts(args);
        return resolve(root, args, context);
      },
    ]),
  ) as T;
