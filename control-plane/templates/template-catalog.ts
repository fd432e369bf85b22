import { type TemplateManifest, templateIdOf } from '@reelyard/shared/contracts/template.ts';

/** The templates that ship with the farm, as narrow as the control plane needs them: their manifests. */
export interface TemplateCatalog {
  /** The newest version of each: what callers are offered (S15). */
  readonly manifests: readonly TemplateManifest[];
  /** The newest version by id (`tpl_…`) or slug; null where there is none. */
  find(idOrSlug: string): TemplateManifest | null;
  /** The pinned version of a scene's template. Throws where the catalog no longer has it. */
  at(slug: string, version: number): TemplateManifest;
}

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
