import { expect, test } from 'vitest';
import { drawnTitle } from './project.ts';

test('S46/N20: layers draw the title of the project, else the name of its brand, else nothing', () => {
  expect(drawnTitle('Launch', 'Acme')).toBe('Launch');
  expect(drawnTitle(null, 'Acme')).toBe('Acme');
  expect(drawnTitle(null, null)).toBeNull();
});
