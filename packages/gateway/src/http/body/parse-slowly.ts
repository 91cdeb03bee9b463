import { createSlices } from '../../engine/slices.js';
import { type Outline, outlineOf } from './outline.js';

/** Parsing this many bytes takes about a millisecond. */
const PIECE = 16 * 1024;

/**
 * The same as `JSON.parse`, in pieces, so that other requests run in between: parsing a body of some megabytes at once
 * blocks all of them. Throws TooComplex or a SyntaxError.
 */
export async function parseSlowly(json: Buffer, size = PIECE): Promise<unknown> {
  const reading: Reading = { json, size, pause: createSlices() };
  const root = await outlineOf(json, size, reading.pause);
  const [only] = root.large;
  if (!only) return JSON.parse(json.toString('utf8'));
  checkBlank(json, 0, only.start);
  checkBlank(json, only.end, json.length);
  return build(reading, only);
}

interface Reading {
  readonly json: Buffer;
  readonly size: number;
  readonly pause: ReturnType<typeof createSlices>;
}

interface Member {
  readonly from: number;
  readonly to: number;
  readonly large: Outline | undefined;
}

async function build(reading: Reading, outline: Outline): Promise<unknown> {
  if (outline.kind === 'text') return buildText(reading, outline);
  const { json, size, pause } = reading;
  const isObject = outline.kind === 'object';
  const entries: [string, unknown][] = [];
  for (const { from, to, large } of membersOf(outline, size)) {
    await pause();
    if (large) {
      checkBlank(json, large.end, to);
      const name = isObject ? nameOf(json, from, large.start) : checkBlank(json, from, large.start);
      entries.push([name, await build(reading, large)]);
      continue;
    }
    const text = json.toString('utf8', from, to);
    if (outline.commas.length > 0 && isBlank(text)) throw new SyntaxError('There is a comma too many.');
    for (const entry of Object.entries(JSON.parse(isObject ? `{${text}}` : `[${text}]`) as object))
      entries.push(entry as [string, unknown]);
  }
  return isObject ? Object.fromEntries(entries) : entries.map(([, value]) => value);
}

async function buildText({ json, size, pause }: Reading, { start, end }: Outline): Promise<string> {
  const parts: string[] = [];
  for (let from = start + 1; from < end - 1;) {
    const to = wholeCharacters(json, from, Math.min(from + Math.max(size, 1), end - 1));
    parts.push(JSON.parse(`"${json.toString('utf8', from, to)}"`) as string);
    from = to;
    await pause();
  }
  return parts.join('');
}

const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/** The first position from `least` on that is neither in an escape nor in a character of several bytes. */
function wholeCharacters(json: Buffer, from: number, least: number): number {
  let at = from;
  while (at < least) {
    if (json[at] !== BACKSLASH) at++;
    else at += json[at + 1] === LETTER_U ? 6 : 2;
  }
  while (((json[at] ?? 0) & 0xc0) === 0x80) at++;
  return at;
}

/** Large members one by one, the others in groups. */
function* membersOf({ start, end, commas, large }: Outline, size: number): Generator<Member> {
  let from = start + 1;
  let next = 0;
  for (const [i, to] of [...commas, end - 1].entries()) {
    const one = large[next];
    const isIn = one !== undefined && one.start < to;
    const last = i === 0 ? start : (commas[i - 1] ?? start);
    if (isIn && from <= last) yield { from, to: last, large: undefined };
    if (isIn) from = last + 1;
    const isFull = to - from > size || i === commas.length;
    if (!isIn && !isFull) continue;
    yield { from, to, large: one && isIn ? one : undefined };
    if (isIn) next++;
    from = to + 1;
  }
}

function nameOf(json: Buffer, from: number, to: number): string {
  const [name, ...others] = Object.keys(JSON.parse(`{${json.toString('utf8', from, to)}0}`) as object);
  if (name === undefined || others.length > 0) throw new SyntaxError('A name is missing.');
  return name;
}

function isBlank(text: string): boolean {
  return /^[ \t\n\r]*$/.test(text);
}

function checkBlank(json: Buffer, from: number, to: number): string {
  if (!isBlank(json.toString('utf8', from, to)))
    throw new SyntaxError('There is something between the values.');
  return '';
}
