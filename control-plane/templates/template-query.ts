import { aspectRatioSchema } from '@reelyard/shared/contracts/render-format.ts';
import { beatSchema } from '@reelyard/shared/contracts/template.ts';
import { z } from 'zod';
import { pageQuery } from '../http/envelope.ts';
import type { TemplateView } from './template-view.ts';

/** The query of GET /templates (S32, N19): what is out of range is refused, what is unknown is ignored. */
export const templateQuerySchema = z.object({
  ...pageQuery,
  aspectRatio: aspectRatioSchema.optional(),
  category: z.string().optional(),
  search: z.string().max(200).optional(),
  beat: beatSchema.optional(),
  requiresUiCapture: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
  maxSeconds: z.coerce.number().positive().optional(),
  tag: z.string().optional(),
  sort: z.enum(['name', 'duration', 'category']).default('name'),
});
export type TemplateQuery = z.infer<typeof templateQuerySchema>;

const folded = (text: string): string => text.normalize('NFKC').toLowerCase().trim();

/** Every word of the search must occur somewhere in what describes the template. */
const matchesSearch = (template: TemplateView, search: string): boolean => {
  const { name, slug, description, category, tags, storyboard } = template;
  const text = folded(
    [name, slug, description, category, ...tags, storyboard.bestUsedAs, ...storyboard.fitsBeats].join('\n'),
  );
  return folded(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
};

const matchesFilters = (template: TemplateView, query: TemplateQuery): boolean =>
  (query.aspectRatio === undefined || template.aspectRatio === query.aspectRatio) &&
  (query.category === undefined || folded(template.category) === folded(query.category)) &&
  (query.beat === undefined || template.storyboard.fitsBeats.includes(query.beat)) &&
  (query.requiresUiCapture === undefined || template.requiresUiCapture === query.requiresUiCapture) &&
  (query.maxSeconds === undefined || template.durationSeconds <= query.maxSeconds) &&
  (query.tag === undefined || template.tags.some((tag) => folded(tag) === folded(query.tag ?? ''))) &&
  (query.search === undefined || matchesSearch(template, query.search));

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const orders: Record<TemplateQuery['sort'], (a: TemplateView, b: TemplateView) => number> = {
  name: (a, b) => byText(a.name, b.name),
  duration: (a, b) => a.durationSeconds - b.durationSeconds,
  category: (a, b) => byText(a.category, b.category),
};

/** One page of the templates that a query asks for, in a stable order, and how many there are in all. */
export const selectTemplates = (
  all: readonly TemplateView[],
  query: TemplateQuery,
): { page: TemplateView[]; total: number } => {
  const found = all
    .filter((template) => matchesFilters(template, query))
    .sort((a, b) => orders[query.sort](a, b) || byText(a.slug, b.slug));
  return { page: found.slice((query.page - 1) * query.limit, query.page * query.limit), total: found.length };
};
