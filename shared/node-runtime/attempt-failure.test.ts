import { expect, test } from 'vitest';
import { JobFailureError } from '../contracts/job-failure.ts';
import { attemptFailure, overrunFailure, stageAt } from './attempt-failure.ts';

const coded = (code: string): Error => Object.assign(new Error(code), { code });
const rendering = { stage: 'render', done: 1, total: 2 } as const;

test.each([
  ['ENOSPC', 'DISK_FULL'],
  ['EDQUOT', 'DISK_FULL'],
  ['ENOMEM', 'OUT_OF_MEMORY'],
  ['EMFILE', 'TOO_MANY_OPEN_FILES'],
])('C8: %s anywhere in the chain of causes is the node’s fault', (code, name) => {
  const error = new Error('outer', { cause: new Error('middle', { cause: coded(code) }) });
  expect(attemptFailure(error, rendering)).toMatchObject({ blame: 'node', code: name, stage: 'render' });
});

test('a failure that was thrown as one is kept as it is', () => {
  const failure = { blame: 'input', retryable: false, stage: 'prepare', code: 'BAD', message: 'bad' } as const;
  expect(attemptFailure(new JobFailureError(failure), rendering)).toBe(failure);
});

test('anything else is a fault of the engine, with the chain for operators and not for callers', () => {
  const failure = attemptFailure(new TypeError('secret path', { cause: coded('EACCES') }), undefined);
  expect(failure).toMatchObject({ blame: 'engine', code: 'INTERNAL', stage: 'prepare', retryable: true });
  expect(failure.message).not.toContain('secret path');
  expect(failure.diagnostics).toMatch(/secret path[\s\S]*caused by[\s\S]*EACCES/);
});

test('what is no error at all is a failure too', () => {
  expect(attemptFailure('text', rendering)).toMatchObject({ blame: 'engine', code: 'INTERNAL' });
});

test('an attempt that overran says where it was', () => {
  expect(overrunFailure({ stage: 'upload', done: 0, total: 1 })).toMatchObject({ stage: 'upload', retryable: true });
  expect(stageAt({ stage: 'synthesize', done: 0, total: 1 })).toBe('assemble');
});
