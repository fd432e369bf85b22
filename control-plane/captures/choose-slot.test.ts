import type { CaptureSlot } from '@reelyard/shared/contracts/template.ts';
import { expect, test } from 'vitest';
import type { SceneCapture } from '../projects/scene-capture.ts';
import { storedImage } from '../test/stored-image.ts';
import { chooseSlot } from './choose-slot.ts';

const slot = (key: string): CaptureSlot => ({
  key,
  label: key,
  kind: 'page',
  minComponents: 0,
  maxComponents: 0,
  widthPx: 1_440,
  heightPx: 900,
  wholePageBackground: true,
  scrolls: false,
});
const shown: SceneCapture = {
  captureId: null,
  selectedIds: [],
  capturedAt: '2026-03-01T12:00:00.000Z',
  value: { type: 'capture', page: storedImage('a'), scale: 1, plate: null, components: [], address: '', title: '' },
};
const template = { name: 'Two pages', captureSlots: [slot('before'), slot('after')] };

test('the slot that is named, else the first that shows nothing, else the first', () => {
  expect(chooseSlot(template, {}, 'after')).toMatchObject({ slot: { key: 'after' } });
  expect(chooseSlot(template, {}, undefined)).toMatchObject({ slot: { key: 'before' } });
  expect(chooseSlot(template, { before: shown }, undefined)).toMatchObject({ slot: { key: 'after' } });
  expect(chooseSlot(template, { before: shown, after: shown }, undefined)).toMatchObject({ slot: { key: 'before' } });
});

test('an unknown slot is answered with those that there are', () => {
  expect(chooseSlot(template, {}, 'middle')).toMatchObject({
    problem: { path: 'slotKey', code: 'UNKNOWN_SLOT', allowed: ['before', 'after'] },
  });
  expect(chooseSlot({ ...template, captureSlots: [] }, {}, undefined)).toMatchObject({
    problem: { code: 'NO_CAPTURE_SLOT' },
  });
});
