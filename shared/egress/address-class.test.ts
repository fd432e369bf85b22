import { isIP } from 'node:net';
import { describe, expect, it } from 'vitest';
import { addressClass } from './address-class.ts';
import { privateAddresses, privateSpellings, publicAddresses } from './test/private-hosts.ts';

describe('address class', () => {
  it.each(privateAddresses)('D1: %s is not public', (address) => {
    expect(isIP(address)).not.toBe(0);
    expect(addressClass(address)).toBe('private');
  });

  it.each(publicAddresses)('%s is public', (address) => {
    expect(addressClass(address)).toBe('public');
  });

  it.each(privateSpellings)('D1: the host spelling %s is a literal that is not public', (spelling) => {
    const hostname = new URL(`http://${spelling}/logo.png`).hostname.replace(/^\[(.*)\]$/, '$1');
    expect(isIP(hostname)).not.toBe(0);
    expect(addressClass(hostname)).toBe('private');
  });

  it.each(['', 'localhost', 'fe80::1%eth0', '1.2.3.4/32', '300.1.1.1'])('"%s" is no address at all', (text) => {
    expect(addressClass(text)).toBe('unreadable');
  });

  it('proves at least 100 spellings of private hosts', () => {
    expect(privateAddresses.length + privateSpellings.length).toBeGreaterThanOrEqual(100);
  });
});
