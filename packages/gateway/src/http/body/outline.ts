import type { createSlices } from '../../engine/slices.js';
import { createCounter } from './depth.js';
import { scanJson } from './scan-json.js';

/** A large value in JSON, by its positions in the bytes. */
export interface Outline {
  readonly kind: 'object' | 'list' | 'text';
  readonly start: number;
  /** After the closing bracket or quote. */
  end: number;
  /** The commas between its members. */
  readonly commas: number[];
  /** The large values directly in it, in their order. */
  readonly large: Outline[];
}

const BYTES_BETWEEN_PAUSES = 64 * 1024;

/** Finds the values of more than `size` bytes. Throws TooComplex or a SyntaxError. */
export async function outlineOf(
  json: Buffer,
  size: number,
  pause: ReturnType<typeof createSlices>,
): Promise<Outline> {
  const counter = createCounter();
  const root = newOutline('list', 0);
  const open = [root];
  const visitor = {
    text(start: number, end: number) {
      if (end > json.length) throw new SyntaxError('A text is not closed.');
      if (end - start > size && !isName(json, end))
        open.at(-1)?.large.push({ ...newOutline('text', start), end });
    },
    comma(at: number) {
      counter.comma(at);
      open.at(-1)?.commas.push(at);
    },
    open(at: number, isObject: boolean) {
      counter.open(at, isObject);
      open.push(newOutline(isObject ? 'object' : 'list', at));
    },
    close(at: number, isObject: boolean) {
      counter.close(at, isObject);
      close(open, at + 1, isObject ? 'object' : 'list', size);
    },
  };
  for (let at = 0; at < json.length;) {
    at = scanJson(json, at, at + BYTES_BETWEEN_PAUSES, visitor);
    await pause();
  }
  if (open.length !== 1) throw new SyntaxError('A bracket is not closed.');
  root.end = json.length;
  return root;
}

const COLON = 0x3a;
const BLANKS: readonly (number | undefined)[] = [0x20, 0x09, 0x0a, 0x0d];

function isName(json: Buffer, end: number): boolean {
  let at = end;
  while (BLANKS.includes(json[at])) at++;
  return json[at] === COLON;
}

function newOutline(kind: Outline['kind'], start: number): Outline {
  return { kind, start, end: 0, commas: [], large: [] };
}

function close(open: Outline[], end: number, kind: Outline['kind'], size: number): void {
  const closed = open.pop();
  const outer = open.at(-1);
  if (!closed || !outer || closed.kind !== kind) throw new SyntaxError('A bracket closes what is not open.');
  closed.end = end;
  if (end - closed.start > size) outer.large.push(closed);
}
