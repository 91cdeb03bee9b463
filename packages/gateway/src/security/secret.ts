import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Creates a token or key: 256 bits, URL-safe. */
export function newSecret(prefix: string): string {
  return `${prefix}${randomBytes(32).toString('base64url')}`;
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares in constant time. */
export function isSecret(given: string, hash: string): boolean {
  const digest = Buffer.from(hashSecret(given), 'hex');
  const wanted = Buffer.from(hash, 'hex');
  return digest.length === wanted.length && timingSafeEqual(digest, wanted);
}
