import type { TemplateManifest } from '@reelyard/shared/contracts/template.ts';
import type { Database } from '../database/connection.ts';
import { notFound } from '../http/refusal.ts';
import { listReleases, listWithheld, saveRelease, type TemplateRelease } from './store.ts';
import { type OfferedTemplates, offeredTemplates, type TemplateCatalog } from './template-catalog.ts';
import { selectTemplates, type TemplateQuery } from './template-query.ts';
import {
  type TemplateDetail,
  type TemplateFiles,
  type TemplateView,
  templateDetail,
  templateView,
} from './template-view.ts';

export interface TemplateDeps {
  readonly db: Database;
  readonly catalog: TemplateCatalog;
  /** Where the picture and the film of a template are shown. */
  readonly filesOf: (slug: string) => TemplateFiles;
}

/** How a template is that nothing was said of. */
const shipped: TemplateRelease = { status: 'published', active: true };

/** Templates as callers see them: the published and active ones (S15). */
export const templateOperations = ({ db, catalog, filesOf }: TemplateDeps) => {
  const offered = async (): Promise<OfferedTemplates> => offeredTemplates(catalog, await listWithheld(db));

  return {
    offered,

    async list(query: TemplateQuery): Promise<{ page: TemplateView[]; total: number }> {
      const { manifests } = await offered();
      return selectTemplates(
        manifests.map((manifest) => templateView(manifest, filesOf(manifest.slug))),
        query,
      );
    },

    /** By id or slug; throws a `not_found` refusal. */
    async get(idOrSlug: string): Promise<TemplateDetail> {
      const manifest = (await offered()).find(idOrSlug);
      if (manifest === null) throw notFound('template');
      return templateDetail(manifest, filesOf(manifest.slug));
    },

    /**
     * Publishes, archives, switches on or off. Scenes that have the template keep it. False where it was so before.
     * Throws a `not_found` refusal.
     */
    async setRelease(idOrSlug: string, release: TemplateRelease, trx: Database = db): Promise<boolean> {
      const manifest = catalog.find(idOrSlug);
      if (manifest === null) throw notFound('template');
      const { status, active } = (await listReleases(trx)).get(manifest.slug) ?? shipped;
      if (status === release.status && active === release.active) return false;
      await saveRelease(trx, manifest.slug, release);
      return true;
    },

    /** Every template of the catalog, offered or not. */
    async listReleases(): Promise<{ manifest: TemplateManifest; release: TemplateRelease }[]> {
      const releases = await listReleases(db);
      return catalog.manifests.map((manifest) => ({ manifest, release: releases.get(manifest.slug) ?? shipped }));
    },
  };
};
export type TemplateOperations = ReturnType<typeof templateOperations>;
