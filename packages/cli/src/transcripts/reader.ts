import type { Fields } from './fields.js';
import type { Skim } from './lines.js';
import type { Trace } from './trace.js';

/** A value in a shape that the reader does not know. */
export const NOT_UNDERSTOOD: unique symbol = Symbol('not understood');

/** Reads the values of one file, in order. */
export interface Reading {
  /** Traces that are complete now. */
  readonly add: (value: unknown) => readonly Trace[] | typeof NOT_UNDERSTOOD;
  /** Traces that were open when the file ended. */
  readonly end: () => readonly Trace[];
}

/** Reads one transcript format. */
export interface Reader {
  readonly format: string;
  /** Whether this value, the first or only one of a file, has this format. */
  readonly knows: (value: Fields | readonly unknown[]) => boolean;
  /** `name` is the name of traces without one. */
  readonly open: (name: string) => Reading;
  /** Reads a line faster than a full parse. */
  readonly skim?: Skim;
}

/** A format in which each value is complete. */
export function documentReader(
  format: string,
  knows: Reader['knows'],
  read: (value: never, name: string) => readonly Trace[],
): Reader {
  return {
    format,
    knows,
    open: (name) => {
      let count = 0;
      return {
        add: (value) =>
          knows(value as Fields)
            ? read(value as never, count++ === 0 ? name : `${name}#${count}`)
            : NOT_UNDERSTOOD,
        end: () => [],
      };
    },
  };
}
