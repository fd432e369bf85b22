import { describe, expect, it } from 'vitest';
import * as problems from './image-problem.ts';

describe('image problems', () => {
  it.each([
    ['ADDRESS_NOT_PUBLIC', 'IMAGE_ADDRESS_REFUSED'],
    ['SCHEME_NOT_ALLOWED', 'IMAGE_ADDRESS_REFUSED'],
    ['NAME_NOT_RESOLVED', 'IMAGE_UNREACHABLE'],
    ['TOO_MANY_REDIRECTS', 'IMAGE_UNREACHABLE'],
    ['TIMED_OUT', 'IMAGE_TIMEOUT'],
  ] as const)('%s is %s, in the words of the refusal', (refusal, code) => {
    expect(problems.notFetched(refusal, 'What to do.', 1_000)).toEqual({ code, message: 'What to do.' });
  });

  it('names the limit that a file is over', () => {
    expect(problems.notFetched('BODY_TOO_LARGE', 'Too large.', 20 * 1024 * 1024).message).toContain('20 MB');
    expect(problems.tooLarge(1.5 * 1024 * 1024).message).toContain('1.5 MB');
    expect(problems.tooManyPixels(16_000, 16_000).message).toContain('16000 × 16000');
    expect(problems.tooSmall(10, 20, 30, 40).message).toContain('at least 30 × 40');
  });

  it('lists the types that can be used instead', () => {
    expect(problems.notAnImage().allowed).toContain('image/svg+xml');
    expect(problems.typeNotAllowed('image/gif', ['image/png', 'image/jpeg']).message).toContain(
      'image/png or image/jpeg',
    );
  });
});
