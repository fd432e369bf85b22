import { templateIdOf } from '../contracts/template.ts';
import { bigButton, bigButtonTall } from './big-button.ts';
import { bigClaim, bigClaimTall } from './big-claim.ts';
import { browserTour, browserTourTall } from './browser-tour.ts';
import { componentPopOut, componentPopOutTall } from './component-pop-out.ts';
import { countingStatistic, countingStatisticTall } from './counting-statistic.ts';
import { featureGrid } from './feature-grid.ts';
import { logoOutro, logoOutroTall } from './logo-outro.ts';
import { pageScroll, pageScrollTall } from './page-scroll.ts';
import { phonePage, phonePageTall } from './phone-page.ts';
import { problemStrikes, problemStrikesTall } from './problem-strikes.ts';
import { productWindow, productWindowTall } from './product-window.ts';
import { quoteAvatar, quoteAvatarTall } from './quote-avatar.ts';
import type { Template } from './template.ts';
import { threeSteps } from './three-steps.ts';

/** Every built-in template, in the order in which a library shows them. One line each: the list is the documentation. */
export const templates: readonly Template[] = [
  bigClaim,
  problemStrikes,
  productWindow,
  browserTour,
  componentPopOut,
  pageScroll,
  phonePage,
  featureGrid,
  threeSteps,
  countingStatistic,
  quoteAvatar,
  bigButton,
  logoOutro,
  bigClaimTall,
  problemStrikesTall,
  productWindowTall,
  browserTourTall,
  componentPopOutTall,
  pageScrollTall,
  phonePageTall,
  countingStatisticTall,
  quoteAvatarTall,
  bigButtonTall,
  logoOutroTall,
];

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
