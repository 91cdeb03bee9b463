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
  /** Is this value, the first of a file or the whole of it, of this format? */
  readonly knows: (value: Fields | readonly unknown[]) => boolean;
  /** `name` calls traces that have no name of their own. */
  readonly open: (name: string) => Reading;
  /** Reads a line faster than all of it could be parsed. */
  readonly skim?: Skim;
}

/** A format in which each value is complete in itself. */
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
