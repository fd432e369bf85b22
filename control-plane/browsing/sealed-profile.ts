import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import { type LoginProfile, loginProfileSchema } from '@reelyard/shared/contracts/session-protocol.ts';

const algorithm = 'aes-256-gcm';
export const nonceBytes = 12;
const tagBytes = 16;
/** What one person's browser may keep. */
export const maxProfileBytes = 16 * 1024 * 1024;

/** The key that seals login profiles, made from the farm's own secret and of no use for anything else. */
export const profileKey = (farmSecret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', farmSecret, '', 'browser login profiles', 32));

/** Whose profile it is: part of the seal, so that a row that was moved to another person does not open. */
export interface ProfileOwner {
  readonly accountId: string;
  readonly holder: string;
}
const contextOf = ({ accountId, holder }: ProfileOwner): Buffer => Buffer.from(`${accountId}\n${holder}`, 'utf8');

/** `nonce` is 12 random bytes, never used twice. */
export const sealProfile = (key: Buffer, nonce: Buffer, owner: ProfileOwner, profile: LoginProfile): Buffer => {
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(contextOf(owner));
  const sealed = Buffer.concat([cipher.update(deflateSync(JSON.stringify(profile))), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
};

/** Null where the seal is broken: another farm secret, another person's row, changed bytes. */
export const openProfile = (key: Buffer, owner: ProfileOwner, sealed: Buffer): LoginProfile | null => {
  if (sealed.length < nonceBytes + tagBytes) return null;
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes))
    .setAAD(contextOf(owner))
    .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    const packed = Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
    const text = inflateSync(packed, { maxOutputLength: 4 * maxProfileBytes }).toString('utf8');
    return loginProfileSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
};
