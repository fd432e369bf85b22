import { sql } from 'kysely';
import type { Transaction } from '../../database/connection.ts';
import { type SettledScene, settledColumns, settledOf } from './scenes.ts';

/** Jobs of other publishes of the account that are to draw the same picture as this one. Uses index publish_scene_queued. */
export const listTwinJobs = async (
  trx: Transaction,
  jobId: string,
): Promise<{ jobId: string; publishId: string }[]> => {
  const { rows } = await sql<{ jobId: string; publishId: string }>`
    select distinct twin.job_id as "jobId", twin.publish_id as "publishId"
      from publish_scene own
      join publish on publish.id = own.publish_id
      join publish_scene twin on twin.rendition_hash = own.rendition_hash and twin.state = 'queued'
      join publish other on other.id = twin.publish_id
     where own.job_id = ${jobId}::uuid and twin.job_id <> own.job_id
       and other.account_id = publish.account_id and other.environment = publish.environment
     order by twin.job_id`.execute(trx);
  return rows;
};

/**
 * Compare-and-set, with the publish locked: every scene that this job was to draw shows a picture that another job drew,
 * and is from now on one for which nothing was drawn.
 *
 * @returns the scenes with what they took
 */
export const saveScenesShared = async (
  trx: Transaction,
  jobId: string,
  renditionId: string,
): Promise<SettledScene[]> => {
  const scenes = settledOf(
    await trx
      .selectFrom('publish_scene')
      .select(settledColumns)
      .where('job_id', '=', jobId)
      .where('state', '=', 'queued')
      .forNoKeyUpdate()
      .execute(),
  );
  await trx
    .updateTable('publish_scene')
    .set({
      state: 'done',
      reused: true,
      rendition_id: renditionId,
      job_id: null,
      hold_id: null,
      finished_at: sql<Date>`now()`,
    })
    .where('job_id', '=', jobId)
    .where('state', '=', 'queued')
    .execute();
  return scenes;
};
