import { expect, it } from 'vitest';
import { refuseBadSelectors } from './bad-selectors.ts';

it('S70: names every selector that finds nothing, and says what to do', () => {
  const refused = (): void =>
    refuseBadSelectors({
      badSelectors: [
        { selector: '#gone', why: 'missing' },
        { selector: '.menu', why: 'hidden' },
      ],
    });
  expect(refused).toThrow(expect.objectContaining({ problem: 'SELECTOR_NOT_FOUND' }));
  expect(refused).toThrow(/"#gone".*focus words.*"\.menu".*Add steps/s);
});

it('S70: calls text that is no selector invalid, whatever else is wrong', () => {
  const badSelectors = [
    { selector: '#gone', why: 'missing' },
    { selector: 'a[', why: 'invalid' },
  ] as const;
  expect(() => refuseBadSelectors({ badSelectors })).toThrow(expect.objectContaining({ problem: 'SELECTOR_INVALID' }));
});

it('lets good ones pass', () => {
  expect(() => refuseBadSelectors({ badSelectors: [] })).not.toThrow();
});
