import type { Line } from './lines.js';
import { MAX_LINE } from './lines.js';
import { opensDocument, unclosed } from './brackets.js';

/** A JSON value and the line it starts on, or why there is none. */
export type Document =
  | { readonly kind: 'value'; readonly line: number; readonly value: unknown }
  | { readonly kind: 'bad'; readonly line: number; readonly problem: string; readonly hint: string };

type Text = Extract<Line, { kind: 'text' }>;

const ONE_A_LINE = 'Write one trace a line, {"id": "…", "events": […]}, or one JSON document a file.';
const TOO_LONG = {
  problem: `is longer than ${MAX_LINE / 1024 / 1024} MiB`,
  hint: 'Leave the largest results out of the trace, or cut the trace in two.',
};

/**
 * JSON lines, or a file that is one JSON document over many lines. Only the first line can tell: it opens what it
 * does not close. Such lines are held until the document ends; when it turns out that the file has one trace a line
 * and its first line is broken, they are read line by line after all.
 */
export async function* readDocuments(lines: AsyncIterable<Line>): AsyncGenerator<Document> {
  let held: Held | undefined;
  let isFirst = true;
  for await (const line of lines) {
    if (line.kind === 'too-long') {
      if (held) yield* release(held);
      held = undefined;
      yield { kind: 'bad', line: line.number, ...TOO_LONG };
    } else if (held) {
      const done = hold(held, line);
      if (!done) continue;
      yield* done;
      if (held.size > MAX_LINE) return;
      held = undefined;
    } else if (line.text.trim() !== '') {
      const document = parse(line);
      if (isFirst && document.kind === 'bad' && opensDocument(line.text)) held = heldFrom(line);
      else yield document;
    }
    isFirst &&= line.kind === 'text' && line.text.trim() === '';
  }
  if (held) yield* release(held);
}

/** The lines of a document that is not complete yet. */
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

/** Adds a line; what it all comes to, once that is clear. */
function hold(held: Held, line: Text): Iterable<Document> | undefined {
  held.lines.push(line);
  held.size += line.text.length + 1;
  if (held.size > MAX_LINE) return [{ kind: 'bad', line: held.lines[0]?.number ?? 1, ...TOO_LONG }];
  const change = unclosed(line.text);
  held.depth += change ?? 0;
  // A string that is open at the end of a line, or a whole trace inside what is no list: this is no document.
  const isBroken = change === undefined || (!held.isList && isTraceLine(line));
  return isBroken || held.depth <= 0 ? release(held) : undefined;
}

function* release({ lines }: Held): Generator<Document> {
  const number = lines[0]?.number ?? 1;
  const whole = parse({ kind: 'text', number, text: lines.map(({ text }) => text).join('\n') });
  if (whole.kind === 'value' || !lines.some(isTraceLine)) yield whole;
  else for (const line of lines) if (line.text.trim() !== '') yield parse(line);
}

function isTraceLine(line: Text): boolean {
  const text = line.text.trim();
  if (!text.startsWith('{') || !text.endsWith('}')) return false;
  const document = parse(line);
  return document.kind === 'value' && Object.hasOwn(document.value as object, 'events');
}

function parse({ number, text }: Text): Document {
  try {
    return { kind: 'value', line: number, value: JSON.parse(text) as unknown };
  } catch (error) {
    // The decoder shows what is no UTF-8 as U+FFFD; a text that starts so was never meant as UTF-8.
    if (text.startsWith('\uFFFD')) {
      const hint =
        'Save it as UTF-8 text (PowerShell: Out-File -Encoding utf8); unpack it first if it is packed.';
      return { kind: 'bad', line: number, problem: 'is not UTF-8 text', hint };
    }
    const why = error instanceof Error ? error.message : String(error);
    return { kind: 'bad', line: number, problem: `is not JSON: ${why}`, hint: ONE_A_LINE };
  }
}
