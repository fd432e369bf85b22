import { describe, expect, test } from 'vitest';
import { isSceneRefunded, sceneErrorText } from './refund.ts';

describe('refunds', () => {
  test.each([
    ['input', 'prepare', true],
    ['engine', 'prepare', true],
    ['input', 'render', false],
    ['input', 'encode', false],
    ['engine', 'render', true],
    ['node', 'render', true],
    ['storage', 'upload', true],
  ] as const)('S59, N51: a scene ended by %s in %s is refunded: %s', (blame, stage, refunded) => {
    expect(isSceneRefunded({ blame, stage })).toBe(refunded);
  });

  test('S59: the error says "Credit refunded" word for word', () => {
    expect(sceneErrorText('Layer "logo" could not be resolved.', true)).toBe(
      'Layer "logo" could not be resolved. Credit refunded.',
    );
    expect(sceneErrorText('The node went away', true)).toBe('The node went away. Credit refunded.');
    expect(sceneErrorText('The picture is too complex', false)).toBe('The picture is too complex.');
  });
});
