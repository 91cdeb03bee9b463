/**
 * A value as the sum of its leaves, each hashed with its path. A sum has no order, so keys need no sorting,
 * and leaves may be added at any time: texts wait until many can be encoded at once.
 */
import {
  C1,
  C2,
  C3,
  encode,
  endOf,
  hashBytes,
  hashShort,
  hashText,
  isWellFormed,
  lanes,
  PIECE,
  SHORT,
} from './text-hash.js';

const MAX_CHARS = 1 << 20;

/** No finite number has these upper bits, so no number collides with another kind of leaf. */
const INTEGER = 0x7ff70001;
const WORD = 0x7ff70002;
export const TRUE = 1;
export const FALSE = 2;
export const NULL = 3;
export const NO_KEYS = 4;
export const NO_ITEMS = 5;

// One value at a time (the core is synchronous), so the state lives here instead of in an object per value.
const sum = new Int32Array(2);
let chars = 0;
let isCut = false;
let rope = '';
/** Path and length of each text in the buffer. */
const queue = new Int32Array(3 * Math.ceil(PIECE / SHORT));
let waiting = 0;

const float = new Float64Array(1);
const bits = new Int32Array(float.buffer);

export function beginSum(): void {
  sum[0] = 0;
  sum[1] = 0;
  chars = 0;
  isCut = false;
  rope = '';
  waiting = 0;
}

/** 53 bits. */
export function endSum(): number {
  if (waiting > 0) readWaiting();
  return (sum[1]! >>> 11) * 0x100000000 + (sum[0]! >>> 0);
}

/** Whether part of the value was skipped: stays set until the next value begins. */
export function wasCut(): boolean {
  return isCut;
}

export function cut(): void {
  isCut = true;
}

/**
 * The leaf (a, b) at the end of the path (pathA, pathB). A sum is only as good as its terms, hence three
 * rounds.
 */
export function addLeaf(pathA: number, pathB: number, a: number, b: number): void {
  let x = Math.imul(pathA ^ a, C1);
  x ^= x >>> 15;
  let y = Math.imul((pathB + b) ^ x, C2);
  y ^= y >>> 13;
  x = Math.imul(x + y, C3);
  sum[0]! += x ^ (x >>> 16);
  sum[1]! += y + x;
}

export function addWord(word: number, pathA: number, pathB: number): void {
  addLeaf(pathA, pathB, word, WORD);
}

export function addNumber(value: number, pathA: number, pathB: number): void {
  const integer = value | 0;
  if (integer === value) addLeaf(pathA, pathB, integer, INTEGER);
  else if (Number.isFinite(value)) {
    float[0] = value;
    addLeaf(pathA, pathB, bits[0]!, bits[1]!);
  } else addWord(NULL, pathA, pathB);
}

export function addText(text: string, pathA: number, pathB: number): void {
  if (text.length <= SHORT || text.length + rope.length > PIECE) {
    addNow(text, pathA, pathB);
    return;
  }
  rope += text;
  queue[waiting] = pathA;
  queue[waiting + 1] = pathB;
  queue[waiting + 2] = text.length;
  waiting += 3;
}

function addNow(text: string, pathA: number, pathB: number): void {
  if (text.length <= SHORT) hashShort(text);
  else hashText(text, allowance(text.length));
  addLeaf(pathA, pathB, lanes[0]!, lanes[1]!);
  // A text that did not fit may have filled the buffer.
  if (text.length > SHORT) readWaiting();
}

/** How many of `length` characters may still be read. */
export function allowance(length: number): number {
  const left = Math.max(0, MAX_CHARS - chars);
  chars += length;
  if (length <= left) return length;
  isCut = true;
  return left;
}

function readWaiting(): void {
  if (allowance(rope.length) === rope.length) readRope();
  rope = '';
  waiting = 0;
}

function readRope(): void {
  const size = encode(rope);
  const isAscii = size === rope.length;
  const isOdd = !isAscii && !isWellFormed(rope);
  let at = 0;
  let start = 0;
  for (let i = 0; i < waiting; i += 3) {
    const length = queue[i + 2]!;
    const end = isAscii ? at + length : isOdd ? -1 : waiting === 3 ? size : endOf(at, length);
    // Two lone surrogates may have met at a seam.
    if (end < 0) {
      readApart(i, start);
      return;
    }
    hashBytes(at, end);
    addLeaf(queue[i]!, queue[i + 1]!, lanes[0]!, lanes[1]!);
    at = end;
    start += length;
  }
}

/** Reads one character at a time, starting at this index of the queue and this position of the buffer. */
function readApart(first: number, start: number): void {
  let at = start;
  for (let i = first; i < waiting; i += 3) {
    const end = at + queue[i + 2]!;
    hashText(rope.slice(at, end), PIECE);
    addLeaf(queue[i]!, queue[i + 1]!, lanes[0]!, lanes[1]!);
    at = end;
  }
}
