import { describe, expect, it } from 'vitest';
import type { LottieScene } from '../templates/template.ts';
import { fillScene, retimeScene } from './fill-scene.ts';

const scene: LottieScene = {
  v: '5.9.0',
  nm: 'test',
  fr: 30,
  ip: 0,
  op: 90,
  w: 100,
  h: 100,
  ddd: 0,
  fonts: { list: [] },
  assets: [
    { id: 'picture', sid: 'picture', p: 'default' },
    { id: 'clip', layers: [{ ty: 2, nm: 'inner', ind: 1, refId: 'picture', needs: 'picture', ip: 0, op: 90 }] },
    { id: 'unused', sid: 'unused', p: 'default' },
  ],
  layers: [
    { ty: 0, nm: 'clip', ind: 1, refId: 'clip', ip: 0, op: 90, needs: 'picture' },
    { ty: 3, nm: 'root', ind: 2, needs: 'card', ip: 0, op: 90 },
    {
      ty: 4,
      nm: 'child',
      ind: 3,
      parent: 2,
      ip: 10,
      op: 90,
      ks: {
        p: {
          a: 1,
          k: [
            { t: 10, s: [0] },
            { t: 20, s: [1] },
          ],
        },
        o: { k: 1, sid: 'child.o' },
      },
    },
  ],
  slots: { picture: { p: { p: 'default' } }, unused: { p: 1 }, 'child.o': { p: { k: 1 } } },
};

describe('fillScene', () => {
  it('fills slots and keeps what is not named', () => {
    const filled = fillScene(scene, {
      slots: new Map([['picture', { p: 'filled' }]]),
      shown: new Set(['picture', 'card']),
    });
    expect(filled.slots).toEqual({ picture: { p: { p: 'filled' } }, 'child.o': { p: { k: 1 } } });
  });

  it('leaves out what needs a part that is not shown, with its children, assets and slots', () => {
    const filled = fillScene(scene, { slots: new Map(), shown: new Set() });
    expect(filled.layers).toEqual([]);
    expect(filled.assets).toEqual([]);
    expect(filled.slots).toEqual({});
  });
});

describe('retimeScene', () => {
  it('maps frame i of the document to frame i of the video', () => {
    const twice = retimeScene(scene, 60);
    expect([twice.fr, twice.op]).toEqual([60, 180]);
    expect(twice.layers[2]).toMatchObject({ ip: 20, op: 180, ks: { p: { k: [{ t: 20 }, { t: 40 }] } } });
    expect(twice.assets[1]?.layers?.[0]).toMatchObject({ op: 180 });
  });

  it('changes nothing at the rate of the template', () => {
    expect(retimeScene(scene, 30)).toBe(scene);
  });
});
