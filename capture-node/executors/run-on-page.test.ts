import { expect, it } from 'vitest';
import { LeaseEnded, NoBrowserFree } from '../browsers/lease-ended.ts';
import { CaptureProblemError } from '../capture/capture-problem.ts';
import { PageReplaced } from '../capture/page-replaced.ts';
import { failureOf } from './run-on-page.ts';

it.each([
  [
    'a page that is not there',
    new CaptureProblemError('PAGE_ERROR_STATUS', 'There is no page.'),
    { blame: 'input', retryable: false, code: 'PAGE_ERROR_STATUS' },
  ],
  ['a page that never ends', new LeaseEnded('wall'), { blame: 'input', retryable: false, code: 'PAGE_TIMEOUT' }],
  [
    'a page that crashed, which another node may bear',
    new LeaseEnded('crashed'),
    { blame: 'input', retryable: true, code: 'PAGE_CRASHED' },
  ],
  ['a page that never stays', new PageReplaced(), { blame: 'input', retryable: false, code: 'PAGE_TIMEOUT' }],
  [
    'a browser that the node took away',
    new LeaseEnded('closed'),
    { blame: 'node', retryable: true, code: 'BROWSER_LOST' },
  ],
  [
    'a node without a free browser',
    new NoBrowserFree('none'),
    { blame: 'node', retryable: true, code: 'NO_BROWSER_FREE' },
  ],
])('blames %s rightly', (_, error, failure) => {
  expect(failureOf(error)).toMatchObject({ failure: { ...failure, stage: 'capture' } });
});

it('leaves a fault of ours what it is', () => {
  const fault = new TypeError('x is not a function');
  expect(failureOf(fault)).toBe(fault);
});
