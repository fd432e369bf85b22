import { describe, expect, test } from 'vitest';
import { sandboxRefusal, startOfDay } from './allowance.ts';

const now = new Date('2026-11-20T23:59:59.900Z');

describe('sandbox allowances', () => {
  test('S120: 20 scene renders and 5 exports a day fit exactly', () => {
    expect(sandboxRefusal({ sceneRenders: 16, exports: 4 }, { sceneRenders: 4, exports: 1 }, now)).toBeNull();
  });

  test('S119: what does not fit is refused as a whole, with limit, used, requested and the reset at 00:00 UTC', () => {
    expect(sandboxRefusal({ sceneRenders: 17, exports: 0 }, { sceneRenders: 4, exports: 1 }, now)).toMatchObject({
      code: 'SANDBOX_SCENE_RENDERS',
      limit: 20,
      used: 17,
      requested: 4,
      resetsAt: '2026-11-21T00:00:00.000Z',
    });
    expect(sandboxRefusal({ sceneRenders: 0, exports: 5 }, { sceneRenders: 0, exports: 1 }, now)).toMatchObject({
      code: 'SANDBOX_EXPORTS',
    });
  });

  test('S120: a day starts at 00:00 UTC', () => {
    expect(startOfDay(now)).toEqual(new Date('2026-11-20T00:00:00Z'));
  });
});
