import { isFields, textOf } from './fields.js';
import type { Entry } from './trace.js';

interface StrangeLines {
  /** Counts a line; there is nothing to report yet. */
  readonly add: (value: unknown, line: number) => readonly Entry[];
  readonly entries: () => readonly Entry[];
}

const NONE: readonly Entry[] = [];

/** Counts the lines that a reader does not understand. */
export function countStrange(file: string): StrangeLines {
  let lines = 0;
  let first: { readonly line: number; readonly example: string } | undefined;
  return {
    add(value, line) {
      lines++;
      first ??= { line, example: shapeOf(value) };
      return NONE;
    },
    entries: () =>
      first
        ? [{ kind: 'not-understood', place: { file, line: first.line }, lines, example: first.example }]
        : NONE,
  };
}

const MAX_KEYS = 6;

/** Describes a line for a person: its type, or else its fields. */
function shapeOf(value: unknown): string {
  if (!isFields(value)) return Array.isArray(value) ? 'a list' : typeof value;
  const type = textOf(value['type']);
  return type === '' ? `fields ${Object.keys(value).slice(0, MAX_KEYS).join(', ')}` : `type "${type}"`;
}
