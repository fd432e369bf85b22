import { expect, it } from 'vitest';
import { brandFonts } from './brand-fonts.ts';

const font = (family: string, isHeading: boolean, weight = 1) => ({ family, isHeading, weight });

it('N12: names the families of headings and of text, most used first', () => {
  const fonts = brandFonts([
    font('"Fraunces", Georgia, serif', true, 5),
    font('Inter, sans-serif', true, 2),
    font('Inter, sans-serif', false, 9),
  ]);
  expect(fonts).toEqual({ heading: ['Fraunces', 'Inter'], body: ['Inter'] });
});

it('N12: looks past system stacks, generic names and icon fonts', () => {
  expect(brandFonts([font('-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Acme Sans"', false)]).body).toEqual([
    'Acme Sans',
  ]);
  expect(brandFonts([font('Helvetica, Arial, sans-serif', false)]).body).toEqual(['Helvetica']);
  expect(brandFonts([font('"Font Awesome 6 Free"', false), font('system-ui', false)]).body).toEqual([]);
});

it('N12: knows names that a build made up', () => {
  expect(brandFonts([font('__Inter_a1b2c3, __Inter_Fallback_a1b2c3', false)]).body).toEqual(['Inter']);
});

it('N12: carries no markup of a page on', () => {
  expect(brandFonts([font('"<img src=x onerror=1>"', true)]).heading).toEqual(['img srcx onerror1']);
});
