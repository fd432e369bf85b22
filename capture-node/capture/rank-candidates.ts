import { createHash } from 'node:crypto';
import { type ComponentRole, maxCandidates } from '@reelyard/shared/contracts/capture.ts';
import { areaOf, sharedArea, shareWithin } from './component-box.ts';
import { stemsOf } from './folded-text.ts';
import type { FoundComponent, PageSize } from './in-page/component-probe.ts';

/** A found component with what speaks for it. */
export interface RankedComponent {
  readonly found: FoundComponent;
  readonly id: string;
  /** 0…1 */
  readonly score: number;
  /** Which of the caller's focus words name it best; null where none does. */
  readonly focus: { readonly index: number; readonly match: number } | null;
}

/** How much a part of this meaning tells in a video by itself. */
const roleWeights: Readonly<Record<ComponentRole, number>> = {
  hero: 1,
  chart: 0.97,
  dialog: 0.95,
  table: 0.88,
  card: 0.84,
  form: 0.8,
  media: 0.68,
  heading: 0.66,
  list: 0.6,
  section: 0.52,
  navigation: 0.46,
  button: 0.4,
};

/** Words that callers use for a meaning; stems are compared. */
const roleWords: Readonly<Record<ComponentRole, string>> = {
  hero: 'hero headline banner intro top',
  chart: 'chart graph plot diagram trend visualization',
  dialog: 'dialog modal popup',
  table: 'table grid rows list',
  card: 'card tile panel box',
  form: 'form input field sign up signup subscribe newsletter register search checkout login email contact',
  media: 'image photo picture video screenshot',
  heading: 'heading title headline',
  list: 'list items',
  section: 'section',
  navigation: 'navigation menu nav sidebar header',
  button: 'button cta action',
};

/** At most this many of one meaning: twelve cards of a shop would leave no room for anything else. */
const perRole: Readonly<Partial<Record<ComponentRole, number>>> = {
  button: 2,
  heading: 3,
  navigation: 2,
  section: 3,
  media: 4,
};
const perRoleOtherwise = 6;

const sizeFactor = ({ box, role }: FoundComponent, page: PageSize): number => {
  const share = areaOf(box) / (page.screenWidth * page.screenHeight);
  if (role === 'heading' || role === 'button') return 0.7 + Math.min(0.3, share * 8);
  // Best between a twelfth and a half of the window: smaller is hard to read, larger is the page itself.
  if (share < 0.08) return 0.35 + 0.65 * Math.sqrt(share / 0.08);
  return share <= 0.5 ? 1 : Math.max(0.35, 1 - (share - 0.5) * 0.7);
};

/** Parts that stand off from their ground lift well; flat ones carry their ground with them. */
const contrastFactor = ({ look }: FoundComponent): number => {
  const step = Math.max(...([0, 1, 2] as const).map((index) => Math.abs(look.ground[index] - look.around[index])));
  const edge = (look.isBordered ? 0.05 : 0) + (look.isShadowed ? 0.07 : 0) + (look.isRounded ? 0.03 : 0);
  return 0.85 + Math.min(0.15, edge + Math.min(0.1, step / 400));
};

const placeFactor = ({ box }: FoundComponent, page: PageSize): number =>
  1 - Math.min(0.25, Math.max(0, box.y - page.screenHeight * 0.6) / (page.screenHeight * 12));

const shownFactor = ({ shownShare }: FoundComponent): number =>
  shownShare >= 0.98 ? 1 : shownShare * shownShare * 0.6;

const sayingFactor = ({ role, text, label }: FoundComponent): number =>
  text === '' && label === '' && role !== 'chart' && role !== 'media' ? 0.5 : 1;

/** A large title says more than a small one; 48 px is as good as any. */
const titleFactor = ({ role, fontSizePx }: FoundComponent): number =>
  role === 'heading' ? Math.min(1, 0.6 + fontSizePx / 120) : 1;

const generalScore = (found: FoundComponent, page: PageSize): number =>
  roleWeights[found.role] *
  sizeFactor(found, page) *
  contrastFactor(found) *
  placeFactor(found, page) *
  shownFactor(found) *
  sayingFactor(found) *
  titleFactor(found);

const agree = (a: string, b: string): boolean =>
  a === b || (a.length >= 4 && b.length >= 4 && (a.startsWith(b) || b.startsWith(a)));

/**
 * How well words name a component, 0…1: found in its title they count most, then in its meaning and names, least in its
 * text; a long text that happens to hold a word is about something else.
 */
export const focusMatch = (words: string, found: FoundComponent): number => {
  const wanted = stemsOf(words);
  if (wanted.length === 0) return 0;
  const label = stemsOf(found.label);
  const names = stemsOf(`${found.names.replace(/[-_]/g, ' ')} ${roleWords[found.role]}`);
  const text = stemsOf(found.text);
  const dilution = Math.max(0.25, 1 - text.length / 220);
  let sum = 0;
  for (const stem of wanted) {
    if (label.some((have) => agree(have, stem))) sum += 1;
    else if (names.some((have) => agree(have, stem))) sum += 0.85;
    else if (text.some((have) => agree(have, stem))) sum += 0.7 * dilution;
  }
  const tightness = label.length === 0 ? 0 : Math.min(1, wanted.length / label.length);
  return Math.min(1, (sum / wanted.length) * (0.9 + 0.1 * tightness));
};

const leastMatch = 0.5;

const focusOf = (focus: readonly string[], found: FoundComponent): RankedComponent['focus'] => {
  let best: RankedComponent['focus'] = null;
  for (const [index, words] of focus.entries()) {
    const match = focusMatch(words, found);
    if (match >= leastMatch && match > (best?.match ?? 0)) best = { index, match };
  }
  return best;
};

/** The same part of the same page has the same id in every capture: it is made of where the part stands and what it means. */
const idOf = ({ selector, role }: FoundComponent): string =>
  `cmp_${BigInt(`0x${createHash('sha256').update(`${role}\n${selector}`).digest('hex').slice(0, 16)}`).toString(36)}`;

const isTwin = (a: RankedComponent, b: RankedComponent): boolean => {
  const shared = sharedArea(a.found.box, b.found.box);
  const smaller = Math.min(areaOf(a.found.box), areaOf(b.found.box));
  const larger = Math.max(areaOf(a.found.box), areaOf(b.found.box));
  // One in the other is of use where they differ clearly in size: a title in its hero, a chart in its panel is not.
  return shared / Math.max(1, smaller) > 0.6 ? smaller / larger > 0.33 : shared / Math.max(1, smaller) > 0.15;
};

const isRequested = ({ found }: RankedComponent): boolean => found.requestedBy !== null;

/** Keeps the best of parts that are nearly the same, and no more of one meaning than help a choice. */
const thinned = (ranked: readonly RankedComponent[]): RankedComponent[] => {
  const kept: RankedComponent[] = [];
  const counts = new Map<ComponentRole, number>();
  for (const component of ranked) {
    if (kept.length >= maxCandidates) break;
    const { role } = component.found;
    const count = counts.get(role) ?? 0;
    const inside = kept.filter((other) => shareWithin(component.found.box, other.found.box) > 0.9).length;
    const isWanted = isRequested(component);
    if (!isWanted && kept.some((other) => isTwin(component, other))) continue;
    if (!isWanted && component.focus === null && (inside >= 2 || count >= (perRole[role] ?? perRoleOtherwise)))
      continue;
    kept.push(component);
    counts.set(role, count + 1);
  }
  return kept;
};

const isUsable = ({ box, shownShare }: FoundComponent, page: PageSize): boolean =>
  shownShare >= 0.5 && box.width >= 24 && box.height >= 12 && box.x > -2 && box.x + box.width <= page.width + 2;

/**
 * RULE (S70): the parts of a page that are worth lifting off it, best first, at most twelve: those that selectors name,
 * then those that focus words name, then by meaning, size, contrast and place.
 */
export const rankCandidates = (
  probe: { readonly page: PageSize; readonly components: readonly FoundComponent[] },
  wishes: { readonly focus: readonly string[] },
): RankedComponent[] => {
  const ranked = probe.components
    .filter((found) => found.requestedBy !== null || isUsable(found, probe.page))
    .map((found) => {
      const general = Math.min(1, generalScore(found, probe.page));
      const focus = focusOf(wishes.focus, found);
      const score =
        found.requestedBy !== null
          ? 1
          : focus === null
            ? general
            : Math.min(0.99, 0.5 + focus.match * 0.35 + general * 0.14);
      return {
        found,
        id: idOf(found),
        score:
          Math.round(
            (wishes.focus.length > 0 && focus === null && found.requestedBy === null ? score * 0.5 : score) * 1_000,
          ) / 1_000,
        focus,
      };
    });
  const order = (component: RankedComponent): number =>
    isRequested(component) ? -100 + (component.found.requestedBy ?? 0) : 0;
  ranked.sort(
    (a, b) =>
      order(a) - order(b) || b.score - a.score || a.found.box.y - b.found.box.y || a.found.box.x - b.found.box.x,
  );
  const ids = new Set<string>();
  return thinned(ranked).filter(({ id }) => !ids.has(id) && ids.add(id));
};
