import type { Database } from '../database/connection.ts';

export interface TemplateRelease {
  readonly status: 'draft' | 'published' | 'archived';
  readonly active: boolean;
}

/** Slugs that are not offered: unpublished or inactive (S15). */
export const listWithheld = async (db: Database): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('template_release')
    .select('slug')
    .where((row) => row.or([row('status', '<>', 'published'), row('active', '=', false)]))
    .execute();
  return new Set(rows.map(({ slug }) => slug));
};

/** What is said of each template; one that is not among them is published and active: that is how it ships. */
export const listReleases = async (db: Database): Promise<ReadonlyMap<string, TemplateRelease>> => {
  const rows = await db.selectFrom('template_release').select(['slug', 'status', 'active']).execute();
  return new Map(rows.map(({ slug, ...release }) => [slug, release]));
};

export const saveRelease = async (db: Database, slug: string, { status, active }: TemplateRelease): Promise<void> => {
  await db
    .insertInto('template_release')
    .values({ slug, status, active })
    .onConflict((conflict) =>
      conflict.column('slug').doUpdateSet(({ fn }) => ({ status, active, updated_at: fn('now') })),
    )
    .execute();
};
