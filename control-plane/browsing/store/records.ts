import type { ActionResult, BrowseAction } from '@reelyard/shared/contracts/browse-session.ts';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/connection.ts';
import type { BrowseSession, ClosedPart } from '../session.ts';

export interface StepRecord {
  readonly action: BrowseAction['type'];
  readonly status: ActionResult['status'];
  readonly code: string | null;
  readonly host: string;
}

/** S83: logs what kinds of steps were done, where, and how they ended; never a text or an address. */
export const insertSteps = async (
  db: Database,
  { id, projectId }: Pick<BrowseSession, 'id' | 'projectId'>,
  steps: readonly StepRecord[],
  at: Date,
): Promise<void> => {
  if (steps.length === 0) return;
  await db
    .insertInto('browse_step')
    .values(steps.map((step) => ({ ...step, session_id: id, project_id: projectId, done_at: at })))
    .execute();
};

export interface LoggedStep extends StepRecord {
  readonly sessionId: string;
  readonly doneAt: Date;
}

/** Newest first. */
export const stepsOfProject = async (
  db: Database,
  projectId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ steps: LoggedStep[]; total: number }> => {
  const rows = await db
    .selectFrom('browse_step')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await db
    .selectFrom('browse_step')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return {
    total,
    steps: rows.map((row) => ({
      sessionId: row.session_id,
      action: row.action,
      status: row.status,
      code: row.code,
      host: row.host,
      doneAt: row.done_at,
    })),
  };
};

/** S115: the usage record of a session that was closed. */
export const insertUsage = async (trx: Transaction, session: BrowseSession, closed: ClosedPart): Promise<void> => {
  await trx
    .insertInto('browse_usage')
    .values({
      session_id: session.id,
      account_id: session.accountId,
      environment: session.environment,
      api_key_id: session.apiKeyId,
      web_user_id: session.webUserId,
      project_id: session.projectId,
      opened_at: session.openedAt,
      closed_at: closed.at,
      seconds: closed.billedSeconds,
      credits: closed.billedCredits,
    })
    .execute();
};
