import { describe, expect, test } from 'vitest';
import { attachmentDisposition, safeFilename } from './content-disposition.ts';

describe('download names', () => {
  test.each([
    ['Launch day', 'Launch day.mp4'],
    ['../../etc/passwd', 'etc passwd.mp4'],
    ['a\r\nSet-Cookie: x', 'a Set-Cookie x.mp4'],
    ['  ...  ', 'video.mp4'],
    ['C:\\temp\\"x"', 'C temp x.mp4'],
    ['日本語のタイトル', '日本語のタイトル.mp4'],
    ['x'.repeat(500), `${'x'.repeat(120)}.mp4`],
  ])('S67: %j becomes a harmless file name', (title, expected) => {
    expect(safeFilename(title, 'mp4')).toBe(expected);
  });

  test('S67: a name beyond ASCII is sent twice, as RFC 5987 wants', () => {
    expect(attachmentDisposition("Café 日本 (Sandbox)'s.mp4")).toBe(
      `attachment; filename="Cafe __ (Sandbox)'s.mp4"; filename*=UTF-8''Caf%C3%A9%20%E6%97%A5%E6%9C%AC%20%28Sandbox%29%27s.mp4`,
    );
  });
});
