import { notFound } from '../http/refusal.ts';
import type { TemplateCatalog } from './template-catalog.ts';
import { selectTemplates, type TemplateQuery } from './template-query.ts';
import { type TemplateDetail, type TemplateView, templateDetail, templateView } from './template-view.ts';

export interface TemplateDeps {
  readonly catalog: TemplateCatalog;
  /** Where the picture of a template is shown. */
  readonly thumbnailUrl: (slug: string) => string;
}

/** Templates as callers see them: the published ones (S15). */
export const templateOperations = ({ catalog, thumbnailUrl }: TemplateDeps) => {
  const views = catalog.manifests.map((manifest) => templateView(manifest, thumbnailUrl(manifest.slug)));
  return {
    list: (query: TemplateQuery): { page: TemplateView[]; total: number } => selectTemplates(views, query),

    /** By id or slug; throws a `not_found` refusal. */
    get(idOrSlug: string): TemplateDetail {
      const manifest = catalog.find(idOrSlug);
      if (manifest === null) throw notFound('template');
      return templateDetail(manifest, thumbnailUrl(manifest.slug));
    },
  };
};
export type TemplateOperations = ReturnType<typeof templateOperations>;
