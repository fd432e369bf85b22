import { expect, test } from 'vitest';
import { manifestWith } from '../test/manifest-with.ts';
import { selectTemplates, templateQuerySchema } from './template-query.ts';
import { templateView } from './template-view.ts';

const all = [
  manifestWith({}, { slug: 'b', name: 'Bold claim', category: 'Hook', tags: ['Statement'], durationSeconds: 4 }),
  manifestWith({}, { slug: 'a', name: 'Afterword', category: 'CTA', durationSeconds: 8, aspectRatio: '16:12' }),
  manifestWith(
    {},
    {
      slug: 'c',
      name: 'Bold claim',
      category: 'Hook',
      durationSeconds: 6,
      storyboard: { bestUsedAs: 'the end', fitsBeats: ['cta'] },
    },
  ),
].map((manifest) =>
  templateView(manifest, { thumbnailUrl: 'https://farm.test/x.jpg', previewVideoUrl: 'https://farm.test/x.mp4' }),
);
const select = (query: Record<string, string>) => {
  const { page, total } = selectTemplates(all, templateQuerySchema.parse(query));
  return { slugs: page.map(({ slug }) => slug), total };
};

test.each<[Record<string, string>, string[]]>([
  [{}, ['a', 'b', 'c']],
  [{ sort: 'duration' }, ['b', 'c', 'a']],
  [{ sort: 'category' }, ['a', 'b', 'c']],
  [{ aspectRatio: '16:12' }, ['a']],
  [{ category: 'hook' }, ['b', 'c']],
  [{ beat: 'cta' }, ['c']],
  [{ tag: 'statement' }, ['b']],
  [{ maxSeconds: '6' }, ['b', 'c']],
  [{ search: 'CLAIM bold' }, ['b', 'c']],
  [{ search: 'bold end' }, ['c']],
  [{ search: '  ' }, ['a', 'b', 'c']],
  [{ requiresUiCapture: 'false' }, ['a', 'b', 'c']],
  [{ requiresUiCapture: 'true' }, []],
])('S32/N19: %j finds %j', (query, slugs) => {
  expect(select(query).slugs).toEqual(slugs);
});

test('N19: a page is a part of the whole list, and one behind the end is empty', () => {
  expect(select({ limit: '2' })).toEqual({ slugs: ['a', 'b'], total: 3 });
  expect(select({ limit: '2', page: '2' })).toEqual({ slugs: ['c'], total: 3 });
  expect(select({ limit: '2', page: '3' })).toEqual({ slugs: [], total: 3 });
});

test('N19: without anything said it is page 1 of 20', () => {
  expect(templateQuerySchema.parse({})).toMatchObject({ page: 1, limit: 20, sort: 'name' });
});
