import type { CaptureSlot } from '@reelyard/shared/contracts/template.ts';
import { describe, expect, test } from 'vitest';
import { storedImage } from '../test/stored-image.ts';
import { captureStateOf, carryCaptures, pendingCapturesOf, pendingSlots, type SceneCapture } from './scene-capture.ts';

const slot = (over: Partial<CaptureSlot> = {}): CaptureSlot => ({
  key: 'page',
  label: 'Page',
  kind: 'components',
  minComponents: 1,
  maxComponents: 3,
  widthPx: 1_440,
  heightPx: 900,
  wholePageBackground: false,
  scrolls: false,
  ...over,
});
const capture = (componentCount: number, captureId: string | null = 'cap_1'): SceneCapture => ({
  captureId,
  selectedIds: [],
  capturedAt: '2026-03-01T12:00:00.000Z',
  value: {
    type: 'capture',
    page: storedImage('a'),
    scale: 2,
    plate: null,
    components: Array.from({ length: componentCount }, () => ({
      picture: storedImage('b'),
      box: { x: 0, y: 0, width: 1, height: 1 },
      label: 'Part',
    })),
    address: '',
    title: '',
  },
});
const template = (...captureSlots: CaptureSlot[]) => ({ captureSlots });

describe('the captures of a scene', () => {
  test('N11: a scene is ready when every slot shows something', () => {
    const two = template(slot(), slot({ key: 'detail' }));
    expect(captureStateOf(template(), {})).toBe('none');
    expect(captureStateOf(two, { page: capture(1) })).toBe('pending');
    expect(pendingSlots(two, { page: capture(1) })).toEqual(['detail']);
    expect(captureStateOf(two, { page: capture(1), detail: capture(1) })).toBe('ready');
  });

  test.each<[string, CaptureSlot | null, number, string | null, boolean]>([
    ['the same slot', slot(), 2, 'cap_1', true],
    ['no slot', null, 2, 'cap_1', false],
    ['a slot of another key', slot({ key: 'screen' }), 2, 'cap_1', false],
    ['a slot of another kind', slot({ kind: 'page' }), 2, 'cap_1', false],
    ['a wider window', slot({ widthPx: 1_500 }), 2, 'cap_1', false],
    ['a higher window', slot({ heightPx: 901 }), 2, 'cap_1', false],
    ['a slot that scrolls', slot({ scrolls: true }), 2, 'cap_1', false],
    ['a slot for fewer parts', slot({ maxComponents: 1 }), 2, 'cap_1', false],
    ['a slot for more parts', slot({ minComponents: 3 }), 2, 'cap_1', false],
    ['a slot that takes a still image', slot({ wholePageBackground: true }), 0, null, true],
    ['a slot that takes no still image', slot(), 0, null, false],
  ])('N24: a template with %s: the capture is kept or dropped', (_what, to, count, captureId, isKept) => {
    const captures = { page: capture(count, captureId) };
    const kept = carryCaptures(captures, template(slot()), template(...(to === null ? [] : [to])));
    expect(Object.keys(kept)).toEqual(isKept ? ['page'] : []);
  });

  test('S73: pending scenes are listed by position with why', () => {
    const scene = { id: 'scn_1', position: 0, templateSlug: 'pop-out', captures: {}, capturesDropped: false };
    const scenes = [
      scene,
      { ...scene, id: 'scn_2', position: 1, captures: { page: capture(1) } },
      { ...scene, id: 'scn_3', position: 2, capturesDropped: true },
    ];
    expect(pendingCapturesOf(scenes, () => template(slot()))).toEqual([
      { sceneId: 'scn_1', position: 0, templateId: 'tpl_pop-out', slots: ['page'], reason: 'never' },
      { sceneId: 'scn_3', position: 2, templateId: 'tpl_pop-out', slots: ['page'], reason: 'template_changed' },
    ]);
  });
});
