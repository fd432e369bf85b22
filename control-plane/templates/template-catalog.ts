import { type TemplateManifest, templateIdOf } from '@reelyard/shared/contracts/template.ts';

/** The templates that ship with the farm, as narrow as the control plane needs them: their manifests. */
export interface TemplateCatalog {
  /** The newest version of each. */
  readonly manifests: readonly TemplateManifest[];
  /** The newest version by id (`tpl_…`) or slug; null where there is none. */
  find(idOrSlug: string): TemplateManifest | null;
  /** The pinned version of a scene's template. Throws where the catalog no longer has it. */
  at(slug: string, version: number): TemplateManifest;
}

/** What of a catalog callers may see and use in new scenes (S15). */
export type OfferedTemplates = Pick<TemplateCatalog, 'manifests' | 'find'>;

/** The catalog without the slugs that are withheld: unpublished or inactive. */
export const offeredTemplates = (all: OfferedTemplates, withheld: ReadonlySet<string>): OfferedTemplates => ({
  manifests: all.manifests.filter(({ slug }) => !withheld.has(slug)),
  find(idOrSlug) {
    const manifest = all.find(idOrSlug);
    return manifest === null || withheld.has(manifest.slug) ? null : manifest;
  },
});

/** A catalog of manifests; an older version stays for the scenes that are pinned to it and is not offered any more. */
export const templateCatalog = (all: readonly TemplateManifest[]): TemplateCatalog => {
  const manifests = all.filter(
    ({ slug, version }) => !all.some((other) => other.slug === slug && other.version > version),
  );
  return {
    manifests,
    find: (idOrSlug) => manifests.find(({ slug }) => slug === idOrSlug || templateIdOf(slug) === idOrSlug) ?? null,
    at(slug, version) {
      const found = all.find((manifest) => manifest.slug === slug && manifest.version === version);
      if (found === undefined) throw new Error(`the template ${slug} has no version ${version}`);
      return found;
    },
  };
};
