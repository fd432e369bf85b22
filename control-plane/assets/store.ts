import { sql } from 'kysely';
import type { Database, Transaction } from '../database/connection.ts';
import type { ImageFacts } from './image-facts.ts';
import type { StoredImage } from './stored-image.ts';

/** What an address led to, from the time of its last fetch. */
export interface KnownSource {
  readonly image: StoredImage;
  readonly facts: ImageFacts;
}

const imageColumns = [
  'image.storage_key',
  'image.sha256',
  'image.mime_type',
  'image.width_px',
  'image.height_px',
] as const;

const storedImage = (row: {
  storage_key: string;
  sha256: string;
  mime_type: StoredImage['mimeType'];
  width_px: number;
  height_px: number;
}): StoredImage => ({
  storageKey: row.storage_key,
  sha256: row.sha256,
  mimeType: row.mime_type,
  widthPx: row.width_px,
  heightPx: row.height_px,
});

/** The source as it was taken in less than an hour ago by this account; null where it has to be fetched (again). */
export const findRecentSource = async (
  db: Database | Transaction,
  accountId: string,
  sourceSha256: string,
): Promise<KnownSource | null> => {
  const row = await db
    .selectFrom('image_source')
    .innerJoin('image', (join) =>
      join
        .onRef('image.account_id', '=', 'image_source.account_id')
        .onRef('image.sha256', '=', 'image_source.image_sha256'),
    )
    .select([
      ...imageColumns,
      'image_source.mime_type as source_mime_type',
      'image_source.width_px as source_width_px',
      'image_source.height_px as source_height_px',
      'image_source.size_bytes as source_size_bytes',
    ])
    .where('image_source.account_id', '=', accountId)
    .where('image_source.source_sha256', '=', sourceSha256)
    .where('image_source.fetched_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    image: storedImage(row),
    facts: {
      mimeType: row.source_mime_type,
      widthPx: row.source_width_px,
      heightPx: row.source_height_px,
      sizeBytes: row.source_size_bytes,
    },
  };
};

/** Notes a stored picture; it may be there already. */
export const saveImage = async (trx: Transaction, accountId: string, image: StoredImage): Promise<void> => {
  await trx
    .insertInto('image')
    .values({
      account_id: accountId,
      sha256: image.sha256,
      storage_key: image.storageKey,
      mime_type: image.mimeType,
      width_px: image.widthPx,
      height_px: image.heightPx,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'sha256']).doNothing())
    .execute();
};

/** Keeps the image and what its source was; both may be there already. */
export const saveSource = async (
  trx: Transaction,
  accountId: string,
  sourceSha256: string,
  { image, facts }: KnownSource,
): Promise<void> => {
  await saveImage(trx, accountId, image);
  const source = {
    image_sha256: image.sha256,
    mime_type: facts.mimeType,
    width_px: facts.widthPx,
    height_px: facts.heightPx,
    size_bytes: facts.sizeBytes,
    fetched_at: sql<Date>`now()`,
  };
  await trx
    .insertInto('image_source')
    .values({ account_id: accountId, source_sha256: sourceSha256, ...source })
    .onConflict((conflict) => conflict.columns(['account_id', 'source_sha256']).doUpdateSet(source))
    .execute();
};
