import { expect, test } from 'vitest';
import { categoriesOf, templatesShown } from './template-filter.ts';

const template = (name: string, category: string, aspectRatio: '16:9' | '16:12' = '16:9', tags: string[] = []) => ({
  name,
  category,
  aspectRatio,
  tags,
  description: '',
});
const all = [
  template('Logo outro', 'Call to action'),
  template('Big claim', 'Hook', '16:9', ['headline']),
  template('Big claim', 'Hook', '16:12'),
  template('Quote', 'Proof'),
  template('Weather', 'Seasonal'),
];
const names = (filter: Partial<Parameters<typeof templatesShown>[1]>) =>
  templatesShown(all, { ratio: '16:9', category: null, search: '', ...filter }).map(({ name }) => name);

test('categories stand in the order of a story, unknown ones last', () => {
  expect(categoriesOf(all)).toEqual(['Hook', 'Proof', 'Call to action', 'Seasonal']);
});

test.each([
  [{}, ['Big claim', 'Quote', 'Logo outro', 'Weather']],
  [{ ratio: '16:12' as const }, ['Big claim']],
  [{ category: 'Proof' }, ['Quote']],
  [{ search: 'HEADLINE big' }, ['Big claim']],
  [{ search: 'nothing' }, []],
])('%j shows %j', (filter, shown) => expect(names(filter)).toEqual(shown));
