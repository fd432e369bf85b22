import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/connection.ts';
import { exportSubject } from '../publish-price.ts';
import { liveStates, type PublishState } from '../publish-state.ts';
import { type Music, noMusic, type Publish } from '../snapshot.ts';

type PublishRow = Awaited<ReturnType<ReturnType<typeof selectPublishes>['executeTakeFirstOrThrow']>>;

const selectPublishes = (db: Database) => db.selectFrom('publish').selectAll('publish');

const publishOf = (row: PublishRow): Publish => ({
  id: row.id,
  projectId: row.project_id,
  accountId: row.account_id,
  keyId: row.api_key_id,
  userId: row.web_user_id,
  environment: row.environment,
  kind: row.kind,
  state: row.state,
  title: row.title,
  aspectRatio: row.aspect_ratio,
  quality: row.quality,
  requestedQuality: row.requested_quality,
  format: row.format,
  watermark: row.watermark,
  music: (row.music as Music | null) ?? noMusic,
  voiceId: row.voice_id,
  includeSoundEffects: row.include_sound_effects,
  bodyHash: row.body_hash,
  outputHash: row.output_hash,
  scriptHash: row.script_hash,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export const insertPublish = async (
  trx: Transaction,
  publish: Omit<Publish, 'createdAt' | 'updatedAt'>,
  { isExportCounted }: { readonly isExportCounted: boolean },
): Promise<void> => {
  await trx
    .insertInto('publish')
    .values({
      id: publish.id,
      project_id: publish.projectId,
      account_id: publish.accountId,
      api_key_id: publish.keyId,
      web_user_id: publish.userId,
      environment: publish.environment,
      kind: publish.kind,
      state: publish.state,
      title: publish.title,
      aspect_ratio: publish.aspectRatio,
      quality: publish.quality,
      requested_quality: publish.requestedQuality,
      format: publish.format,
      watermark: publish.watermark,
      music: JSON.stringify(publish.music),
      voice_id: publish.voiceId,
      include_sound_effects: publish.includeSoundEffects,
      body_hash: publish.bodyHash,
      output_hash: publish.outputHash,
      script_hash: publish.scriptHash,
      export_counted: isExportCounted,
    })
    .execute();
};

export const findPublish = async (db: Database, publishId: string): Promise<Publish | null> => {
  const row = await selectPublishes(db).where('id', '=', publishId).executeTakeFirst();
  return row ? publishOf(row) : null;
};

/** A publish that is known to be there. */
export const getPublish = async (db: Database, publishId: string): Promise<Publish> =>
  publishOf(await selectPublishes(db).where('id', '=', publishId).executeTakeFirstOrThrow());

/** The publish or render of a project that is under way. */
export const findLivePublish = async (db: Database, projectId: string): Promise<Publish | null> => {
  const row = await selectPublishes(db)
    .where('project_id', '=', projectId)
    .where('state', 'in', liveStates)
    .executeTakeFirst();
  return row ? publishOf(row) : null;
};

/** The publish that a project's status tells of: the one asked for last. */
export const findLatestPublish = async (db: Database, projectId: string): Promise<Publish | null> => {
  const row = await selectPublishes(db)
    .where('project_id', '=', projectId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? publishOf(row) : null;
};

export const countPublishes = async (db: Database, projectId: string): Promise<number> =>
  (
    await db
      .selectFrom('publish')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('project_id', '=', projectId)
      .where('kind', '=', 'publish')
      .executeTakeFirstOrThrow()
  ).count;

/**
 * N18: a finished publish of this project whose file is exactly what is asked for now. Not one with a scene that was
 * drawn again since (N32), or with a narration that was spoken
 * again or is (S87): that was asked for because the file is not liked.
 */
export const findPublishOfOutput = async (
  trx: Transaction,
  projectId: string,
  outputHash: string,
): Promise<Publish | null> => {
  const row = await selectPublishes(trx)
    .where('project_id', '=', projectId)
    .where('output_hash', '=', outputHash)
    .where('state', '=', 'completed')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('publish_scene as scene')
            .innerJoin('rendition', 'rendition.id', 'scene.rendition_id')
            .select('rendition.id')
            .whereRef('scene.publish_id', '=', 'publish.id')
            .whereRef('rendition.created_at', '>', 'publish.finished_at'),
        ),
      ),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('narration_take as take')
            .select('take.id')
            .whereRef('take.account_id', '=', 'publish.account_id')
            .whereRef('take.script_hash', '=', 'publish.script_hash')
            .where((take) =>
              take.or([
                take('take.state', '=', 'building'),
                take('take.made_at', '>', take.ref('publish.finished_at')),
              ]),
            ),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? publishOf(row) : null;
};

/** Makes a finished publish the one that the project's status tells of. */
export const touchRequested = async (trx: Transaction, publishId: string): Promise<void> => {
  await trx.updateTable('publish').set({ requested_at: sql<Date>`now()` }).where('id', '=', publishId).execute();
};

/**
 * Locks a publish for a step of it. The project's row is locked first: publishing, editing and every completion take
 * their locks in the order job, project, publish, balance.
 */
export const lockPublish = async (trx: Transaction, publishId: string): Promise<Publish> => {
  await sql`select 1 from project where id = (select project_id from publish where id = ${publishId}) for no key update`.execute(
    trx,
  );
  return publishOf(await selectPublishes(trx).where('id', '=', publishId).forNoKeyUpdate().executeTakeFirstOrThrow());
};

/** Compare-and-set of a publish's state; false where it was elsewhere. */
export const movePublish = async (
  trx: Transaction,
  publishId: string,
  from: PublishState,
  to: PublishState,
): Promise<boolean> => {
  const isOver = !(liveStates as readonly PublishState[]).includes(to);
  const row = await trx
    .updateTable('publish')
    .set({ state: to, updated_at: sql<Date>`now()`, ...(isOver ? { finished_at: sql<Date>`now()` } : {}) })
    .where('id', '=', publishId)
    .where('state', '=', from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** Publishes that wait, or will wait, for this take. */
export const publishesOfScript = async (db: Database, accountId: string, scriptHash: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('publish')
    .select('id')
    .where('account_id', '=', accountId)
    .where('script_hash', '=', scriptHash)
    .where('state', 'in', ['rendering', 'narrating'])
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
};

/** The open hold of a publish's export, which was set aside before there was an export. */
export const findExportHold = async (db: Database, publishId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('credit_hold')
      .select('id')
      .where('id', '=', exportSubject(publishId))
      .where('state', '=', 'open')
      .executeTakeFirst()
  )?.id ?? null;

/** Compare-and-set: true once, where the export of a publish was counted against the plan. */
export const takeExportCount = async (trx: Transaction, publishId: string): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('publish')
    .set({ export_counted: false })
    .where('id', '=', publishId)
    .where('export_counted', '=', true)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** What was set aside for a publish, by what it is for. */
export const listReserved = async (
  db: Database,
  publishId: string,
): Promise<{ action: string; units: number; credits: number }[]> =>
  db
    .selectFrom('credit_hold')
    .select([
      sql<string>`action`.as('action'),
      sql<number>`count(*)::int`.as('units'),
      sql<number>`sum(plan_credits + purchased_credits)::int`.as('credits'),
    ])
    .where('id', 'like', `publish:${publishId}:%`)
    .groupBy('action')
    .orderBy('action', 'desc')
    .execute();

/** What holds that were just made take from each bucket. */
export const splitOfHolds = async (
  trx: Transaction,
  holdIds: readonly string[],
): Promise<{ plan: number; purchased: number }> =>
  trx
    .selectFrom('credit_hold')
    .select([
      sql<number>`coalesce(sum(plan_credits), 0)::int`.as('plan'),
      sql<number>`coalesce(sum(purchased_credits), 0)::int`.as('purchased'),
    ])
    .where('id', '=', sql<string>`any(${holdIds}::text[])`)
    .executeTakeFirstOrThrow();
