import { expect, test } from 'vitest';
import { projectsShown } from './projects-shown.ts';

const projects = [
  { title: 'Acme launch', status: 'COMPLETED' },
  { title: 'Launch of Acme 2', status: 'RENDER_PENDING' },
  { title: 'Über uns', status: 'EXPORT_FAILED' },
] as const;
const titles = (search: string, filter: Parameters<typeof projectsShown>[1]['filter'] = 'all') =>
  projectsShown(projects, { search, filter }).map(({ title }) => title);

test.each([
  ['', 3],
  ['  launch   ACME ', 2],
  ['über', 1],
  ['acme.*', 0],
])('%j finds %i', (search, count) => expect(titles(search)).toHaveLength(count));

test('a status narrows what was found', () => {
  expect(titles('acme', 'drafts')).toEqual(['Launch of Acme 2']);
  expect(titles('', 'failed')).toEqual(['Über uns']);
  expect(titles('', 'running')).toEqual([]);
});
