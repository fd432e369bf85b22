import { templates } from '@reelyard/shared/templates/catalog.ts';
import { expect, test } from 'vitest';
import { promptFacts } from './prompt-facts.ts';
import { storyOf } from './story.ts';

const manifests = templates.map(({ manifest }) => manifest).filter(({ aspectRatio }) => aspectRatio === '16:9');
const storyOfPrompt = (prompt: string, pageScenes = 0) =>
  storyOf(promptFacts(prompt, { name: null, websiteUrl: null }), { templates: manifests, pageScenes });
const headlines = (prompt: string): string[] => storyOfPrompt(prompt).map(({ content }) => content.headline);

test('a story goes from the claim over the problem and what helps to the call', () => {
  const story = storyOfPrompt(
    'Acme, a planner for teams. No more lost notes. It sorts notes, names owners and sends mails. 900 teams use it. Try it at acme.example.',
  );
  expect(story.map(({ beats }) => beats[0])).toEqual([
    ['claim', 'hook'],
    ['strikes', 'problem'],
    ['cards', 'solution'],
    ['figure', 'proof'],
    ['button', 'cta'],
    ['endCard', 'cta'],
  ]);
  expect(story.at(-2)?.content).toMatchObject({ headline: 'Acme', button: 'Try it', address: 'acme.example' });
});

test('a question opens the story', () => {
  expect(headlines('Tired of waiting? Acme is a fast shop.')[0]).toBe('Tired of waiting?');
});

test('a button needs something to press for: without a call and an address there is none', () => {
  expect(storyOfPrompt('Bakery').find(({ rank }) => rank === 1)?.content).toEqual({
    headline: 'Bakery',
    button: null,
    address: null,
  });
});

test('pages show what fits on them, or at least the name', () => {
  const shapes = (prompt: string) => storyOfPrompt(prompt, 1).map(({ beats }) => beats[0]?.[0]);
  expect(shapes('Acme is a shop. We sell good chairs.')).toContain('page');
  expect(shapes('Acme')).toContain('page');
  expect(storyOfPrompt('Acme is a shop. We sell good chairs.').map(({ beats }) => beats[0]?.[0])).not.toContain('page');
});

test('nothing is said that the prompt does not say, but the name of what it is about', () => {
  const prompt = 'Luna is a bakery. Bread is baked at night. Rolls are warm at six.';
  const said = storyOfPrompt(prompt).flatMap(({ lines }) => lines);
  const added = said.filter(
    (line) => !prompt.includes(line.replace(/[.:]$/u, '')) && !/Luna/.test(line) && !/^a bakery$/i.test(line),
  );
  expect(added).toEqual([]);
});
