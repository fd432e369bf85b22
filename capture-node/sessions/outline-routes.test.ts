import { expect, test } from 'vitest';
import { outlineRoutes } from './outline-routes.ts';

test('N16: the routes of a page are its own site’s, each once, without queries', () => {
  const hrefs = [
    'https://www.example.com/pricing?ref=nav',
    'https://www.example.com/pricing#faq',
    'https://docs.example.com/start',
    'https://other.example.org/x',
    'mailto:a@example.com',
    '',
  ];
  expect(outlineRoutes('https://www.example.com/', hrefs)).toEqual(['/pricing', 'https://docs.example.com/start']);
});
