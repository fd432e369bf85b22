import type { Selectable } from 'kysely';
import type { StoredImage } from '../assets/stored-image.ts';
import type { Database, Transaction } from '../database/connection.ts';
import type { BrandTable, ImageTable } from '../database/schema.gen.ts';
import type { Brand, BrandTraits } from './brand.ts';

type ImageColumn = 'storage_key' | 'mime_type' | 'width_px' | 'height_px';
type Row = Selectable<BrandTable> & { [Column in ImageColumn]: Selectable<ImageTable>[Column] | null };

const logoOf = (row: Row): StoredImage | null => {
  const { logo_sha256, storage_key, mime_type, width_px, height_px } = row;
  if (logo_sha256 === null || storage_key === null || mime_type === null || width_px === null || height_px === null)
    return null;
  return { storageKey: storage_key, sha256: logo_sha256, mimeType: mime_type, widthPx: width_px, heightPx: height_px };
};

const brandOf = (row: Row): Brand => ({
  id: row.id,
  name: row.name,
  logo: logoOf(row),
  primaryColor: row.primary_color,
  secondaryColor: row.secondary_color,
  palette: row.palette,
  fonts: { heading: row.heading_font, body: row.body_font },
  tone: row.tone,
  toneSource: row.tone_source,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const columnsOf = (traits: BrandTraits) => ({
  name: traits.name,
  logo_sha256: traits.logo?.sha256 ?? null,
  primary_color: traits.primaryColor,
  secondary_color: traits.secondaryColor,
  palette: [...traits.palette],
  heading_font: traits.fonts.heading,
  body_font: traits.fonts.body,
  tone: traits.tone,
  tone_source: traits.toneSource,
});

const selectBrands = (db: Database | Transaction, accountId: string) =>
  db
    .selectFrom('brand')
    .leftJoin('image', (join) =>
      join.onRef('image.account_id', '=', 'brand.account_id').onRef('image.sha256', '=', 'brand.logo_sha256'),
    )
    .selectAll('brand')
    .select(['image.storage_key', 'image.mime_type', 'image.width_px', 'image.height_px'])
    .where('brand.account_id', '=', accountId);

/** Null where there is none, or it is another account's. A deleted one is found: projects that have it keep it. */
export const findBrand = async (
  db: Database | Transaction,
  accountId: string,
  brandId: string,
): Promise<Brand | null> => {
  const row = await selectBrands(db, accountId).where('brand.id', '=', brandId).executeTakeFirst();
  return row === undefined ? null : brandOf(row);
};

/** A brand that is still offered. */
export const findOfferedBrand = async (db: Database, accountId: string, brandId: string): Promise<Brand | null> => {
  const row = await selectBrands(db, accountId)
    .where('brand.id', '=', brandId)
    .where('brand.deleted_at', 'is', null)
    .executeTakeFirst();
  return row === undefined ? null : brandOf(row);
};

/** Takes a brand from what is offered; false where it was not offered (any more): somebody else was first. */
export const deleteBrand = async (db: Database, accountId: string, brandId: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('brand')
    .set(({ fn }) => ({ deleted_at: fn('now') }))
    .where('account_id', '=', accountId)
    .where('id', '=', brandId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** The brand, locked until the transaction ends: two patches at once are applied one after the other. */
export const lockBrand = async (trx: Transaction, accountId: string, brandId: string): Promise<Brand | null> => {
  const row = await selectBrands(trx, accountId)
    .where('brand.id', '=', brandId)
    .where('brand.deleted_at', 'is', null)
    .forUpdate('brand')
    .executeTakeFirst();
  return row === undefined ? null : brandOf(row);
};

/** The newest brand of the account with exactly these traits, whatever its id. */
export const findEqualBrand = async (
  db: Database | Transaction,
  accountId: string,
  traits: BrandTraits,
): Promise<Brand | null> => {
  const { palette: _palette, ...columns } = columnsOf(traits);
  const query = Object.entries(columns).reduce(
    (select, [column, value]) =>
      select.where(`brand.${column as keyof typeof columns}`, 'is not distinct from', value as never),
    selectBrands(db, accountId).where('brand.deleted_at', 'is', null),
  );
  const row = await query.orderBy('brand.id', 'desc').limit(1).executeTakeFirst();
  return row === undefined ? null : brandOf(row);
};

/** Newest first. */
export const listBrands = async (
  db: Database,
  accountId: string,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly brands: readonly Brand[]; readonly total: number }> => {
  const rows = await selectBrands(db, accountId)
    .where('brand.deleted_at', 'is', null)
    .orderBy('brand.created_at', 'desc')
    .orderBy('brand.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await db
    .selectFrom('brand')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { brands: rows.map(brandOf), total };
};

export const insertBrand = async (
  trx: Transaction,
  accountId: string,
  id: string,
  traits: BrandTraits,
): Promise<void> => {
  await trx
    .insertInto('brand')
    .values({ id, account_id: accountId, ...columnsOf(traits) })
    .execute();
};

export const updateBrand = async (
  trx: Transaction,
  accountId: string,
  id: string,
  traits: BrandTraits,
): Promise<void> => {
  await trx
    .updateTable('brand')
    .set(({ fn }) => ({ ...columnsOf(traits), updated_at: fn('now') }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
};
