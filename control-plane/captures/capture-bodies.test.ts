import { allowNothing } from '@reelyard/shared/egress/egress-allow.ts';
import { expect, test } from 'vitest';
import { autoCaptureBody, captureImageBody, pageCaptureBody } from './capture-bodies.ts';

const policy = { allow: allowNothing, isPublicAddress: () => true };
const auto = autoCaptureBody(policy);
const pathsOf = (body: object): string[] =>
  auto
    .safeParse(body)
    .error?.issues.map(({ path, code, ...issue }) =>
      code === 'unrecognized_keys' && 'keys' in issue ? issue.keys.join() : path.join('.'),
    ) ?? [];

test('S70: an address alone is a whole request', () => {
  expect(auto.parse({ url: 'https://shop.example' })).toEqual({
    url: 'https://shop.example',
    focus: [],
    selectors: [],
    targetFill: 0.7,
    keepSession: false,
    annotate: false,
    autoSelect: true,
  });
});

test('S70: a session does without an address, and something of the two is needed', () => {
  expect(pathsOf({ sessionId: 'bws_1' })).toEqual([]);
  expect(pathsOf({})).toEqual(['url']);
});

test('N22: every problem is found at once', () => {
  const found = pathsOf({
    url: 'http://a.example',
    targetFill: 0.29,
    frame: 'x',
    focus: Array(11).fill('a'),
    extra: 1,
  });
  expect(found.toSorted()).toEqual(['extra', 'focus', 'frame', 'targetFill', 'url']);
});

test.each([0.3, 0.95])('S120: a target fill of %d is taken', (targetFill) => {
  expect(pathsOf({ url: 'https://a.example', targetFill })).toEqual([]);
});

test('S72, S74: pictures and pages are given by web addresses', () => {
  expect(captureImageBody.safeParse({ imageUrl: 'data:image/png;base64,AA==' }).success).toBe(false);
  expect(captureImageBody.safeParse({ imageUrl: 'https://a.example/a.png' }).success).toBe(true);
  expect(pageCaptureBody(policy).parse({ url: 'https://a.example' })).toMatchObject({ viewport: 'desktop' });
});
