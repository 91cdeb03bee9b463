import { nameTable } from '../../text/name-table.js';
import type { WordEntry } from '../../lexicon/entry.js';
import {
  ASK_VERBS,
  HANDOFF_VERBS,
  NOTE_VERBS,
  READ_VERBS,
  SEND_VERBS,
  WAIT_VERBS,
  WRITE_VERBS,
} from '../../lexicon/tool-names.js';
import { hashOf } from '../../text/hash.js';
import { tokens, WORD } from '../../text/token-buffer.js';
import { nameWords } from './name-words.js';
import { tokenize } from '../tokenize.js';

/** What a tool's name says about it. */
export interface ToolKnowledge {
  readonly hash: number;
  /** The words of the name, as hashes: a result that repeats them adds nothing. */
  readonly words: readonly number[];
  readonly isRead: boolean;
  readonly isWrite: boolean;
  readonly isSend: boolean;
  readonly isNote: boolean;
  readonly isWait: boolean;
  /** It asks a person. */
  readonly isAsk: boolean;
  /** It hands the work over to another agent. */
  readonly isHandoff: boolean;
}

const LONGEST = 200;

/** The same for the command of a tool with many commands: `view`, `str_replace`. */
export const toolKnowledge: (name: string) => ToolKnowledge = nameTable((name) => {
  const known = name.slice(0, LONGEST);
  const words = nameWords(known);
  const hasOne = (verbs: readonly WordEntry[]): boolean =>
    verbs.some(({ word }) => word.split(' ').every((part) => words.includes(part)));
  const endsWith = (verbs: readonly WordEntry[]): boolean => verbs.some(({ word }) => words.at(-1) === word);
  return {
    hash: hashOf(known) + (name.length - known.length),
    words: wordHashes(known),
    // `search_replace` ends with its action; `get_set` does not.
    isRead: hasOne(READ_VERBS) && !(words.length === 2 && endsWith(WRITE_VERBS)),
    isWrite: hasOne(WRITE_VERBS),
    isSend: hasOne(SEND_VERBS),
    isNote: hasOne(NOTE_VERBS),
    isWait: hasOne(WAIT_VERBS),
    isAsk: hasOne(ASK_VERBS),
    isHandoff: hasOne(HANDOFF_VERBS),
  };
});

function wordHashes(name: string): readonly number[] {
  tokenize(name);
  const words: number[] = [];
  for (let i = 0; i < tokens.count; i++) if (tokens.kinds[i] === WORD) words.push(tokens.hashes[i]!);
  return words;
}
