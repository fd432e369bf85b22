import { expect, test } from 'vitest';
import { manifestWith } from '../test/manifest-with.ts';
import { carryParameters } from './swap-template.ts';

test('S45: what the new template has and takes is carried over, everything else is dropped by name', () => {
  const from = manifestWith({
    headline: { type: 'text' },
    story: { type: 'longText' },
    picture: { type: 'logo' },
    mood: { type: 'dropdown', options: [{ value: 'dark', label: 'Dark' }] },
    count: { type: 'number' },
    gone: { type: 'text' },
    long: { type: 'text' },
  });
  const to = manifestWith({
    headline: { type: 'longText' },
    story: { type: 'text', locked: true },
    picture: { type: 'avatar' },
    mood: { type: 'dropdown', options: [{ value: 'light', label: 'Light' }] },
    count: { type: 'text' },
    long: { type: 'text', validation: { maxLength: 3 } },
  });
  const parameters = {
    headline: 'A',
    story: 'B',
    picture: 'https://example.com/a.png',
    mood: 'dark',
    count: 3,
    gone: 'C',
    long: 'too long',
  };
  expect(carryParameters(parameters, from, to, [])).toEqual({
    parameters: { headline: 'A', picture: 'https://example.com/a.png' },
    carriedOver: ['headline', 'picture'],
    droppedKeys: ['story', 'mood', 'count', 'gone', 'long'],
  });
});
