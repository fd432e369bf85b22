import { expect, test } from 'vitest';
import { idsOfSubject } from './ledger-subject.ts';

const none = { requestId: null, sceneId: null, sessionId: null, captureId: null };

test.each([
  [null, none],
  ['', none],
  ['publish:pub_1:scene:scn_1', { ...none, requestId: 'pub_1', sceneId: 'scn_1' }],
  ['publish:pub_1:export', { ...none, requestId: 'pub_1' }],
  ['browse:brs_1', { ...none, sessionId: 'brs_1' }],
  ['capture:cap_1', { ...none, captureId: 'cap_1' }],
  ['storyboard:1', none],
])('N38: the subject %s names %j', (subject, expected) => {
  expect(idsOfSubject(subject)).toEqual(expected);
});
