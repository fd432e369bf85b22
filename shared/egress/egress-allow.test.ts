import { describe, expect, it } from 'vitest';
import { allowNothing, egressAllowSchema, isAddressAllowed, isHostAllowed } from './egress-allow.ts';

describe('egress allow list', () => {
  it('reads names, addresses and ranges between commas', () => {
    const allow = egressAllowSchema.parse(' Intranet.example , 10.1.0.0/16, [::1],192.168.7.7,fd00::/8,');
    expect(isHostAllowed(allow, 'intranet.example')).toBe(true);
    expect(isHostAllowed(allow, 'INTRANET.example.')).toBe(true);
    expect(isHostAllowed(allow, 'other.intranet.example')).toBe(false);
    expect(isAddressAllowed(allow, '10.1.255.255')).toBe(true);
    expect(isAddressAllowed(allow, '10.2.0.0')).toBe(false);
    expect(isAddressAllowed(allow, '::1')).toBe(true);
    expect(isAddressAllowed(allow, '192.168.7.7')).toBe(true);
    expect(isAddressAllowed(allow, '192.168.7.8')).toBe(false);
    expect(isAddressAllowed(allow, 'fdff::1')).toBe(true);
  });

  it('allows a mapped address where its IPv4 address is allowed', () => {
    expect(isAddressAllowed(egressAllowSchema.parse('10.0.0.0/8'), '::ffff:10.2.3.4')).toBe(true);
  });

  it('allows nothing where it is empty', () => {
    expect(egressAllowSchema.parse('')).toEqual(allowNothing);
    expect(isHostAllowed(allowNothing, 'localhost')).toBe(false);
    expect(isAddressAllowed(allowNothing, '127.0.0.1')).toBe(false);
  });

  it.each(['10.0.0.0/33', '10.0.0', '999.1.1.1', 'http://intranet', 'a b', 'fe80::1%eth0', '1.2.3.4/'])(
    'reports "%s", which is neither',
    (entry) => {
      const result = egressAllowSchema.safeParse(`intranet.example,${entry}`);
      expect(result.error?.issues.map((issue) => issue.message).join()).toContain(entry);
    },
  );
});
