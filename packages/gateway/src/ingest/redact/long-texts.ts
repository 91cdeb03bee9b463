import { createHash } from 'node:crypto';
import { redactValue } from '@rutbreak/core';

/** Longer texts are cut to head, tail and a digest: equal texts stay equal, different ones stay different. */
export const MAX_TEXT = 64 * 1024;
const HEAD = 32 * 1024;
const TAIL = 8 * 1024;
/** Redaction includes this margin beyond the cut, because half a secret is not recognisable. */
const MARGIN = 8 * 1024;

/** Cuts every long text in the value, so that one request cannot keep redaction and detection busy. */
export function cutLongTexts(value: unknown): unknown {
  return hasLongText(value) ? shortened(value) : value;
}

function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > MAX_TEXT;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasLongText);
  for (const name of Object.keys(value))
    if (hasLongText((value as Readonly<Record<string, unknown>>)[name])) return true;
  return false;
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.length > MAX_TEXT ? cut(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(shortened);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}

function cut(text: string): string {
  const head = masked(text.slice(0, HEAD + MARGIN)).slice(0, HEAD);
  const tail = masked(text.slice(-TAIL - MARGIN)).slice(-TAIL);
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 24);
  return `${head}\n[${text.length - HEAD - TAIL} characters left out, sha256:${digest}]\n${tail}`;
}

function masked(text: string): string {
  return redactValue(text, { keepsLength: true }) as string;
}
