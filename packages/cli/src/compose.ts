import type { Io } from './io.js';
import type { Notes } from './report/notes.js';
import { readTraces, type ReadOptions } from './transcripts/read-traces.js';
import { findSources, unreadable } from './transcripts/sources.js';
import { type Place, tellNotUnderstood, type Trace } from './transcripts/trace.js';

/** Yields every readable trace and reports the rest. */
export async function* tracesIn(
  paths: readonly string[],
  io: Io,
  notes: Notes,
  options: ReadOptions = {},
): AsyncGenerator<{ readonly trace: Trace; readonly place: Place }> {
  for await (const source of findSources(paths, io.stdin)) {
    if (source.kind === 'bad') {
      await notes.problem(source.name, source.problem, source.hint);
      continue;
    }
    try {
      for await (const entry of readTraces(source.name, source.open(), options)) {
        if (entry.kind === 'trace') yield entry;
        else if (entry.kind === 'note') await notes.note(entry.place, entry.note);
        else if (entry.kind === 'not-understood')
          await notes.note(entry.place.file, `${tellNotUnderstood(entry)}.`);
        else await notes.problem(entry.place, entry.problem, entry.hint);
      }
    } catch (error) {
      const { problem, hint } = unreadable(source.name, error);
      await notes.problem(source.name, problem, hint);
    }
    await notes.endOfFile(source.name);
  }
}
