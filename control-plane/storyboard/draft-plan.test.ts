import { findTemplate } from '@reelyard/shared/templates/catalog.ts';
import { expect, test } from 'vitest';
import { durationOf } from './draft-plan.ts';

test('the duration of a draft is that of its templates', () => {
  const manifests = ['big-claim', 'problem-strikes', 'logo-outro'].map((slug) => findTemplate(slug)?.manifest);
  expect(durationOf(manifests.flatMap((manifest) => (manifest === undefined ? [] : [{ manifest }])))).toBe(14);
  expect(durationOf([])).toBe(0);
});
