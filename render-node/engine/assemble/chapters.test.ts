import { expect, test } from 'vitest';
import { metadataFile } from './chapters.ts';

const lines = (text: string): string[] => text.split('\n');

test('a title cannot end its line, open a section or hide behind a comment', () => {
  const file = metadataFile('a\n[CHAPTER]\u0000;b=#\\', []);
  expect(lines(file)).toEqual([';FFMETADATA1', 'title=a [CHAPTER] \\;b\\=\\#\\\\', '']);
});

test('every scene is a chapter in milliseconds, and one without a title is named by its place', () => {
  const file = metadataFile('t', [
    { title: 'First', startSeconds: 0, endSeconds: 1.5 },
    { title: ' \u0007 ', startSeconds: 1.5, endSeconds: 3 },
  ]);
  expect(lines(file).filter((line) => /^(START|END|title)/u.test(line))).toEqual([
    'title=t',
    'START=0',
    'END=1500',
    'title=First',
    'START=1500',
    'END=3000',
    'title=Scene 2',
  ]);
});

test('a long title is cut between characters, never inside an emoji', () => {
  const [, title] = lines(metadataFile('🎬'.repeat(300), []));
  expect(Array.from(title ?? '')).toHaveLength('title='.length + 200);
});
