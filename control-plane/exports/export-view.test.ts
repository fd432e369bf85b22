import { describe, expect, test } from 'vitest';
import { exportPercent, exportStatusOf, exportView } from './export-view.ts';
import type { Export } from './store.ts';

const row: Export = {
  id: 'exp_1',
  publishId: 'pub_1',
  projectId: 'prj_1',
  accountId: 'acc_1',
  environment: 'test',
  title: 'T',
  quality: '720p',
  requestedQuality: '1080p',
  format: 'mp4',
  widthPx: 1280,
  heightPx: 720,
  fps: 30,
  watermarked: true,
  holdId: null,
  status: 'QUEUED',
  isLeased: false,
  doneFraction: 0,
  creditsCharged: 0,
  fileKey: null,
  thumbnailKey: null,
  captionsSrtKey: null,
  captionsVttKey: null,
  sha256: null,
  sizeBytes: null,
  durationSeconds: null,
  failure: null,
  createdAt: new Date('2026-11-20T10:00:00Z'),
  startedAt: null,
  finishedAt: null,
};
const none = { outputUrl: null, thumbnailUrl: null, captionsSrtUrl: null, captionsVttUrl: null };

describe('exports as callers see them', () => {
  test('N13: a queued export that a node holds is processing', () => {
    expect(exportStatusOf(row)).toBe('QUEUED');
    expect(exportStatusOf({ ...row, isLeased: true })).toBe('PROCESSING');
    expect(exportStatusOf({ ...row, status: 'SUCCESS', isLeased: true })).toBe('SUCCESS');
  });

  test('S21: 100 percent is said only when the file is there', () => {
    expect(exportPercent({ status: 'QUEUED', doneFraction: 1 })).toBe(99);
    expect(exportPercent({ status: 'SUCCESS', doneFraction: 0.2 })).toBe(100);
  });

  test('S21, S30: outputUrl is present exactly when the status is SUCCESS; errorMessage is null without an error', () => {
    expect(exportView(row, none)).not.toHaveProperty('outputUrl');
    expect(exportView(row, none).errorMessage).toBeNull();
    expect(exportView({ ...row, status: 'SUCCESS' }, { ...none, outputUrl: 'https://x' }).outputUrl).toBe('https://x');
  });

  test('S108: sandbox exports say so', () => {
    expect(exportView(row, none)).toMatchObject({ sandbox: true, quality: '720p', requestedQuality: '1080p' });
  });
});
