import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

const algorithm = 'aes-256-gcm';
export const nonceBytes = 12;
const tagBytes = 16;

/** The key that seals callback secrets, made from the farm's own secret and of no use for anything else. */
export const sealingKey = (farmSecret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', farmSecret, '', 'callback secrets', 32));

/** `nonce` is 12 random bytes, never used twice. `context` has to be given again to open (the publish it belongs to). */
export const sealSecret = (key: Buffer, nonce: Buffer, context: string, secret: string): Buffer => {
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context, 'utf8'));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
};

/** Null where the seal is broken: another farm secret, another context, changed bytes. */
export const openSecret = (key: Buffer, context: string, sealed: Buffer): string | null => {
  if (sealed.length < nonceBytes + tagBytes) return null;
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes))
    .setAAD(Buffer.from(context, 'utf8'))
    .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
};
