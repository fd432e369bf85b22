import { ApiError } from '@reelyard/shared/sdk/api-error.ts';
import { expect, test } from 'vitest';
import { fieldProblem, problemOf } from './problem.ts';

const apiError = (statusCode: number, body: unknown): ApiError =>
  new ApiError({ method: 'POST', path: '/projects', statusCode, body, retryAfterSeconds: null });

const refused = apiError(400, {
  code: 'VALIDATION_FAILED',
  message: 'The request has 1 problem.',
  requestId: 'req_1',
  details: [{ path: 'body.title', code: 'too_long', message: 'at most 200 characters' }],
});

test('a refusal says its own words, and its field problems find their fields', () => {
  const problem = problemOf(refused);
  expect(problem).toMatchObject({ title: 'The request has 1 problem.', code: 'VALIDATION_FAILED', requestId: null });
  expect(fieldProblem(problem, 'title')).toBe('at most 200 characters');
  expect(fieldProblem(problem, 'body.title')).toBe('at most 200 characters');
  expect(fieldProblem(problem, 'name')).toBeNull();
  expect(fieldProblem(null, 'title')).toBeNull();
});

test('a fault gives the number to report', () => {
  expect(problemOf(apiError(500, { code: 'INTERNAL', message: 'It broke.', requestId: 'req_2' })).requestId).toBe(
    'req_2',
  );
});

test('an answer of something else than the farm still says something', () => {
  expect(problemOf(apiError(502, '<html>')).title).toBe('The farm answered 502.');
});

test.each([
  [new TypeError('Failed to fetch'), /does not answer/],
  [new DOMException('signal timed out', 'TimeoutError'), /too long/],
  ['text', /does not answer/],
])('%s is told in plain words', (error, words) => {
  expect(problemOf(error)).toMatchObject({ title: expect.stringMatching(words), code: 'NO_ANSWER' });
});
