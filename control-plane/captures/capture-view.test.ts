import { expect, test } from 'vitest';
import { storedImage } from '../test/stored-image.ts';
import { captureSchema, selectionSchema } from './capture-bodies.ts';
import { captureView, selectionView, shownPictures } from './capture-view.ts';
import type { StoredComponents } from './stored-capture.ts';

const stored: StoredComponents = {
  kind: 'components',
  page: { url: 'https://shop.example/', title: 'Shop', httpStatus: 200 },
  frame: { mode: 'auto', x: 0, y: 0, width: 100, height: 50, scrollY: 0, scale: 2 },
  candidates: [
    {
      id: 'cmp_a',
      number: 1,
      role: 'card',
      label: 'Card',
      selector: '#a',
      box: { x: 0, y: 0, width: 10, height: 10 },
      score: 1,
      text: '',
      component: storedImage('b'),
      componentBox: { x: 0, y: 0, width: 10, height: 10 },
      behind: storedImage('c'),
    },
  ],
  selectedIds: ['cmp_a'],
  picture: storedImage('a'),
  plate: storedImage('d'),
  annotated: storedImage('e'),
  timingsMs: { openSession: 1, steps: 0, probe: 1, frame: 1, capture: 1, finalize: 1, browser: {} },
  slot: {
    key: 'page',
    label: 'Page',
    kind: 'components',
    minComponents: 1,
    maxComponents: 1,
    widthPx: 100,
    heightPx: 50,
    wholePageBackground: false,
    scrolls: false,
  },
  sessionId: null,
};
const urls = new Map(
  shownPictures(stored).map(({ storageKey, sha256 }) => [storageKey, `https://farm.test/${sha256[0]}`]),
);
const shown = {
  captureId: 'cap_1',
  selectedIds: ['cmp_a'],
  capturedAt: '2026-03-01T12:00:00.000Z',
  value: {
    type: 'capture' as const,
    page: storedImage('a'),
    scale: 2,
    plate: null,
    components: [],
    address: '',
    title: '',
  },
};
const scene = { sceneId: 'scn_1', slotKey: 'page', renderReady: true, shown };

test('S24: a capture is shown as its schema says, with addresses and without storage keys', () => {
  const view = captureView('cap_1', stored, scene, { urls, creditsCharged: 1 });
  expect(captureSchema.parse(view)).toEqual(view);
  expect(view).toMatchObject({
    selected: ['cmp_a'],
    screenshotUrl: 'https://farm.test/a',
    candidates: [{ imageUrl: 'https://farm.test/b' }],
    annotatedScreenshot: { url: 'https://farm.test/e' },
  });
  expect(JSON.stringify(view)).not.toContain('accounts/');
});

test('`selected` is what the scene shows of this very capture', () => {
  const other = { ...scene, shown: { ...shown, captureId: 'cap_0' } };
  expect(captureView('cap_1', stored, other, { urls, creditsCharged: 0 }).selected).toEqual([]);
  expect(captureView('cap_1', stored, { ...scene, shown: null }, { urls, creditsCharged: 0 }).selected).toEqual([]);
});

test('S71: a selection says what the scene shows now', () => {
  const view = selectionView(scene, urls);
  expect(selectionSchema.parse(view)).toEqual(view);
  expect(view).toMatchObject({ captureId: 'cap_1', selected: ['cmp_a'], renderReady: true });
});
