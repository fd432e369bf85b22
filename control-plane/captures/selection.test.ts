import { describe, expect, test } from 'vitest';
import { storedImage } from '../test/stored-image.ts';
import {
  captureValue,
  cornerPx,
  isCountTaken,
  isOwnSelection,
  selectedCandidates,
  selectionProblems,
  shownAddress,
  stillValue,
} from './selection.ts';
import type { StoredCandidate } from './stored-capture.ts';

const candidate = (id: string, number: number): StoredCandidate => ({
  id,
  number,
  role: 'card',
  label: `Card ${number}`,
  selector: `#${id}`,
  box: { x: number, y: 0, width: 10, height: 10 },
  score: 1,
  text: '',
  component: storedImage('a'),
  componentBox: { x: number - 1, y: -1, width: 12, height: 12 },
  behind: storedImage('b'),
});
const candidates = [candidate('cmp_a', 1), candidate('cmp_b', 2), candidate('cmp_c', 3)];
const slot = { key: 'page', minComponents: 1, maxComponents: 2 };

describe('a selection', () => {
  test.each([
    [['cmp_a'], []],
    [['cmp_c', 'cmp_a'], []],
    [[], ['selectedComponentIds COMPONENT_COUNT']],
    [['cmp_a', 'cmp_b', 'cmp_c'], ['selectedComponentIds COMPONENT_COUNT']],
    [['cmp_a', 'cmp_a'], ['selectedComponentIds[1] DUPLICATE_COMPONENT']],
    [
      ['cmp_x', '1'],
      ['selectedComponentIds[0] UNKNOWN_COMPONENT', 'selectedComponentIds[1] UNKNOWN_COMPONENT'],
    ],
  ])('S71: %j has the problems %j', (ids, problems) => {
    const found = selectionProblems(candidates, slot, ids);
    expect(found.map(({ path, code }) => `${path} ${code}`)).toEqual(problems);
  });

  test('says how many the slot takes', () => {
    const message = (min: number, max: number): string =>
      selectionProblems(candidates, { key: 'page', minComponents: min, maxComponents: max }, [
        'cmp_a',
        'cmp_b',
        'cmp_c',
      ])[0]?.message ?? '';
    expect(message(1, 2)).toContain('1 to 2');
    expect(message(2, 2)).toContain('takes 2 component(s)');
    expect(message(0, 0)).toContain('select nothing');
    expect(isCountTaken({ ...slot, minComponents: 0 }, 0)).toBe(true);
  });

  test('keeps the order of the caller, in what is shown and in its plate', () => {
    expect(selectedCandidates({ candidates }, ['cmp_c', 'cmp_x', 'cmp_a']).map(({ id }) => id)).toEqual([
      'cmp_c',
      'cmp_a',
    ]);
    expect(isOwnSelection({ selectedIds: ['cmp_a', 'cmp_b'] }, ['cmp_b', 'cmp_a'])).toBe(true);
    expect(isOwnSelection({ selectedIds: ['cmp_a', 'cmp_b'] }, ['cmp_a'])).toBe(false);
  });

  test('lies on whole pixels of the picture', () => {
    expect(cornerPx({ x: 10.3, y: 0.2 }, 2)).toEqual({ leftPx: 21, topPx: 0 });
    expect(cornerPx({ x: -4, y: 7 }, 1.5)).toEqual({ leftPx: -6, topPx: 11 });
  });

  test('is shown with the box of its picture and the address without its query', () => {
    const page = { url: 'https://shop.example/pricing?token=secret#plans', title: 'Pricing', httpStatus: 200 };
    const frame = { mode: 'auto' as const, x: 0, y: 0, width: 100, height: 50, scrollY: 0, scale: 2 };
    const pictures = { page: storedImage('c'), plate: storedImage('d'), components: [storedImage('e')] };
    expect(captureValue({ page, frame, candidates }, ['cmp_b'], pictures)).toEqual({
      type: 'capture',
      page: storedImage('c'),
      scale: 2,
      plate: storedImage('d'),
      components: [{ picture: storedImage('e'), box: { x: 1, y: -1, width: 12, height: 12 }, label: 'Card 2' }],
      address: 'shop.example/pricing',
      title: 'Pricing',
    });
  });

  test.each([
    ['https://shop.example/', 'shop.example'],
    ['https://shop.example:8443/a/b/?q=1', 'shop.example:8443/a/b/'],
    ['about:blank', 'blank'],
    ['', ''],
  ])('the address bar shows %s as %s', (url, shown) => {
    expect(shownAddress(url)).toBe(shown);
  });

  test('S72: a still image is as wide as the window of its slot', () => {
    expect(stillValue({ ...storedImage('a'), widthPx: 720, heightPx: 900 }, { widthPx: 1_440 })).toMatchObject({
      scale: 0.5,
      plate: null,
      components: [],
    });
  });
});
