import { describe, expect, it } from 'vitest';
import { brandInputSchema, brandPatchSchema } from './brand-input.ts';

describe('brand input', () => {
  it('writes colours as #rrggbb in small letters', () => {
    expect(brandInputSchema.parse({ primaryColor: '#ABC', secondaryColor: ' #A1B2C3 ' })).toEqual({
      primaryColor: '#aabbcc',
      secondaryColor: '#a1b2c3',
    });
  });

  it.each(['red', '#12345', '#gggggg', '1d4ed8', '#1d4ed8ff', ''])('refuses the colour "%s"', (primaryColor) => {
    expect(brandInputSchema.safeParse({ primaryColor }).success).toBe(false);
  });

  it('N54: refuses a field that it does not know', () => {
    expect(brandInputSchema.safeParse({ logoURL: 'https://example.com/a.png' }).success).toBe(false);
    expect(brandPatchSchema.safeParse({ websiteUrl: 'https://example.com' }).success).toBe(false);
  });

  it('takes null in a patch, and not in a new brand', () => {
    expect(brandPatchSchema.safeParse({ logoUrl: null, tone: null }).success).toBe(true);
    expect(brandInputSchema.safeParse({ logoUrl: null }).success).toBe(false);
  });
});
