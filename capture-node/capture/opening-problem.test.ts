import { expect, it } from 'vitest';
import { endProblem, refusalProblem, statusProblem, typeProblem } from './opening-problem.ts';

it('says in the words of captures why an address was not opened, and keeps the sentence', () => {
  const problem = refusalProblem({ code: 'CERTIFICATE_NOT_TRUSTED', message: 'The certificate … Renew it.' });
  expect(problem).toMatchObject({ problem: 'TLS_INVALID', message: 'The certificate … Renew it.' });
});

it.each([
  [200, null],
  [304, null],
  [401, null],
  [403, 'PAGE_ERROR_STATUS'],
  [404, 'PAGE_ERROR_STATUS'],
  [429, 'PAGE_ERROR_STATUS'],
  [503, 'PAGE_ERROR_STATUS'],
])('takes HTTP %i for %s', (status, problem) => {
  expect(statusProblem(status)?.problem ?? null).toBe(problem);
  if (problem !== null) expect(statusProblem(status)?.message).toContain(`HTTP ${status}`);
});

it.each([
  ['text/html', null],
  ['', null],
  ['application/xhtml+xml', null],
  ['application/pdf', 'a PDF document'],
  ['image/png', 'a picture'],
  ['video/mp4', 'a recording'],
  ['application/ld+json', 'data (JSON)'],
  ['application/zip', 'a file'],
])('says what %s is', (type, what) => {
  expect(typeProblem(type)?.message ?? null).toEqual(what === null ? null : expect.stringContaining(what));
});

it('blames the page for a browser that it used up, and not for one that the node took away', () => {
  expect([
    endProblem('wall')?.problem,
    endProblem('cpu')?.problem,
    endProblem('memory')?.problem,
    endProblem('crashed')?.problem,
  ]).toEqual(['PAGE_TIMEOUT', 'PAGE_TOO_LARGE', 'PAGE_TOO_LARGE', 'PAGE_CRASHED']);
  expect([endProblem('closed'), endProblem('cancelled'), endProblem('released')]).toEqual([null, null, null]);
});
