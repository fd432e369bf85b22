import type { LayerValues } from '@reelyard/shared/contracts/layer-value.ts';
import { templates } from '@reelyard/shared/templates/catalog.ts';
import { describe, expect, test } from 'vitest';
import type { SceneForPublish } from '../projects/operations.ts';
import { snapshotsOf } from './scene-snapshots.ts';

const [template] = templates;
if (!template) throw new Error('no template');
const { manifest } = template;

const project = {
  id: 'prj_1',
  accountId: 'acc_1',
  environment: 'live' as const,
  title: 'T',
  status: 'RENDER_PENDING' as const,
  aspectRatio: manifest.aspectRatio,
  brandId: null,
  musicTrackId: null,
  voiceId: null,
  narrationSpeed: 1,
  revision: 1,
  createdAt: new Date(0),
  updatedAt: new Date(0),
};
const scene = (id: string, text: string, title: string | null = null, fps = manifest.fps): SceneForPublish => {
  const values: LayerValues = { headline: { type: 'text', text } };
  return {
    scene: {
      id,
      position: 0,
      templateSlug: manifest.slug,
      templateVersion: manifest.version,
      title,
      voiceoverText: null,
      parameters: {},
      images: {},
      captures: {},
      capturesDropped: false,
    },
    manifest: { ...manifest, fps },
    values,
    autoFilled: [],
    problems: [],
    pendingCapture: null,
  };
};
const shape = { watermark: false, format: 'mp4' as const, quality: '1080p' as const };
const hashes = (scenes: SceneForPublish[], over: Partial<typeof shape> | object = {}) =>
  snapshotsOf({ project, scenes }, { ...shape, ...over }).map(({ inputHash, renditionHash }) => [
    inputHash,
    renditionHash,
  ]);

describe('scene snapshots', () => {
  test('S46: a title that no layer draws from changes nothing that is drawn', () => {
    expect(hashes([scene('a', 'x', 'One')])).toEqual(hashes([scene('b', 'x', 'Two')]));
  });

  test('S47: another text, and the watermark, are other inputs', () => {
    const [[plain] = []] = hashes([scene('a', 'x')]);
    expect(hashes([scene('a', 'y')])[0]?.[0]).not.toBe(plain);
    expect(hashes([scene('a', 'x')], { watermark: true })[0]?.[0]).not.toBe(plain);
  });

  test('another size or codec is another rendition of the same inputs', () => {
    const [[inputs, rendition] = []] = hashes([scene('a', 'x')]);
    for (const over of [{ quality: '720p' }, { format: 'webm' }]) {
      const [[sameInputs, otherRendition] = []] = hashes([scene('a', 'x')], over);
      expect(sameInputs).toBe(inputs);
      expect(otherRendition).not.toBe(rendition);
    }
  });

  test('every scene of a video has one frame rate and whole frames', () => {
    const snapshots = snapshotsOf({ project, scenes: [scene('a', 'x', null, 24), scene('b', 'y', null, 30)] }, shape);
    expect(snapshots.map(({ fps }) => fps)).toEqual([30, 30]);
    for (const { frameCount, durationSeconds } of snapshots) expect(frameCount).toBe(Math.round(durationSeconds * 30));
  });
});
