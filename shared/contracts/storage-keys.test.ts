import { describe, expect, it } from 'vitest';
import { storageKeyPattern, storageKeys } from './storage-keys.ts';

describe('storage keys', () => {
  it('match the pattern that the store accepts', () => {
    const keys = [
      storageKeys.image('acc_1', 'a'.repeat(64), 'png'),
      storageKeys.mezzanine('acc_1', 'b'.repeat(64), '0c9e', 1, 'h264'),
      storageKeys.poster('acc_1', 'b'.repeat(64), '0c9e', 2),
      storageKeys.take('acc_1', 'c'.repeat(64), '0c9e', 1),
      storageKeys.exportFile('acc_1', 'exp_1', 1, 'vtt'),
    ];
    expect(keys.filter((key) => !storageKeyPattern.test(key))).toEqual([]);
  });

  it.each([
    '../etc/passwd',
    'a/../b',
    '/a',
    'a//b',
    'a/',
    '.hidden',
    'a/.b',
    'a\0b',
    'a b',
    'a\\b',
    'ä',
    '%2e%2e/a',
    '',
  ])('G11: the store refuses %j', (key) => {
    expect(storageKeyPattern.test(key)).toBe(false);
  });

  it('differ between attempts, so that a superseded attempt cannot overwrite the accepted file', () => {
    expect(storageKeys.mezzanine('a', 'h', 'j', 1, 'h264')).not.toBe(storageKeys.mezzanine('a', 'h', 'j', 2, 'h264'));
  });
});
