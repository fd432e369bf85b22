import { sql } from 'kysely';
import type { Transaction } from '../../database/connection.ts';
import type { KnownRenditions } from '../changed-scenes.ts';
import type { SceneSnapshot } from '../snapshot.ts';

export interface Owner {
  readonly accountId: string;
  readonly environment: 'live' | 'test';
}

/** Renditions that are there, and inputs that were paid for: by a rendition, or by a charge without one (N51). */
export const findKnownRenditions = async (
  trx: Transaction,
  owner: Owner,
  scenes: readonly Pick<SceneSnapshot, 'inputHash' | 'renditionHash'>[],
): Promise<KnownRenditions> => {
  if (scenes.length === 0) return { renditionIds: new Map(), paidInputHashes: new Set() };
  const inputHashes = scenes.map((scene) => scene.inputHash);
  const renditions = await trx
    .selectFrom('rendition')
    .select(['id', 'rendition_hash', 'input_hash'])
    .where('account_id', '=', owner.accountId)
    .where('environment', '=', owner.environment)
    .where('input_hash', 'in', inputHashes)
    .execute();
  const charged = await trx
    .selectFrom('publish_scene')
    .innerJoin('publish', 'publish.id', 'publish_scene.publish_id')
    .leftJoin('credit_hold', 'credit_hold.id', 'publish_scene.hold_id')
    .select('publish_scene.input_hash')
    .distinct()
    .where('publish.account_id', '=', owner.accountId)
    .where('publish_scene.input_hash', 'in', inputHashes)
    // Charged, or counted against the plan and kept: both are paid once, whatever became of the scene.
    .where((row) =>
      row.or([
        row('credit_hold.state', '=', 'charged'),
        row.and([row('publish_scene.state', '=', 'failed'), row('publish_scene.counted_as', 'is not', null)]),
      ]),
    )
    .execute();
  return {
    renditionIds: new Map(renditions.map((row) => [row.rendition_hash, row.id])),
    paidInputHashes: new Set([...renditions, ...charged].map((row) => row.input_hash)),
  };
};

export interface NewRendition extends Owner {
  readonly id: string;
  readonly renditionHash: string;
  readonly inputHash: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly mezzanineKey: string;
  readonly posterKey: string;
  readonly frameCount: number;
  readonly durationSeconds: number;
  readonly encoder: string;
  readonly parameterSetsHash: string;
  readonly renderMs: number;
}

/**
 * Stores what a job drew; where another job drew the same meanwhile, that one stays. A rendition that was there before
 * the job was queued is replaced: the job exists because somebody wanted it drawn again (N32).
 *
 * @returns the id of the one that counts
 */
export const insertRendition = async (trx: Transaction, jobId: string, rendition: NewRendition): Promise<string> => {
  const drawn = {
    mezzanine_key: rendition.mezzanineKey,
    poster_key: rendition.posterKey,
    frame_count: rendition.frameCount,
    duration_seconds: rendition.durationSeconds,
    encoder: rendition.encoder,
    parameter_sets_hash: rendition.parameterSetsHash,
    render_ms: rendition.renderMs,
  };
  await trx
    .insertInto('rendition')
    .values({
      id: rendition.id,
      account_id: rendition.accountId,
      environment: rendition.environment,
      rendition_hash: rendition.renditionHash,
      input_hash: rendition.inputHash,
      width_px: rendition.widthPx,
      height_px: rendition.heightPx,
      ...drawn,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'environment', 'rendition_hash'])
        .doUpdateSet({ ...drawn, created_at: sql<Date>`now()` })
        .where('rendition.created_at', '<', (where) =>
          where.selectFrom('job').select('job.created_at').where('job.id', '=', jobId),
        ),
    )
    .execute();
  const row = await trx
    .selectFrom('rendition')
    .select('id')
    .where('account_id', '=', rendition.accountId)
    .where('environment', '=', rendition.environment)
    .where('rendition_hash', '=', rendition.renditionHash)
    .executeTakeFirstOrThrow();
  return row.id;
};
