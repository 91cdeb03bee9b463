import { readTraces } from '../transcripts/read-traces.js';
import type { Trace } from '../transcripts/trace.js';
import { chunksOf } from './run-cli.js';

/** The moment of every line in the transcripts of tests, as text and as a number. */
export const AT = '2026-05-01T10:00:00.000Z';
export const at = Date.parse(AT);

/** `ls` with one file as its result. */
export const run = { kind: 'call', tool: 'Bash', args: { command: 'ls' }, result: 'a.ts' };

/** Values as lines of JSON. */
export const lines = (...values: readonly unknown[]): string =>
  values.map((value) => JSON.stringify(value)).join('\n');

/** The traces of a text without other entries. */
export async function tracesIn(text: string): Promise<Trace[]> {
  const traces: Trace[] = [];
  for await (const entry of readTraces('file', chunksOf(text))) {
    if (entry.kind !== 'trace') throw new Error(`not a trace: ${JSON.stringify(entry)}`);
    traces.push(entry.trace);
  }
  return traces;
}

/** A format, and for each behaviour a file and the events in it. */
export type FormatRows = [
  format: string,
  rows: readonly (readonly [name: string, file: string, events: readonly unknown[]])[],
];
