import { expect, test } from 'vitest';
import { promptSentences } from './prompt-sentences.ts';

test.each([
  ['Make a 30 second video for Acme, a bakery. We bake at night.', 'Acme, a bakery', ['We bake at night.']],
  ['Promo for the Harbour Festival: music. 40 artists play.', 'the Harbour Festival: music', ['40 artists play.']],
  ['Please create a short explainer about our new app. Keep the tone warm.', 'our new app', []],
  ['Our video platform helps teams. Use a calm voice.', null, ['Our video platform helps teams.']],
  ['I need an ad for Luna. Mention that it is free. The tone should be calm.', 'Luna', ['it is free.']],
  ['Quarterly results video. Revenue grew.', 'Quarterly results', ['Revenue grew.']],
  ['Announce our new dark mode. It saves battery.', 'our new dark mode', ['It saves battery.']],
  ['Erstelle ein Video über Heizkraft. Wir melden Störungen.', 'Heizkraft', ['Wir melden Störungen.']],
])('"%s" is told apart from its directions', (prompt, subject, sentences) => {
  expect(promptSentences(prompt, 'en')).toMatchObject({ subject, sentences });
});

test('lists are kept with the line above them', () => {
  expect(promptSentences('Why us:\n- Fast\n- Cheap\n\nThen do this:\n1. Sign up\n2. Go', 'en').lists).toEqual([
    { label: 'Why us', isOrdered: false, items: ['Fast', 'Cheap'] },
    { label: 'Then do this', isOrdered: true, items: ['Sign up', 'Go'] },
  ]);
});

test('a prompt of directions alone keeps its words', () => {
  expect(promptSentences('Keep it short', 'en').sentences).toEqual(['Keep it short']);
});
