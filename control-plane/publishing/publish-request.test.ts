import { describe, expect, test } from 'vitest';
import { bodyHashOf, outputHashOf, publishRequestSchema } from './publish-request.ts';

const parse = (body: unknown) => publishRequestSchema.safeParse(body);

describe('what a publish may ask for', () => {
  test('S50, S51: the body may be empty; the format is mp4 and music is on', () => {
    expect(publishRequestSchema.parse({})).toEqual({ format: 'mp4', includeMusic: true });
  });

  test.each([
    [{ quality: '8K' }],
    [{ format: 'avi' }],
    [{ qualty: '720p' }],
    [{ callbackUrl: 'https://example.com/hook', callbackSecret: 'short' }],
  ])('%j is refused', (body) => {
    expect(parse(body).success).toBe(false);
  });

  test('N29: the same body is the same publish, whatever the order of its fields', () => {
    const [a, b] = [
      { quality: '720p', includeMusic: false },
      { includeMusic: false, quality: '720p' },
    ];
    expect(bodyHashOf({ kind: 'publish', request: publishRequestSchema.parse(a) })).toBe(
      bodyHashOf({ kind: 'publish', request: publishRequestSchema.parse(b) }),
    );
    expect(bodyHashOf({ kind: 'publish', request: publishRequestSchema.parse(a) })).not.toBe(
      bodyHashOf({ kind: 'publish', request: publishRequestSchema.parse({}) }),
    );
  });

  test('N18: order of scenes, music, words and title all make another file', () => {
    const inputs = {
      title: 'T',
      format: 'mp4',
      quality: '1080p',
      scenes: [
        { renditionHash: 'a', title: 'A' },
        { renditionHash: 'b', title: 'B' },
      ],
      musicTrackId: 'trk_x',
      scriptHash: null,
      includeSoundEffects: true,
    };
    const hashes = [
      inputs,
      { ...inputs, scenes: inputs.scenes.toReversed() },
      { ...inputs, musicTrackId: null },
      { ...inputs, scriptHash: 's' },
      { ...inputs, title: 'U' },
      { ...inputs, includeSoundEffects: false },
    ].map(outputHashOf);
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(outputHashOf({ ...inputs })).toBe(hashes[0]);
  });
});
