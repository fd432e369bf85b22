import { describe, expect, it } from 'vitest';
import { cutOrder, cutParams, cutQuery } from './cut-request.ts';

const sha = 'a'.repeat(64);
const box = { kind: 'image', widthPx: '320', heightPx: '180', fit: 'contain' };

describe('cutOrder', () => {
  it('makes the key of a picture from the account that asks, and from nothing that was sent', () => {
    const order = cutOrder('acc_me', `${sha}.png`, cutQuery.parse(box));
    expect(order).toMatchObject({ storageKey: `accounts/acc_me/images/${sha}.png`, widthPx: 320, radiusPx: 0 });
  });

  it('takes the variant and the ground of a logo', () => {
    const query = cutQuery.parse({ ...box, variant: `${sha}.jpg`, groundHex: '#10131a' });
    expect(cutOrder('acc_me', `${sha}.png`, query)).toMatchObject({
      variantKey: `accounts/acc_me/images/${sha}.jpg`,
      groundHex: '#10131a',
    });
  });

  it('leaves what was not given empty', () => {
    expect(cutOrder('acc_me', `${sha}.png`, cutQuery.parse(box))).toMatchObject({ variantKey: null, groundHex: null });
  });

  it('passes on the part of a page that is seen', () => {
    const query = cutQuery.parse({ kind: 'page', cropWidthPx: '1440', cropHeightPx: '2600', widthPx: '700' });
    expect(cutOrder('acc_me', `${sha}.jpg`, query)).toEqual({
      kind: 'page',
      storageKey: `accounts/acc_me/images/${sha}.jpg`,
      cropWidthPx: 1_440,
      cropHeightPx: 2_600,
      widthPx: 700,
    });
  });
});

describe('what may be asked for', () => {
  it.each([
    ['a picture without a hash', 'logo.png'],
    ['a way out of the folder', `../${sha}.png`],
    ['another type', `${sha}.svg`],
  ])('is not %s', (_what, picture) => {
    expect(cutParams.safeParse({ picture }).success).toBe(false);
  });

  it.each([
    ['a picture of no width', { ...box, widthPx: '0' }],
    ['a picture that fills the memory', { ...box, heightPx: '100000' }],
    ['part of a pixel', { ...box, widthPx: '1.5' }],
    ['a shadow, which nothing stored is needed for', { kind: 'shadow', widthPx: '10', heightPx: '10' }],
    ['a colour that is markup', { ...box, groundHex: '"/><image' }],
    ['an option that there is not', { ...box, blur: '3' }],
  ])('is not %s', (_what, query) => {
    expect(cutQuery.safeParse(query).success).toBe(false);
  });
});
