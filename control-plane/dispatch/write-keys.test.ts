import { jobKinds, jobs, type PayloadOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import { storageKeyPattern } from '@reelyard/shared/contracts/storage-keys.ts';
import { describe, expect, test } from 'vitest';
import { isWriteOf, missingWrites, writeKeysOf } from './write-keys.ts';

const identity = { accountId: 'acc_1', jobId: '0190a0b0-0000-7000-8000-000000000001', attempt: 2 };

const payloads: { [K in (typeof jobKinds)[number]]: PayloadOf<K> } = {
  'scene.render': {
    sceneId: 'scn_1',
    templateSlug: 'hook',
    templateVersion: 1,
    values: {},
    watermark: false,
    widthPx: 1920,
    heightPx: 1080,
    fps: 30,
    codec: 'vp9',
    renditionHash: 'ab12',
  },
  'narration.synthesize': { voiceId: 'voi_a', scriptHash: 'cd34', lines: [], totalSeconds: 4 },
  'export.assemble': {
    exportId: 'exp_1',
    title: 'T',
    container: 'mp4',
    codec: 'h264',
    widthPx: 1920,
    heightPx: 1080,
    fps: 30,
    scenes: [],
    music: null,
    narration: null,
    includeSoundEffects: true,
  },
  'page.capture': {
    captureId: 'cap_1',
    url: 'https://example.com/',
    selector: null,
    viewport: { widthPx: 1440, heightPx: 900, isMobile: false },
  },
  'brand.read': { brandReadId: 'brr_1', url: 'https://example.com/' },
};

describe('keys of results', () => {
  test.each(jobKinds)('B4: every file of %s has a valid key of its own for every attempt', (kind) => {
    const keysOf = (attempt: number) => Object.values(writeKeysOf(kind, payloads[kind], { ...identity, attempt }));
    const first = keysOf(1).map(({ key }) => key);
    const second = keysOf(2).map(({ key }) => key);
    expect(new Set([...first, ...second]).size).toBe(2 * jobs[kind].writes.length);
    for (const key of [...first, ...second]) expect(key).toMatch(storageKeyPattern);
  });

  test('only captions may be left out of an export', () => {
    const keys = writeKeysOf('export.assemble', payloads['export.assemble'], identity);
    expect(missingWrites(keys, [])).toEqual(['video', 'thumbnail']);
    expect(missingWrites(keys, ['video', 'thumbnail'])).toEqual([]);
  });

  test('a name that the kind does not write is told', () => {
    expect(isWriteOf('scene.render', 'poster')).toBe(true);
    expect(isWriteOf('scene.render', 'captionsSrt')).toBe(false);
  });
});
