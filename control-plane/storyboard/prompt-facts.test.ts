import { expect, test } from 'vitest';
import { enumerationOf, promptFacts } from './prompt-facts.ts';

const nobody = { name: null, websiteUrl: null };
const factsOf = (prompt: string) => promptFacts(prompt, nobody);

test.each([
  ['Launch video for Planwise, a project planner for small teams.', 'Planwise', 'a project planner for small teams'],
  ['Planwise is a project planner.', 'Planwise', 'a project planner'],
  ['Promo for the Harbour Festival: three nights of music.', 'Harbour Festival', 'three nights of music'],
  ['Wir stellen Heizkraft vor, die App für Verwaltungen.', 'Heizkraft', 'die App für Verwaltungen'],
  ['A video about `fastgrep`, a search tool.', 'fastgrep', 'a search tool'],
  ['We made an app called Luna. It is free.', 'Luna', null],
  ['The bread is fresh. See luna-bakery.example', 'Luna-bakery', null],
  ['Bakery', 'Bakery', null],
  ['The bread is fresh.', null, null],
])('"%s" is about %s', (prompt, name, tagline) => {
  expect(factsOf(prompt)).toMatchObject({ name, tagline });
});

test('what the caller says of the brand decides over the prompt', () => {
  expect(promptFacts('Planwise is a planner.', { name: 'Norra', websiteUrl: null }).name).toBe('Norra');
  expect(promptFacts('Fresh bread.', { name: null, websiteUrl: 'https://www.luna.example/' })).toMatchObject({
    name: 'Luna',
    address: 'luna.example',
  });
});

test.each([
  [
    'It turns notes into tasks, assigns owners and reminds everybody.',
    null,
    ['Turns notes into tasks', 'Assigns owners', 'Reminds everybody'],
  ],
  [
    'We offer a four-day week, stock options and 30 days off.',
    'We offer',
    ['A four-day week', 'Stock options', '30 days off'],
  ],
  ['On the menu: soup, salad and bread', 'On the menu', ['Soup', 'Salad', 'Bread']],
])('"%s" lists three things', (sentence, lead, items) => {
  expect(enumerationOf(sentence, null)).toEqual({ lead, items });
});
test.each(['We bake bread and rolls.', 'On Monday, when it rains, we stay at home and sleep until noon.'])(
  '"%s" is no list',
  (sentence) => {
    expect(enumerationOf(sentence, null)).toBeNull();
  },
);

test('a quote is what somebody said, with who it was', () => {
  expect(factsOf('Calm. "I sleep through the night." — Mara Jensen, nurse. Start tonight.').quote).toEqual({
    text: 'I sleep through the night.',
    person: 'Mara Jensen',
    role: 'nurse',
  });
  expect(factsOf('Our "Blue Monday" sale starts.').quote).toBeNull();
});

test('pains, calls and addresses are found', () => {
  const facts = factsOf(
    'No more lost keys, paper piles or phone chains. Teams struggle. Book a table at luna.example/book.',
  );
  expect(facts.pains).toMatchObject({ lead: 'No more', items: ['lost keys', 'paper piles', 'phone chains'] });
  expect(facts.statements.map(({ kind }) => kind)).toEqual(['problem', 'problem', 'call']);
  expect(facts.address).toBe('luna.example/book');
  expect(factsOf('Write to post@luna.example or read README.md').address).toBe('post@luna.example');
});

test('S85: a program that is written small keeps its name, and a common word is none', () => {
  const facts = (prompt: string) => promptFacts(prompt, { name: null, websiteUrl: null });
  const small = facts('fzgrep - a CLI that searches logs. MIT licensed.');
  expect([small.name, small.tagline]).toEqual(['fzgrep', 'a CLI that searches logs']);
  expect(facts('coffee is a ritual. We roast it slowly.').name).toBeNull();
});

test('S85: the list behind the subject of a request is one of its lists', () => {
  const { lists } = promptFacts(
    'Launch video for our bakery in Leipzig: sourdough baked every night, open from 6 am, now delivering by bike.',
    { name: null, websiteUrl: null },
  );
  expect(lists.map(({ items }) => items)).toEqual([
    ['Sourdough baked every night', 'Open from 6 am', 'Now delivering by bike'],
  ]);
});
