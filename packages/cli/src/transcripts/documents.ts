import { opensDocument, unclosed } from './brackets.js';
import { type Line, MAX_LINE } from './lines.js';

/** A JSON value and the line it starts on, or why there is none. */
export type Document =
  | { readonly kind: 'value'; readonly line: number; readonly value: unknown }
  | { readonly kind: 'bad'; readonly line: number; readonly problem: string; readonly hint: string };

type Text = Extract<Line, { kind: 'text' }>;

/** Turns lines into documents. */
export interface DocumentReader {
  readonly add: (line: Line) => Iterable<Document>;
  readonly end: () => Iterable<Document>;
}

export interface DocumentOptions {
  /** In characters. */
  readonly max?: number;
}

const ONE_A_LINE = 'Write one trace per line, {"id": "…", "events": […]}, or one JSON document per file.';
const MIB = 1024 * 1024;
const NONE: readonly Document[] = [];

/**
 * JSON lines, or a file that is one JSON document over many lines. Only the first line can tell: it opens a
 * bracket and does not close it. Such lines are kept until the document ends; if the file turns out to have
 * one trace per line with a broken first line, they are read line by line after all.
 */
export function readDocuments({ max = MAX_LINE }: DocumentOptions = {}): DocumentReader {
  let held: Held | undefined;
  let isFirst = true;
  let isOver = false;

  const addText = (line: Text): Iterable<Document> => {
    if (held) {
      const done = hold(held, line, max);
      if (!done) return NONE;
      // The rest of the file is the rest of a document that is too long.
      isOver = held.size > max;
      held = undefined;
      return done;
    }
    if (isBlank(line.text)) return NONE;
    const document = readJson(line);
    const isOpen = isFirst && document.kind === 'bad' && opensDocument(line.text);
    isFirst = false;
    if (!isOpen) return [document];
    held = heldFrom(line);
    return NONE;
  };
  const release = (): Iterable<Document> => {
    const before = held ? released(held) : NONE;
    held = undefined;
    return before;
  };
  return {
    add(line) {
      if (isOver) return NONE;
      if (line.kind === 'text') return addText(line);
      isFirst = false;
      if (line.kind === 'value') return [{ kind: 'value', line: line.number, value: line.value }];
      return [...release(), tooLong(line.number, max)];
    },
    end: release,
  };
}

/** Most lines start with a bracket and need no closer check. */
function isBlank(text: string): boolean {
  return (text.charCodeAt(0) || 0) <= 0x20 && text.trim() === '';
}

/** The lines of an incomplete document. */
interface Held {
  readonly lines: Text[];
  /** In characters. */
  size: number;
  /** Brackets that are open. */
  depth: number;
  readonly isList: boolean;
}

function heldFrom(line: Text): Held {
  const isList = line.text.trimStart().startsWith('[');
  return { lines: [line], size: line.text.length, depth: unclosed(line.text) ?? 0, isList };
}

/** Adds a line; returns the result once it is clear. */
function hold(held: Held, line: Text, max: number): Iterable<Document> | undefined {
  held.lines.push(line);
  held.size += line.text.length + 1;
  if (held.size > max) return [tooLong(held.lines[0]?.number ?? 1, max)];
  const change = unclosed(line.text);
  held.depth += change ?? 0;
  // A string that is open at the end of a line, or a whole trace inside something other than a list: not a
  // document.
  const isBroken = change === undefined || (!held.isList && isTraceLine(line));
  return isBroken || held.depth <= 0 ? released(held) : undefined;
}

function* released({ lines }: Held): Generator<Document> {
  const number = lines[0]?.number ?? 1;
  const whole = readJson({ kind: 'text', number, text: lines.map(({ text }) => text).join('\n') });
  if (whole.kind === 'value' || !lines.some(isTraceLine)) yield whole;
  else for (const line of lines) if (!isBlank(line.text)) yield readJson(line);
}

function isTraceLine(line: Text): boolean {
  const text = line.text.trim();
  if (!text.startsWith('{') || !text.endsWith('}')) return false;
  const document = readJson(line);
  return document.kind === 'value' && Object.hasOwn(document.value as object, 'events');
}

function readJson({ number, text }: Text): Document {
  try {
    return { kind: 'value', line: number, value: JSON.parse(text) as unknown };
  } catch (error) {
    return { kind: 'bad', line: number, ...explain(text, error as Error) };
  }
}

const OTHER_ENCODING =
  'Save it as UTF-8 text (PowerShell: Out-File -Encoding utf8); decompress it first if needed.';

function explain(text: string, { message }: Error): { readonly problem: string; readonly hint: string } {
  // Text never contains a zero; UTF-16 appended to a UTF-8 file has one beside each letter.
  if (text.includes('\0')) return { problem: 'is not UTF-8 text', hint: OTHER_ENCODING };
  return { problem: `is not JSON: ${message}`, hint: ONE_A_LINE };
}

function tooLong(line: number, max: number): Document {
  const most = max >= MIB ? `${Math.floor(max / MIB)} MiB` : `${max} bytes`;
  const hint = 'Allow for it with --max-line, or leave the largest results out of the trace.';
  return { kind: 'bad', line, problem: `is longer than ${most} and was skipped`, hint };
}
