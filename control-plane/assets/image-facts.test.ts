import { describe, expect, it } from 'vitest';
import { requirementProblem } from './image-facts.ts';

const facts = { mimeType: 'image/png', widthPx: 400, heightPx: 200, sizeBytes: 50_000 };

describe('image requirements', () => {
  it.each([
    [{}],
    [{ maxBytes: 50_000, minWidth: 400, minHeight: 200, mimeTypes: ['image/jpeg', 'image/png'] }],
    [{ maxBytes: 10 ** 12 }],
  ])('are met: %j', (requirements) => {
    expect(requirementProblem(facts, requirements)).toBeNull();
  });

  it.each([
    [{ maxBytes: 49_999 }, 'IMAGE_TOO_LARGE', /larger than/],
    [{ minWidth: 401 }, 'IMAGE_TOO_SMALL', /400 × 200 pixels; at least 401 × 0/],
    [{ minHeight: 201 }, 'IMAGE_TOO_SMALL', /at least 0 × 201/],
    [{ mimeTypes: ['image/svg+xml'] }, 'IMAGE_TYPE_NOT_ALLOWED', /image\/png cannot be used here/],
  ])('are not met: %j', (requirements, code, message) => {
    expect(requirementProblem(facts, requirements)).toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('never find a drawing too small', () => {
    expect(requirementProblem({ ...facts, mimeType: 'image/svg+xml', widthPx: 24 }, { minWidth: 512 })).toBeNull();
  });
});
