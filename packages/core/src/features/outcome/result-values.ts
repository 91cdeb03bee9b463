import { asPlain } from '../../fingerprint/plain.js';
import { mix } from '../../text/hash.js';
import { type FieldKnowledge, fieldKnowledge } from '../arguments/field-knowledge.js';
import { blockText, isBlockList, parseJson, takeLeaf } from '../leaves.js';
import { addMeasuredTimes, addSlot, FIELD_SLOT, type OutcomeReading } from './outcome-reading.js';
import { readBareText, readText } from './outcome-text.js';

const ROOT = 99;
const BLOCK = 5;
const MAX_BARE = 48;
/** Never throws. */
export function readResult(into: OutcomeReading, result: unknown): void {
  try {
    readValue(into, result, ROOT, 0, false);
    addMeasuredTimes(into);
  } catch {
    // A getter of the caller threw: continue with what was read so far.
    into.budget.isWhole = false;
  }
}

/** `isBare`: a single word is the value of a field or item, not a text. */
function readValue(into: OutcomeReading, value: unknown, path: number, depth: number, isBare: boolean): void {
  if (!takeLeaf(into.budget, depth)) return;
  switch (typeof value) {
    case 'string':
      readString(into, value, path, depth, isBare);
      return;
    case 'number':
      readNumber(into, value, path);
      return;
    case 'boolean':
      addSlot(into, path, value ? 1 : 0, FIELD_SLOT);
      return;
    case 'bigint':
      readBigInt(into, value, path);
      return;
    case 'object':
      if (Array.isArray(value)) readList(into, value, path, depth);
      else if (value !== null) readFields(into, value, path, depth);
      return;
    default:
    // JSON omits all other values.
  }
}

function readString(into: OutcomeReading, given: string, path: number, depth: number, isBare: boolean): void {
  const text = withoutFrame(given);
  const inner = parseJson(text);
  if (inner !== undefined) readValue(into, inner, path, depth + 1, isBare);
  else if (isBare && text.length <= MAX_BARE && !text.includes(' ') && !text.includes('\n'))
    readBareText(into, text, path);
  else readText(into, text, path);
}

const LONGEST_TAG = 300;

/** A text inside a single tag: the tag is a frame from the harness. */
function withoutFrame(given: string): string {
  if (given.charCodeAt(0) !== LESS && given.charCodeAt(0) > BLANK) return given;
  const text = given.trim();
  const open = TAG.exec(text.slice(0, LONGEST_TAG));
  const name = open?.[1];
  if (!open || name === undefined || !text.endsWith(`</${name}>`)) return given;
  const inner = text.slice(open[0].length, text.length - name.length - 3);
  return inner.includes(`<${name}`) ? given : inner.trim();
}

const LESS = 60;
const BLANK = 32;
const TAG = /^<([\w-]+)[^>]*>/;

function readNumber(into: OutcomeReading, value: number, path: number): void {
  into.numberCount++;
  if (isTimeStamp(value)) into.clockCount++;
  // JSON has no other numbers.
  else if (Number.isFinite(value)) addSlot(into, path, value + 0, FIELD_SLOT);
}

/** Seconds or milliseconds since 1970, for dates between 2011 and 2036. */
function isTimeStamp(value: number): boolean {
  return (value > 1.3e9 && value < 2.1e9) || (value > 1.3e12 && value < 2.1e12);
}

function readBigInt(into: OutcomeReading, value: bigint, path: number): void {
  const number = Number(value);
  if (Number.isSafeInteger(number)) readNumber(into, number, path);
  else into.budget.isWhole = false;
}

function readList(into: OutcomeReading, items: readonly unknown[], path: number, depth: number): void {
  // Content blocks are a frame; the first one shows whether it is one.
  if (items.length === 0 || blockText(asPlain(items[0])) === undefined) into.hasList = true;
  if (items.length === 0) into.hasEmptyList = true;
  into.words = (into.words + mix(path, items.length)) | 0;
  for (let i = 0; i < items.length && into.budget.leaves >= 0; i++) {
    const item = asPlain(items[i]);
    const text = blockText(item);
    if (text !== undefined) readValue(into, text, mix(path, BLOCK), depth + 2, false);
    else readValue(into, item, mix(path, i + 11), depth + 1, true);
  }
}

function readFields(into: OutcomeReading, value: object, path: number, depth: number): void {
  const text = blockText(value);
  if (text !== undefined) {
    readValue(into, text, path, depth + 1, false);
    return;
  }
  for (const name in value) {
    if (into.budget.leaves < 0) return;
    const field = fieldKnowledge(name);
    if (field.isEnvelope) continue;
    if (!field.isWhole) into.budget.isWhole = false;
    const item = asPlain((value as Readonly<Record<string, unknown>>)[name]);
    if (isBlockList(name, item)) readValue(into, item, path, depth + 1, false);
    else readField(into, field, item, path, depth);
  }
}

function readField(
  into: OutcomeReading,
  field: FieldKnowledge,
  value: unknown,
  path: number,
  depth: number,
): void {
  if (field.failure !== undefined && isFailure(field, value)) {
    if (field.failure === 'not zero') into.hasExited = true;
    else into.hasFailureField = true;
  }
  if (value === '') into.hasEmptyText = true;
  if (field.isTime && typeof value === 'number') {
    into.clockCount++;
    into.times.push({ path: mix(path, field.hash), value });
  } else readValue(into, value, mix(path, field.hash), depth + 1, true);
}

function isFailure({ failure }: FieldKnowledge, value: unknown): boolean {
  if (failure === 'true') return value === true;
  if (failure === 'false') return value === false;
  if (failure === 'not zero') return typeof value === 'number' && value !== 0;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === 'string' ? value !== '' : typeof value === 'object' && value !== null;
}
