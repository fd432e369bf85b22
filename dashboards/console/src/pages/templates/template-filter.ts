import type { Template } from '@reelyard/shared/sdk/operations.gen.ts';

export type AspectRatio = Template['aspectRatio'];

export const ratioNames: Readonly<Record<AspectRatio, string>> = { '16:9': 'Wide 16:9', '16:12': 'Classic 4:3' };

/** The order of a story; categories that come later by the library stand at the end. */
const storyOrder = ['Hook', 'Problem', 'Solution', 'Proof', 'Call to action'];

type Shown = Pick<Template, 'aspectRatio' | 'category' | 'name' | 'description' | 'tags'>;

export const categoriesOf = (templates: readonly Pick<Template, 'category'>[]): string[] => {
  const rank = (category: string): number => {
    const at = storyOrder.indexOf(category);
    return at < 0 ? storyOrder.length : at;
  };
  return [...new Set(templates.map(({ category }) => category))].sort(
    (a, b) => rank(a) - rank(b) || a.localeCompare(b),
  );
};

/** The templates of one aspect ratio (a video has one), of a category where one is chosen, in which every word occurs. */
export const templatesShown = <T extends Shown>(
  templates: readonly T[],
  {
    ratio,
    category,
    search,
  }: { readonly ratio: AspectRatio; readonly category: string | null; readonly search: string },
): T[] => {
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean);
  const categories = categoriesOf(templates);
  return templates
    .filter((template) => {
      const text = [template.name, template.description, template.category, ...template.tags].join(' ').toLowerCase();
      return (
        template.aspectRatio === ratio &&
        (category === null || template.category === category) &&
        words.every((word) => text.includes(word))
      );
    })
    .sort((a, b) => categories.indexOf(a.category) - categories.indexOf(b.category) || a.name.localeCompare(b.name));
};
