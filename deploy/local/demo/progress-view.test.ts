import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { bar, progressLines } from './progress-view.ts';
import type { PublishStatus } from './publish-status.ts';

const labels = [
  { title: 'Big claim', durationSeconds: 4 },
  { title: 'A template with a name that is far too long for its column', durationSeconds: 6 },
  { title: 'Statistic', durationSeconds: 4 },
];
const status: PublishStatus = {
  phase: 'rendering',
  message: '',
  render: {
    progressPercent: 40,
    scenes: [
      { sceneId: 'scn_a', position: 0, state: 'done', reused: true },
      { sceneId: 'scn_b', position: 1, state: 'rendering', progress: 50 },
      { sceneId: 'scn_c', position: 2, state: 'queued' },
    ],
  },
};
const plain = (lines: readonly string[]) => lines.map(stripVTControlCharacters);

describe('the picture of a publish', () => {
  it('has a line for each scene, the export, the whole, and the time left', () => {
    const lines = plain(progressLines(status, labels, 10_000, 80));
    expect(lines).toHaveLength(6);
    expect(lines[0]).toMatch(/^ {3}1 {2}Big claim .*reused$/);
    expect(lines[1]).toMatch(/…\s.*50 %$/);
    expect(lines[2]).toMatch(/Statistic .*waiting$/);
    expect(lines[3]).toMatch(/Joining, music, voice .*waiting$/);
    expect(lines[4]).toMatch(/Whole video .*27 %$/);
    expect(lines[5]).toMatch(/10\.0 s, about 27 s left/);
  });

  it.each([60, 80, 200])('keeps its columns in line and inside %d columns', (columns) => {
    const lines = plain(progressLines(status, labels, 10_000, columns));
    const bars = lines.slice(0, 5).map((line) => line.search(/[█·]/));
    expect(new Set(bars).size).toBe(1);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
  });

  it.each([-5, 0, 0.1, 33.3, 99.9, 100, 130])('draws a bar of 24 cells at %d %%', (percent) => {
    expect(stripVTControlCharacters(bar(percent))).toHaveLength(24);
  });
});
