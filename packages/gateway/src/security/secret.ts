import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new token or key: 256 bits, safe in addresses. */
export function newSecret(prefix: string): string {
  return `${prefix}${randomBytes(32).toString('base64url')}`;
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Takes as long for a near miss as for a wild guess. */
export function isSecret(given: string, hash: string): boolean {
  const digest = Buffer.from(hashSecret(given), 'hex');
  const wanted = Buffer.from(hash, 'hex');
  return digest.length === wanted.length && timingSafeEqual(digest, wanted);
}
