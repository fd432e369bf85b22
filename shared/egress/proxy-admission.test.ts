import { describe, expect, it } from 'vitest';
import { egressAllowSchema } from './egress-allow.ts';
import { admit } from './proxy-admission.ts';
import { absoluteTarget } from './proxy-target.ts';

describe('what a page may ask for of the machine that its browser runs on', () => {
  const policy = { allow: egressAllowSchema.parse('10.0.0.0/8,127.0.0.0/8,fd00::/8') };
  const sealed = { ports: new Set([9_101]), addresses: new Set(['10.1.2.3', 'fd00::7']) };

  it.each([
    ['a sealed port on loopback', 'http://127.0.0.1:9101/', 'refused'],
    ['a sealed port at an address of the machine', 'http://10.1.2.3:9101/metrics', 'refused'],
    ['the same in six groups', 'http://[::ffff:10.1.2.3]:9101/', 'refused'],
    ['a sealed port at its IPv6 address, written long', 'http://[fd00:0:0:0:0:0:0:7]:9101/', 'refused'],
    ['another port of the machine, which the operator opened', 'http://10.1.2.3:9102/', 'admitted'],
    ['that port of another machine', 'http://10.1.2.4:9101/', 'admitted'],
  ])('E10: %s: %s is %s', async (_what, address, kind) => {
    const admission = await admit(policy, absoluteTarget(address), sealed, AbortSignal.timeout(5_000));
    expect(admission.kind).toBe(kind);
  });
});
