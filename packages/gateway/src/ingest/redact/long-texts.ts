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
  if (typeof value === 'string') return value.length > MAX_TEXT ? cut(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return keepIfSame(value, value.map(cutLongTexts));
  const entries = Object.entries(value);
  const next = entries.map(([, inner]) => cutLongTexts(inner));
  if (entries.every(([, inner], i) => inner === next[i])) return value;
  return Object.fromEntries(entries.map(([name], i) => [name, next[i]]));
}

function keepIfSame(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  return before.every((one, i) => one === after[i]) ? before : after;
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
