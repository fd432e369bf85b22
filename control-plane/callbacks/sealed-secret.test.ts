import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { nonceBytes, openSecret, sealingKey, sealSecret } from './sealed-secret.ts';

const key = sealingKey('signing secret of a farm');
const seal = (secret: string): Buffer => sealSecret(key, randomBytes(nonceBytes), 'pub_1', secret);

describe('sealed secret', () => {
  it('opens to what was sealed, and shows nothing of it before', () => {
    const sealed = seal('geheim und länger');
    expect(openSecret(key, 'pub_1', sealed)).toBe('geheim und länger');
    expect(sealed.includes('geheim')).toBe(false);
    expect(seal('same').equals(seal('same'))).toBe(false);
  });

  it('stays shut for another farm, another publish and changed bytes', () => {
    const sealed = seal('geheim und länger');
    expect(openSecret(sealingKey('another farm'), 'pub_1', sealed)).toBeNull();
    expect(openSecret(key, 'pub_2', sealed)).toBeNull();
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(openSecret(key, 'pub_1', changed)).toBeNull();
    }
    expect(openSecret(key, 'pub_1', sealed.subarray(0, 20))).toBeNull();
  });
});
