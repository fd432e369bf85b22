import { describe, expect, it } from 'vitest';
import { imageFormatOf } from './image-format.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('image format', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'png'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'jpeg'],
    ['RIFF\x24\0\0\0WEBPVP8 ', 'webp'],
    ['GIF87a', 'gif'],
    ['GIF89a', 'gif'],
    ['\0\0\0\x1cftypavif\0\0\0\0', 'avif'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'svg'],
    ['\n <?xml version="1.0"?>\n<!-- a > b --><!DOCTYPE svg [<!ENTITY a "b">]>\n<svg:svg>', 'svg'],
    ['\xef\xbb\xbf<svg>', 'svg'],
  ] as const)('knows %j', (text, format) => {
    expect(imageFormatOf(bytes(text))).toBe(format);
  });

  it.each([
    '',
    'GIF',
    '<!doctype html><svg>',
    '<html><svg></svg></html>',
    '%PDF-1.7',
    'II*\0',
    '\0\0\0\x1cftypheic',
    '\0\0\0\x1cftypmp42',
    '<?xml version="1.0"?><rss/>',
    '<svgx>',
    '\x1f\x8b\x08',
  ])('does not take %j for an image', (text) => {
    expect(imageFormatOf(bytes(text))).toBeNull();
  });

  it('is not held up by an opening that never ends', () => {
    for (const text of ['<!--'.repeat(5_000), '<!DOCTYPE '.repeat(5_000), ' '.repeat(20_000), '<?xml '.repeat(5_000)])
      expect(imageFormatOf(bytes(text))).toBeNull();
  });
});
