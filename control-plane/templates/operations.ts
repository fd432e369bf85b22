import type { TemplateManifest } from '@reelyard/shared/contracts/template.ts';
import { notFound } from '../http/refusal.ts';
import { selectTemplates, type TemplateQuery } from './template-query.ts';
import { type TemplateDetail, type TemplateView, templateDetail, templateView } from './template-view.ts';

/** The catalog, as narrow as the control plane needs it: manifests only. */
export interface TemplateCatalog {
  readonly manifests: readonly TemplateManifest[];
  /** By id (`tpl_…`) or slug; null where there is none. */
  find(idOrSlug: string): TemplateManifest | null;
  /** The pinned version of a scene's template. Throws where the catalog no longer has it. */
  at(slug: string, version: number): TemplateManifest;
}

/** Templates as callers see them: the published ones (S15). */
export const templateOperations = ({ catalog }: { catalog: TemplateCatalog }) => {
  const views = catalog.manifests.map(templateView);
  return {
    list: (query: TemplateQuery): { page: TemplateView[]; total: number } => selectTemplates(views, query),

    /** By id or slug; throws a `not_found` refusal. */
    get(idOrSlug: string): TemplateDetail {
      const manifest = catalog.find(idOrSlug);
      if (manifest === null) throw notFound('template');
      return templateDetail(manifest);
    },
  };
};
export type TemplateOperations = ReturnType<typeof templateOperations>;
