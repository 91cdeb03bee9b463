import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

export function newSigningSecret(): string {
  return `${PREFIX}${randomBytes(32).toString('base64')}`;
}

/**
 * Signs as in the Standard Webhooks specification: HMAC-SHA256 over id, time and body, so that none of them can be changed
 * and an old delivery cannot be replayed later.
 */
export function signature(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return `v1,${digest}`;
}
