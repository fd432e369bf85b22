import { type Selectable, sql } from 'kysely';
import type { StoredImage } from '../assets/stored-image.ts';
import type { Database, Transaction } from '../database/connection.ts';
import type { BrandTable, ImageTable } from '../database/schema.gen.ts';
import { type Brand, type BrandDraft, givableTraits } from './brand.ts';

type JoinedImage = Pick<Selectable<ImageTable>, 'sha256' | 'storage_key' | 'mime_type' | 'width_px' | 'height_px'>;
type Row = Selectable<BrandTable> & {
  readonly logo: JoinedImage | null;
  readonly logo_dark: JoinedImage | null;
  readonly icon: JoinedImage | null;
};

const imageOf = (row: JoinedImage | null): StoredImage | null =>
  row === null
    ? null
    : {
        storageKey: row.storage_key,
        sha256: row.sha256,
        mimeType: row.mime_type,
        widthPx: row.width_px,
        heightPx: row.height_px,
      };

const originOf = (row: Row): Brand['origin'] =>
  row.website_url === null || row.domain === null
    ? null
    : {
        websiteUrl: row.website_url,
        domain: row.domain,
        logoDark: imageOf(row.logo_dark),
        icon: imageOf(row.icon),
        given: givableTraits.filter((trait) => row.given.includes(trait)),
        isSiteBrand: row.is_site_brand,
        fetchedAt: row.fetched_at,
      };

const brandOf = (row: Row): Brand => ({
  id: row.id,
  name: row.name,
  logo: imageOf(row.logo),
  primaryColor: row.primary_color,
  secondaryColor: row.secondary_color,
  palette: row.palette,
  fonts: { heading: row.heading_font, body: row.body_font },
  tone: row.tone,
  toneSource: row.tone_source,
  origin: originOf(row),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Everything that makes two brands equal. */
const traitColumns = (draft: BrandDraft) => ({
  name: draft.name,
  logo_sha256: draft.logo?.sha256 ?? null,
  primary_color: draft.primaryColor,
  secondary_color: draft.secondaryColor,
  heading_font: draft.fonts.heading,
  body_font: draft.fonts.body,
  tone: draft.tone,
  tone_source: draft.toneSource,
  domain: draft.origin?.domain ?? null,
  is_site_brand: draft.origin?.isSiteBrand ?? false,
});

const columnsOf = (draft: BrandDraft) => ({
  ...traitColumns(draft),
  palette: [...draft.palette],
  source: draft.origin === null ? ('manual' as const) : ('website' as const),
  website_url: draft.origin?.websiteUrl ?? null,
  logo_dark_sha256: draft.origin?.logoDark?.sha256 ?? null,
  icon_sha256: draft.origin?.icon?.sha256 ?? null,
  given: [...(draft.origin?.given ?? [])],
  fetched_at: draft.origin?.fetchedAt ?? null,
});

/** An image of the brand as one member of its row. */
const joinedImage = (column: 'logo_sha256' | 'logo_dark_sha256' | 'icon_sha256') =>
  sql<JoinedImage | null>`(select row_to_json(image) from image
                            where image.account_id = brand.account_id and image.sha256 = ${sql.ref(`brand.${column}`)})`;

const selectBrands = (db: Database | Transaction, accountId: string) =>
  db
    .selectFrom('brand')
    .selectAll('brand')
    .select([
      joinedImage('logo_sha256').as('logo'),
      joinedImage('logo_dark_sha256').as('logo_dark'),
      joinedImage('icon_sha256').as('icon'),
    ])
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
  traits: BrandDraft,
): Promise<Brand | null> => {
  const columns = traitColumns(traits);
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
  draft: BrandDraft,
): Promise<void> => {
  await trx
    .insertInto('brand')
    .values({ id, account_id: accountId, ...columnsOf(draft) })
    .execute();
};

export const updateBrand = async (
  trx: Transaction,
  accountId: string,
  id: string,
  draft: BrandDraft,
): Promise<void> => {
  await trx
    .updateTable('brand')
    .set(({ fn }) => ({ ...columnsOf(draft), updated_at: fn('now') }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
};

/** The account's brand of a website; null where there is none. */
export const findWebsiteBrand = async (
  db: Database | Transaction,
  accountId: string,
  domain: string,
): Promise<Brand | null> => {
  const row = await selectBrands(db, accountId)
    .where('brand.deleted_at', 'is', null)
    .where('brand.domain', '=', domain)
    .where('brand.is_site_brand', '=', true)
    .executeTakeFirst();
  return row === undefined ? null : brandOf(row);
};

/** Until the transaction ends nobody else makes a brand of this website: two requests at once make one. */
export const lockWebsite = async (trx: Transaction, accountId: string, domain: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`brand:${accountId}:${domain}`}, 0))`.execute(trx);
};
