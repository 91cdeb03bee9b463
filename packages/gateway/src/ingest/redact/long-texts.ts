import { createHash } from 'node:crypto';
import { redactValue } from '@rutbreak/core';
import { createSlices } from '../../engine/slices.js';

/** Longer texts are cut to head, tail and a digest: equal texts stay equal, different ones stay different. */
export const MAX_TEXT = 64 * 1024;
/** Characters of all texts of one event: redaction reads them at once, which takes milliseconds. */
export const MAX_TEXTS = 2 * MAX_TEXT;
/** Texts of this length are kept in any case; a digest would be no shorter. */
const SHORT = 64;
/** If less than this may be kept, only the digest is. */
const LEAST_KEPT = 1024;
/** Redaction includes this margin beyond the cut, because half a secret is not recognisable. */
const MARGIN = 8 * 1024;
/** Characters to hash in one step. */
const STEP = 64 * 1024;

/**
 * Cuts the long texts in a value, and those that exceed the limit of all texts, so that one request cannot keep redaction
 * and detection busy. It yields to other requests, because the digest of some megabytes takes longer than a request.
 */
export async function cutLongTexts<Value>(value: Value): Promise<Value> {
  if (countCharacters(value) <= MAX_TEXTS) return value;
  return (await shortened(value, { left: MAX_TEXTS, pause: createSlices() })) as Value;
}

/** A single long text counts as too many. */
function countCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length > MAX_TEXT ? Infinity : value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  const isList = Array.isArray(value);
  for (const name of isList ? value.keys() : Object.keys(value)) {
    if (!isList) count += countCharacters(name);
    count += countCharacters((value as Readonly<Record<string, unknown>>)[name]);
    if (count > MAX_TEXTS) break;
  }
  return count;
}

interface Room {
  /** How many characters may still be kept. */
  left: number;
  readonly pause: ReturnType<typeof createSlices>;
}

async function shortened(value: unknown, room: Room): Promise<unknown> {
  if (typeof value === 'string') return shortText(value, room);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(await shortened(item, room));
    return items;
  }
  const entries: [string, unknown][] = [];
  for (const [name, inner] of Object.entries(value))
    entries.push([await shortText(name, room), await shortened(inner, room)]);
  return Object.fromEntries(entries);
}

async function shortText(text: string, room: Room): Promise<string> {
  const most = Math.min(MAX_TEXT, room.left);
  const kept = text.length <= Math.max(SHORT, most) ? text : await cut(text, most, room.pause);
  room.left -= kept.length;
  return kept;
}

async function cut(text: string, most: number, pause: Room['pause']): Promise<string> {
  const [head, tail] = most < LEAST_KEPT ? [0, 0] : [most >> 1, most >> 3];
  const note = `[${text.length - head - tail} characters left out, sha256:${await digestOf(text, pause)}]`;
  if (head === 0) return note;
  const start = masked(text.slice(0, head + MARGIN)).slice(0, head);
  return `${start}\n${note}\n${masked(text.slice(-tail - MARGIN)).slice(-tail)}`;
}

async function digestOf(text: string, pause: Room['pause']): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < text.length; at += STEP) {
    // Whatever is cut in two, no unit of this encoding is.
    hash.update(text.slice(at, at + STEP), 'utf16le');
    await pause();
  }
  return hash.digest('hex').slice(0, 24);
}

function masked(text: string): string {
  return redactValue(text, { keepsLength: true }) as string;
}
