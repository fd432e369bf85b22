import { expect, test } from 'vitest';
import { pictureUrlPath } from './picture-url.ts';

const sha = 'b'.repeat(64);

test('a picture is asked for by its content, without the folder that it lies in', () => {
  const url = pictureUrlPath({
    kind: 'image',
    storageKey: `accounts/acc_1/images/${sha}.png`,
    variantKey: `accounts/acc_1/images/${sha}.jpg`,
    widthPx: 320,
    heightPx: 180,
    radiusPx: 0,
    fit: 'contain',
    gravity: 'left',
    groundHex: '#10131a',
  });
  expect(url).toBe(
    `/api/v2/preview-pictures/${sha}.png?kind=image&variant=${sha}.jpg&widthPx=320&heightPx=180&radiusPx=0&fit=contain&gravity=left&groundHex=%2310131a`,
  );
});

test('what an order leaves open is not asked for', () => {
  const order = { kind: 'part', storageKey: `accounts/acc_1/images/${sha}.png`, widthPx: 40 } as const;
  expect(pictureUrlPath(order)).toBe(`/api/v2/preview-pictures/${sha}.png?kind=part&widthPx=40`);
});
