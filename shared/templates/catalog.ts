import { templateIdOf } from '../contracts/template.ts';
import { bigClaim, bigClaimTall } from './big-claim.ts';
import type { Template } from './template.ts';

/** Every built-in template, in the order in which a library shows them. One line each: the list is the documentation. */
export const templates: readonly Template[] = [bigClaim, bigClaimTall];

/** The newest version of the template with this id (`tpl_<slug>`) or slug. */
export const findTemplate = (idOrSlug: string): Template | null =>
  templates
    .filter(({ manifest }) => manifest.slug === idOrSlug || templateIdOf(manifest.slug) === idOrSlug)
    .reduce<Template | null>(
      (newest, template) =>
        newest === null || template.manifest.version > newest.manifest.version ? template : newest,
      null,
    );

/** The template that a scene pinned; throws where this node does not have that version. */
export const getTemplate = (slug: string, version: number): Template => {
  const found = templates.find(({ manifest }) => manifest.slug === slug && manifest.version === version);
  if (found === undefined) throw new Error(`template ${slug} version ${version} is not in the catalog`);
  return found;
};
