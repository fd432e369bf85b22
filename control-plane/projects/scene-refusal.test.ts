import { expect, test } from 'vitest';
import type { SceneFindings } from './scene-check.ts';
import { refusalOfFindings } from './scene-refusal.ts';

const clean: SceneFindings = {
  parameters: {},
  problems: [],
  invalidKeys: [],
  editableKeys: ['headline'],
  missingText: [],
  missingBrandAssets: [],
  overBudget: [],
};
const problem = (code: string) => ({ path: `scenes[0].${code}`, code, message: `${code}.` });

test('nothing wrong is no refusal', () => {
  expect(refusalOfFindings({ scenes: [clean], problems: [] })).toBeNull();
});

test('problems of one kind give the answer their code, problems of several a common one', () => {
  const one = refusalOfFindings({ scenes: [{ ...clean, problems: [problem('MISSING_TEXT')] }], problems: [] });
  expect(one).toMatchObject({
    kind: 'bad_request',
    input: { code: 'MISSING_TEXT', message: 'scenes[0].MISSING_TEXT: MISSING_TEXT.' },
  });
  const keys = [problem('UNKNOWN_LAYER_KEY'), problem('LOCKED_LAYER_KEY')];
  expect(refusalOfFindings({ scenes: [{ ...clean, problems: keys }], problems: [] })?.input.code).toBe(
    'INVALID_LAYER_KEYS',
  );
  const both = refusalOfFindings({ scenes: [{ ...clean, problems: keys }], problems: [problem('IMAGE_UNREACHABLE')] });
  expect(both?.input).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ code: 'IMAGE_UNREACHABLE' }, {}, {}] });
});

test('N23: an unknown template makes the answer a 404', () => {
  const answer = refusalOfFindings({ scenes: [], problems: [problem('TEMPLATE_NOT_FOUND'), problem('MISSING_TEXT')] });
  expect(answer).toMatchObject({ kind: 'not_found', input: { code: 'TEMPLATE_NOT_FOUND' } });
});

test('S39/S40/N22: the fields of the contract stand at the top, and only where they apply', () => {
  const scene = { sceneIndex: 1, templateId: 'tpl_sample' };
  const answer = refusalOfFindings({
    scenes: [
      clean,
      {
        ...clean,
        problems: [problem('UNKNOWN_LAYER_KEY'), problem('NARRATION_OVER_BUDGET')],
        invalidKeys: [{ ...scene, key: 'x', reason: 'unknown' }],
        overBudget: [{ ...scene, limit: 10, length: 12, seconds: 1 }],
      },
    ],
    problems: [],
    body: { more: true },
  });
  expect(answer?.input.body).toEqual({
    editableKeys: ['headline'],
    invalidKeys: [{ ...scene, key: 'x', reason: 'unknown' }],
    limit: 10,
    length: 12,
    sceneIndex: 1,
    seconds: 1,
    narrationOverBudget: [{ ...scene, limit: 10, length: 12, seconds: 1 }],
    more: true,
  });
});
