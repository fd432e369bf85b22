import { describe, expect, it } from 'vitest';
import { bytesOfDataUri } from './data-uri.ts';

const textOf = (uri: string): string | null | undefined => {
  const result = bytesOfDataUri(uri);
  return result === null ? undefined : (result.bytes?.toString('utf8') ?? null);
};

describe('data URI', () => {
  it.each([
    ['data:image/png;base64,aGVsbG8=', 'hello'],
    ['data:image/png;base64,aGVsbG8', 'hello'],
    ['DATA:image/svg+xml;charset=utf-8;base64,aGVs bG8%3D', 'hello'],
    ['data:image/svg+xml,%3Csvg%2F%3E', '<svg/>'],
    ['data:image/svg+xml;utf8,<svg/>', '<svg/>'],
    ['data:,', ''],
  ])('reads %s', (uri, text) => {
    expect(textOf(uri)).toBe(text);
  });

  it.each(['data:image/png;base64', 'data:image/png;base64,a*b', 'data:image/svg+xml,%E0%A4%A', 'data:nonsense'])(
    'finds no bytes in %s',
    (uri) => {
      expect(textOf(uri)).toBeNull();
    },
  );

  it('leaves addresses alone', () => {
    expect(textOf('https://example.com/data:image/png;base64,aGVsbG8=')).toBeUndefined();
  });
});
