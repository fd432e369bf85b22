import type { CaptureSlot } from '@reelyard/shared/contracts/template.ts';
import { expect, test } from 'vitest';
import { componentRequest } from './component-request.ts';

const slot: CaptureSlot = {
  key: 'page',
  label: 'Page',
  kind: 'components',
  minComponents: 1,
  maxComponents: 3,
  widthPx: 1_440,
  heightPx: 900,
  wholePageBackground: false,
  scrolls: false,
};
const wanted = {
  focus: ['price'],
  selectors: [],
  frame: undefined,
  targetFill: 0.7,
  annotate: false,
  autoSelect: true,
};

test('S70: the node is told the shape of the slot and nothing of the template', () => {
  expect(componentRequest(slot, wanted)).toEqual({
    focus: ['price'],
    selectors: [],
    frame: 'auto',
    targetFill: 0.7,
    slot: { kind: 'components', minComponents: 1, maxComponents: 3, widthPx: 1_440, heightPx: 900 },
    annotate: false,
    autoSelect: true,
    fixedClock: null,
  });
});

test('S70: without a selection the parts are numbered in a picture', () => {
  expect(componentRequest(slot, { ...wanted, autoSelect: false })).toMatchObject({ annotate: true, autoSelect: false });
});

test('a slot that scrolls takes the whole page unless the caller says otherwise', () => {
  expect(componentRequest({ ...slot, scrolls: true }, wanted).frame).toBe('full');
  expect(componentRequest({ ...slot, scrolls: true }, { ...wanted, frame: 'current' }).frame).toBe('current');
});
