import { describe, expect, it } from 'vitest';
import { siteName } from './site-name.ts';

const named = (name: string, domain = 'nordlys.example') => siteName([{ source: 'title', name }], domain);

describe('the name of a website', () => {
  it.each([
    ['Nordlys', 'Nordlys'],
    ['Nordlys | Light for teams', 'Nordlys'],
    ['Light for teams – Nordlys', 'Nordlys'],
    ['Home - Nordlys', 'Nordlys'],
    ['Nordlys: plan your week', 'Nordlys'],
    ['  Nordlys   Labs ', 'Nordlys Labs'],
    ['Spider-Man', 'Spider-Man'],
  ])('N12: "%s" is %s', (title, name) => {
    expect(named(title)).toBe(name);
  });

  it('takes the source that is trusted most and says something', () => {
    const names = [
      { source: 'structured data', name: ' ' },
      { source: 'og:site_name', name: 'Nordlys' },
      { source: 'title', name: 'Welcome' },
    ];
    expect(siteName(names, 'nordlys.example')).toBe('Nordlys');
  });

  it('is the domain where the site says nothing', () => {
    expect(siteName([], 'acme-labs.example')).toBe('Acme Labs');
  });

  it('is not longer than a brand may be called, whole characters only', () => {
    expect(Array.from(named('🦊'.repeat(150)))).toHaveLength(100);
  });
});
