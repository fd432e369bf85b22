import { captureProblems } from '@reelyard/shared/contracts/capture.ts';
import { expect, test } from 'vitest';
import { captureRefusal, captureUnavailable } from './capture-refusal.ts';

test.each(captureProblems)('%s is about the request: a 400 at a field of it', (code) => {
  const refusal = captureRefusal({ code, message: 'Mend it.' }, 'selectors');
  expect(refusal).toMatchObject({ kind: 'bad_request', code, message: 'Mend it.' });
  expect(['url', 'selectors', 'steps']).toContain(refusal.details[0]?.path);
});

test('a problem of a selector stands where the request wrote it', () => {
  const failure = { code: 'SELECTOR_NOT_FOUND', message: 'None.' };
  expect(captureRefusal(failure, 'selector').details[0]?.path).toBe('selector');
  expect(captureRefusal(failure, 'selectors').details[0]?.path).toBe('selectors');
});

test('everything else is ours: try again, without what went wrong inside', () => {
  const refusal = captureRefusal({ code: 'NODE_LOST', message: 'node nod_1 fell silent' }, 'selector');
  expect(refusal).toMatchObject({ kind: 'unavailable', code: 'CAPTURE_FAILED', headers: { 'retry-after': '10' } });
  expect(refusal.message).not.toContain('nod_1');
  expect(captureUnavailable('None.').code).toBe('CAPTURE_UNAVAILABLE');
});
