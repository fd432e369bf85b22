import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import type { PlanSlug } from '../../plans/plan.ts';

/** What is known of an account's credits without locking it; of one that never moved any, nothing is there. */
export interface BalanceFacts {
  readonly accountId: string;
  readonly now: Date;
  readonly plan: PlanSlug;
  readonly billingAnchor: Date;
  /** The plan and period whose allowance is open. */
  readonly openPlan: PlanSlug | null;
  readonly openPeriod: string | null;
  readonly planAvailable: number;
  readonly purchasedAvailable: number;
  readonly held: number;
  readonly debt: number;
  /** Period -> what was left of it when the account left the plan that it is on now. */
  readonly parked: Readonly<Record<string, number>>;
}

/** One look for however many accounts. */
export const findBalances = async (db: Database, accountIds: readonly string[]): Promise<BalanceFacts[]> => {
  const { rows } = await sql<BalanceFacts>`
    select a.id as "accountId", now() as now, a.plan, a.billing_anchor as "billingAnchor", c.plan as "openPlan",
           c.period as "openPeriod", coalesce(c.plan_available, 0) as "planAvailable",
           coalesce(c.purchased_available, 0) as "purchasedAvailable",
           coalesce(c.plan_held + c.purchased_held, 0) as held, coalesce(c.debt, 0) as debt,
           coalesce((select jsonb_object_agg(p.period, p.credits) from credit_parked p
                      where p.account_id = a.id and p.plan = a.plan), '{}') as parked
      from account a left join credit_account c on c.account_id = a.id
     where a.id = any(${accountIds}::text[])`.execute(db);
  return rows;
};
