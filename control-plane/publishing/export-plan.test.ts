import type { TemplateManifest } from '@reelyard/shared/contracts/template.ts';
import { templates } from '@reelyard/shared/templates/catalog.ts';
import { describe, expect, test } from 'vitest';
import { exportPayload } from './export-plan.ts';
import { noMusic, type Publish, type PublishScene } from './snapshot.ts';

const [template] = templates;
if (!template) throw new Error('no template');
const manifest: TemplateManifest = template.manifest;

const publish: Publish = {
  id: 'pub_1',
  projectId: 'prj_1',
  accountId: 'acc_1',
  keyId: 'key_1',
  userId: null,
  environment: 'live',
  kind: 'publish',
  state: 'rendering',
  title: 'Launch',
  aspectRatio: '16:12',
  quality: '4K',
  requestedQuality: '4K',
  format: 'webm',
  watermark: false,
  music: { trackId: 'trk_a', title: 'A', artist: 'B', source: 'kept' },
  voiceId: null,
  includeSoundEffects: true,
  bodyHash: 'b',
  outputHash: 'o',
  scriptHash: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
};
const scene = (sceneId: string, voiceoverText: string | null): PublishScene => ({
  sceneId,
  position: 0,
  title: sceneId,
  templateSlug: manifest.slug,
  templateVersion: manifest.version,
  values: {},
  voiceoverText,
  inputHash: 'i',
  renditionHash: 'r',
  widthPx: 2880,
  heightPx: 2160,
  fps: 30,
  frameCount: 90,
  durationSeconds: 3,
  state: 'done',
  reused: false,
  jobId: null,
  holdId: null,
  creditRefunded: false,
  failure: null,
  rendition: {
    id: 'rnd_1',
    mezzanineKey: `k/${sceneId}`,
    posterKey: 'p',
    frameCount: 90,
    durationSeconds: 3,
    parameterSetsHash: 'h',
    renderMs: 1,
  },
  isLeased: false,
  doneFrameCount: 0,
  attemptCount: 1,
  nodeId: null,
});
const segment = (sceneId: string, text: string) => ({
  sceneId,
  text,
  startSeconds: 0,
  endSeconds: 1,
  fits: true,
  words: [],
});
const payloadOf = (
  scenes: readonly PublishScene[],
  over: Partial<Publish> = {},
  take: Parameters<typeof exportPayload>[3] = null,
) => exportPayload({ ...publish, ...over }, scenes, () => manifest, take);

describe('the assembly of a publish', () => {
  test('S4, N8: names every scene in order, at the size of its quality and in the codec of its format', () => {
    const payload = payloadOf([scene('a', null), scene('b', null)]);
    expect(payload).toMatchObject({
      container: 'webm',
      codec: 'vp9',
      widthPx: 2880,
      heightPx: 2160,
      fps: 30,
      music: { trackId: 'trk_a' },
    });
    expect(payload.scenes.map((each) => each.mezzanineKey)).toEqual(['k/a', 'k/b']);
    expect(payload.scenes[0]).toMatchObject({
      soundCues: manifest.soundCues,
      posterAtSeconds: manifest.posterAtSeconds,
    });
  });

  test('S51: without music there is none', () => {
    expect(payloadOf([scene('a', null)], { music: noMusic }).music).toBeNull();
  });

  test('a take that was made for another project speaks for our scenes', () => {
    const take = { takeKey: 't', segments: [segment('x', 'One.'), segment('y', 'Two.')] };
    const { narration } = payloadOf([scene('a', 'One.'), scene('b', null), scene('c', 'Two.')], {}, take);
    expect(narration?.segments.map((each) => each.sceneId)).toEqual(['a', 'c']);
  });

  test('a scene that was not drawn cannot be assembled', () => {
    expect(() => payloadOf([{ ...scene('a', null), rendition: null }])).toThrow('was not drawn');
  });
});
