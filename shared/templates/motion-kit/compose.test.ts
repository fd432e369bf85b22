import { describe, expect, it } from 'vitest';
import { compose } from './compose.ts';
import { imageLayer, nullLayer, shapeLayer } from './layer.ts';
import { moving, still } from './property.ts';
import { fill, group, rectangle } from './shape.ts';

const timing = { aspectRatio: '16:12', durationSeconds: 2, fps: 30 } as const;
const theme = { style: 'style', primary: 'a', secondary: 'b', font: 'c' };

describe('compose', () => {
  it('numbers layers from the top, resolves parents by name and collects every slot', () => {
    const { scene } = compose('test', timing, theme, [
      {
        layers: [imageLayer({ name: 'picture', parent: 'root', position: still([1, 2], 'picture.place') }, 'picture')],
        assets: [{ id: 'picture', image: true }],
      },
      {
        layers: [
          shapeLayer({ name: 'box' }, [group([rectangle(still([4, 4]), 1), fill('accent')])]),
          nullLayer({ name: 'root' }),
        ],
      },
    ]);
    expect(scene.layers.map((layer) => [layer.nm, layer['ind'], layer['parent']])).toEqual([
      ['picture', 1, 3],
      ['box', 2, undefined],
      ['root', 3, undefined],
    ]);
    expect(Object.keys(scene.slots).sort()).toEqual(['color.accent', 'picture', 'picture.place']);
    expect([scene.w, scene.h, scene.op]).toEqual([1440, 1080, 60]);
  });

  it('refuses a parent that is not there and two layers of one name', () => {
    expect(() => compose('test', timing, theme, [{ layers: [nullLayer({ name: 'a', parent: 'none' })] }])).toThrow(
      /no parent/u,
    );
    expect(() =>
      compose('test', timing, theme, [{ layers: [nullLayer({ name: 'a' }), nullLayer({ name: 'a' })] }]),
    ).toThrow(/share a name/u);
  });

  it('writes curves as Lottie handles: out of one keyframe, into the next', () => {
    expect(moving({ frame: -5, value: [0, 10], easing: 'exit' }, { frame: 7, value: [0, 0] })).toEqual({
      a: 1,
      k: [
        { t: -5, s: [0, 10], o: { x: [0.7, 0.7], y: [0, 0] }, i: { x: [0.84, 0.84], y: [0, 0] } },
        { t: 7, s: [0, 0] },
      ],
    });
  });
});
