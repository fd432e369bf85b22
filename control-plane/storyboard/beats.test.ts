import { templates } from '@reelyard/shared/templates/catalog.ts';
import { expect, test } from 'vitest';
import { angleOf, bestCast, castPieces, openPieces } from './beats.ts';
import type { Piece } from './scene-content.ts';

const manifests = templates.map(({ manifest }) => manifest).filter(({ aspectRatio }) => aspectRatio === '16:9');
const piece = (beats: Piece['beats'], rank: number, headline = 'A claim'): Piece => ({
  beats,
  content: { headline },
  lines: [headline],
  rank,
});
const hook = piece([['claim', 'hook']], 0);
const call = piece([['button', 'cta']], 1);
const statement = (rank: number) =>
  piece(
    [
      ['claim', 'transition'],
      ['figure', 'proof'],
    ],
    rank,
  );
const slugs = (pieces: readonly Piece[]): string[] =>
  castPieces(openPieces(pieces, manifests)).map(({ manifest }) => manifest.slug);

test('no template stands twice in a row, and each once if it can be', () => {
  expect(slugs([hook, statement(10), call])).toEqual(['big-claim', 'counting-statistic', 'big-button']);
  expect(slugs([hook, statement(10), statement(11), statement(12), call])).toEqual([
    'big-claim',
    'counting-statistic',
    'big-claim',
    'counting-statistic',
    'big-button',
  ]);
});

test('what nothing can show beside its neighbours is left out', () => {
  expect(slugs([hook, piece([['claim', 'transition']], 10), call])).toEqual(['big-claim', 'big-button']);
});

test('neighbours are told in turn where they are better shown so', () => {
  const figure = {
    value: 40,
    decimals: 0,
    prefix: '',
    suffix: '',
    label: 'Artists',
    spoken: '',
    sentence: '40 artists',
  };
  const counted: Piece = {
    ...statement(11),
    beats: [
      ['figure', 'proof'],
      ['claim', 'transition'],
    ],
    content: { headline: '40 artists', figure },
  };
  const cast = castPieces(openPieces([hook, statement(10), counted, call], manifests));
  expect(cast.map(({ piece: { content } }) => content.figure !== undefined)).toEqual([false, true, false, false]);
});

test('of the pieces that matter most as many are kept as come near to the target', () => {
  const pieces = [hook, ...[10, 11, 12, 13, 14].map(statement), call];
  const seconds = (target: number, maxScenes = 12): number[] =>
    bestCast(pieces, manifests, { maxScenes, targetDurationSeconds: target }).map(
      ({ manifest }) => manifest.durationSeconds,
    );
  expect(seconds(10)).toEqual([4.5, 4.5]);
  expect(seconds(24)).toHaveLength(5);
  expect(seconds(180)).toHaveLength(7);
  expect(seconds(180, 3)).toHaveLength(3);
});

test('the story is told in a sentence', () => {
  expect(angleOf(['hook', 'problem', 'cta', 'cta'])).toBe(
    'Opens with a claim, names the problem and says what to do next.',
  );
  expect(angleOf(['hook'])).toBe('Opens with a claim.');
});
