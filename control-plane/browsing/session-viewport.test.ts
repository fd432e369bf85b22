import { describe, expect, test } from 'vitest';
import { sessionViewport } from './session-viewport.ts';

describe('the window of a session', () => {
  test('S75: follows the first capture slot of the scene’s template', () => {
    expect(sessionViewport([{ widthPx: 1_280, heightPx: 960 }])).toEqual({
      widthPx: 1_280,
      heightPx: 960,
      isMobile: false,
    });
    expect(sessionViewport([{ widthPx: 390, heightPx: 844 }])).toMatchObject({ widthPx: 390, isMobile: true });
  });

  test('N34: is a desktop’s where no template asks for another', () => {
    expect(sessionViewport([])).toEqual({ widthPx: 1_440, heightPx: 900, isMobile: false });
  });
});
