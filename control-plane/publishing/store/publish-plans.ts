import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/connection.ts';
import { type Caller, ownerOf } from '../../http/authenticate.ts';
import { type PlanTerms, planTermsSchema } from '../plan-terms.ts';
import { type PlannedOptions, plannedOptions, publishRequestSchema } from '../publish-request.ts';

export interface PublishPlan {
  readonly id: string;
  readonly request: PlannedOptions;
  readonly terms: PlanTerms;
  readonly isExpired: boolean;
  readonly expiresAt: Date;
  /** The publish that it became. */
  readonly publishId: string | null;
}

export interface NewPublishPlan {
  readonly id: string;
  readonly accountId: string;
  readonly projectId: string;
  /** Of the project. */
  readonly environment: 'live' | 'test';
  readonly request: PlannedOptions;
  readonly terms: PlanTerms;
}

/** How long a price binds. */
const validFor = sql`interval '15 minutes'`;
/** How long an unused plan is remembered, so that whoever uses it late hears that it has expired. */
const rememberedFor = sql`interval '1 day'`;

/** Notes what was quoted, and forgets what nobody used. @returns until when it binds */
export const insertPublishPlan = async (
  db: Database,
  { id, request, terms, ...owner }: NewPublishPlan,
): Promise<Date> => {
  await sql`delete from publish_plan where publish_id is null and expires_at < now() - ${rememberedFor}`.execute(db);
  const row = await db
    .insertInto('publish_plan')
    .values({
      id,
      account_id: owner.accountId,
      project_id: owner.projectId,
      environment: owner.environment,
      request: JSON.stringify(request),
      terms: JSON.stringify(terms),
      credits: terms.credits,
      expires_at: sql<Date>`now() + ${validFor}`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return row.expires_at;
};

/** The caller's plan of that project, locked: of two publishes that name it one goes first. Null where there is none. */
export const lockPublishPlan = async (
  trx: Transaction,
  caller: Caller,
  projectId: string,
  planId: string,
): Promise<PublishPlan | null> => {
  const { accountId, environments } = ownerOf(caller);
  const row = await trx
    .selectFrom('publish_plan')
    .select(['id', 'request', 'terms', 'expires_at', 'publish_id', sql<boolean>`expires_at <= now()`.as('is_expired')])
    .where('id', '=', planId)
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .where('environment', 'in', environments)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    request: plannedOptions(publishRequestSchema.parse(row.request)),
    terms: planTermsSchema.parse(row.terms),
    isExpired: row.is_expired,
    expiresAt: row.expires_at,
    publishId: row.publish_id,
  };
};

/** Notes what a plan became. */
export const savePlanUse = async (trx: Transaction, planId: string, publishId: string): Promise<void> => {
  await trx.updateTable('publish_plan').set({ publish_id: publishId }).where('id', '=', planId).execute();
};
