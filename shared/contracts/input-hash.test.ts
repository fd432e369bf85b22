import { describe, expect, it } from 'vitest';
import { canonicalJson, renditionHash, type SceneInputs, sceneInputHash } from './input-hash.ts';
import type { LayerValue } from './layer-value.ts';

const picture = (storageKey: string): LayerValue => ({
  type: 'image',
  storageKey,
  sha256: 'a'.repeat(64),
  mimeType: 'image/png',
  widthPx: 10,
  heightPx: 10,
});
const inputs: SceneInputs = {
  templateSlug: 'big-claim',
  templateVersion: 1,
  values: { headline: { type: 'text', text: 'Ship it' }, logo: picture('accounts/a/images/one.png') },
  watermark: false,
};
const shape = { widthPx: 1920, heightPx: 1080, fps: 30, codec: 'h264' } as const;

describe('the input hash', () => {
  it('does not depend on the order in which members were written', () => {
    const { headline, logo } = inputs.values as { headline: LayerValue; logo: LayerValue };
    expect(sceneInputHash({ ...inputs, values: { logo, headline } })).toBe(sceneInputHash(inputs));
    expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: undefined })).toBe('{"b":[{"c":2,"d":1}]}');
  });

  it('counts a picture by its content, not by where it is stored', () => {
    const elsewhere = { ...inputs, values: { ...inputs.values, logo: picture('accounts/b/images/two.png') } };
    expect(sceneInputHash(elsewhere)).toBe(sceneInputHash(inputs));
  });

  it.each([
    [
      'another text',
      { ...inputs, values: { ...inputs.values, headline: { type: 'text', text: 'Ship it.' } as const } },
    ],
    ['another template version', { ...inputs, templateVersion: 2 }],
    ['a watermark', { ...inputs, watermark: true }],
  ])('differs for %s', (_what, changed) => {
    expect(sceneInputHash(changed)).not.toBe(sceneInputHash(inputs));
  });

  it('gives each size, rate and codec its own rendition', () => {
    const hash = sceneInputHash(inputs);
    const renditions = [shape, { ...shape, heightPx: 720 }, { ...shape, fps: 60 }, { ...shape, codec: 'vp9' as const }];
    expect(new Set(renditions.map((rendition) => renditionHash(hash, rendition))).size).toBe(renditions.length);
  });
});
