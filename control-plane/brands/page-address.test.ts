import { addressClass } from '@reelyard/shared/egress/address-class.ts';
import { egressAllowSchema } from '@reelyard/shared/egress/egress-allow.ts';
import { describe, expect, test } from 'vitest';
import { type PageAddressPolicy, pageAddressProblem } from './page-address.ts';

const policy: PageAddressPolicy = {
  allow: egressAllowSchema.parse('intranet.example, 10.9.0.0/16'),
  isPublicAddress: (address) => addressClass(address) === 'public',
};
const problem = (text: string) => pageAddressProblem(text, policy);

describe('the address of a page', () => {
  test.each([
    'https://example.com',
    'https://example.com:8443/pricing?plan=pro#top',
    'https://bücher.example/',
    'https://1.1.1.1/',
    'https://[2606:4700:4700::1111]/',
    'http://intranet.example/wiki',
    'http://10.9.1.2:3000/',
  ])('S70: %s may be opened', (text) => {
    expect(problem(text)).toBeNull();
  });

  test.each([
    '',
    'example.com',
    'http://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,hello',
    'https://user:secret@example.com/',
    'https://localhost/',
    'https://LocalHost./',
    'https://farm.local/',
    'https://metadata.google.internal/',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://10.8.0.1/',
    'ftp://intranet.example/',
    `https://example.com/${'a'.repeat(4_000)}`,
  ])('S70: %s is refused with what to do', (text) => {
    expect(problem(text)).toMatch(/\.$/);
  });
});
