import { combine, textPrint } from '../event/fingerprint.js';
import type { Percept } from '../event/percept.js';
import { sketch, type Sketch } from '../event/sketch.js';
import type { CallRecord, Session } from '../session/session.js';
import { pushBounded } from '../session/window.js';
import type { Occurrence } from './evidence.js';

/** A question that was answered. */
export interface Answer extends Occurrence {
  /** How many calls had been made. */
  readonly made: number;
  readonly call: number;
  /** What is asked about, however it is worded. */
  readonly target: number;
  readonly words: Sketch;
  readonly figures: number;
  readonly isSend: boolean;
  readonly outcome: number;
  /** The outcome without what it quotes of the question. */
  readonly own: number;
  readonly round: number;
}

/** A question to which nothing was found. */
export interface Miss extends Occurrence {
  readonly tool: number;
  readonly call: number;
  readonly frame: number;
  readonly kin: number;
  readonly path: string;
  readonly words: Sketch;
  /** Truly nothing came back: an acknowledgement as often as a miss. */
  readonly isSilent: boolean;
  readonly round: number;
}

/** One version of what a file should hold. */
export interface Draft extends Occurrence {
  readonly words: Sketch;
}

/** The last calls that worked, by what they may be rewordings of. Plain JSON, bounded. */
export interface Wordings {
  readonly made: number;
  /** How often the world had been changed: an answer from before a change says nothing about now. */
  readonly world: number;
  readonly answers: readonly Answer[];
  /** In a row. */
  readonly misses: readonly Miss[];
  readonly path: string;
  /** Writes of `path` in a row. */
  readonly drafts: readonly Draft[];
}

export const WORDS = 64;
/** A shorter answer may be a mere acknowledgement. */
const LONG = 40;

export function noWordings(): Wordings {
  return { made: 0, world: 0, answers: [], misses: [], path: '', drafts: [] };
}

/** One call later. */
export function takeWording(
  before: Wordings,
  percept: Percept,
  call: CallRecord,
  session: Session,
  window: number,
): Wordings {
  const made = before.made + 1;
  const { world } = session;
  const isSameWorld = world === before.world;
  const isMiss = percept.outcome.isEmpty;
  const path = percept.kind === 'write' ? (percept.path ?? '') : '';
  const answers = isSameWorld ? before.answers.filter((one) => made - one.made < window) : [];
  const misses = isSameWorld && isMiss ? before.misses : [];
  const drafts = path !== '' && path === before.path ? before.drafts : [];
  const found = { seq: call.seq, label: call.label };
  const where = { ...found, round: session.history.round.at(-1)!, made };
  return {
    ...{ made, world, path },
    answers: isAnswer(percept) ? [...answers, answerOf(percept, where)] : answers,
    misses: isMiss && percept.kind !== 'write' ? pushBounded(misses, missOf(percept, where), window) : misses,
    drafts: path === '' ? [] : pushBounded(drafts, { ...found, words: sketch(percept.argWords, WORDS) }, window),
  };
}

/** A text of words can be reworded; a file can be looked at in other places. */
function isAnswer({ kind, argWords, path, outcome }: Percept): boolean {
  if (kind === 'write' || outcome.isEmpty) return false;
  if (argWords.length > 0) return kind === 'send' || outcome.size >= LONG;
  // One line about a place in a file says that there is nothing; several are its content.
  return path !== null && outcome.size >= LONG && outcome.lines.length === 1;
}

type Where = Occurrence & { readonly round: number; readonly made: number };

function answerOf(percept: Percept, where: Where): Answer {
  const { kind, call, tool, frame, path, argWords, figures, outcome } = percept;
  const isPlace = argWords.length === 0;
  return {
    ...where,
    call,
    target: isPlace ? combine(tool, textPrint(path ?? '')) : frame,
    words: sketch(argWords, WORDS),
    figures,
    isSend: kind === 'send',
    outcome: isPlace ? outcome.skeleton : outcome.print,
    own: isPlace ? outcome.skeleton : ownPrint(percept),
  };
}

function missOf({ tool, call, frame, kin, path, echo, outcome }: Percept, { seq, label, round }: Where): Miss {
  const words = sketch([...echo], WORDS);
  return { seq, label, tool, call, frame, kin, path: path ?? '', words, isSilent: outcome.size < 3, round };
}

/** Fewer words are no answer without the question. */
const MIN_OWN = 3;
const MAX_OWN = 200;
const TABLE = 1024;
/** Nearly all words of an answer are told apart from those of the question by one look. */
const asked = new Uint8Array(TABLE);

/** An answer may quote the question; what is left is the answer. */
function ownPrint({ outcome, echo }: Percept): number {
  for (const word of echo) asked[word & (TABLE - 1)] = 1;
  let print = 0;
  let own = 0;
  for (let i = 0; i < outcome.words.length && own < MAX_OWN; i++) {
    const word = outcome.words[i]!;
    if (asked[word & (TABLE - 1)] === 1 && echo.has(word)) continue;
    print = Math.imul(print ^ word, 0x85ebca6b) ^ (print >>> 13);
    own++;
  }
  for (const word of echo) asked[word & (TABLE - 1)] = 0;
  return own < MIN_OWN ? outcome.print : combine(print, ...outcome.numbers);
}
