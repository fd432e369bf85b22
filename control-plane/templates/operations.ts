import type { Database } from '../database/connection.ts';
import { notFound } from '../http/refusal.ts';
import { listWithheld, saveRelease, type TemplateRelease } from './store.ts';
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

    /** Publishes, archives, switches on or off. Scenes that have the template keep it. Throws a `not_found` refusal. */
    async setRelease(idOrSlug: string, release: TemplateRelease): Promise<void> {
      const manifest = catalog.find(idOrSlug);
      if (manifest === null) throw notFound('template');
      await saveRelease(db, manifest.slug, release);
    },
  };
};
export type TemplateOperations = ReturnType<typeof templateOperations>;
