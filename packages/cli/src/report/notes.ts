import type { Output } from '../io.js';
import { placeName, type Place, STDIN_NAME } from '../transcripts/trace.js';
import { cut, escapeText } from '../text.js';

/** The most messages of one kind per file, so that one file of another format does not hide the rest. */
const MAX_TOLD = 3;
const MAX_LENGTH = 400;

/** Messages about the input, for a person, on standard error. */
export interface Notes {
  /** Something could not be read; `many` things, if one message speaks of several. */
  readonly problem: (where: Place | string, what: string, hint: string, many?: number) => Promise<void>;
  /** Information that is not an error. */
  readonly note: (where: Place | string, what: string) => Promise<void>;
  /** The file has been read: reports how many messages were omitted. */
  readonly endOfFile: (file: string) => Promise<void>;
  readonly problems: () => number;
}

export function notesTo(
  output: Output,
  { isQuiet = false, isVerbose = false }: { isQuiet?: boolean; isVerbose?: boolean } = {},
): Notes {
  const most = isVerbose ? Infinity : MAX_TOLD;
  let problems = 0;
  let untold = 0;
  const byHint = new Map<string, number>();
  const tell = (kind: 'error' | 'note', where: Place | string, what: string): Promise<void> => {
    const name = escapeText(typeof where === 'string' ? where : placeName(where));
    return output.write(`${kind}: ${name}: ${cut(escapeText(what), MAX_LENGTH)}\n`);
  };
  return {
    async problem(where, what, hint, many = 1) {
      problems += many;
      const before = byHint.get(hint) ?? 0;
      byHint.set(hint, before + 1);
      if (before >= most) untold++;
      else await tell('error', where, `${cut(what, MAX_LENGTH / 2)}. ${hint}`);
    },
    async note(where, what) {
      if (!isQuiet) await tell('note', where, what);
    },
    async endOfFile(file) {
      if (untold > 0) {
        const again = file === STDIN_NAME ? '' : ` ${file}`;
        const what = `… and ${untold} more like these. See them: rutbreak scan --verbose${again}`;
        await tell('error', file, what);
      }
      untold = 0;
      byHint.clear();
    },
    problems: () => problems,
  };
}
