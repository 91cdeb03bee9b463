import { combine, textPrint } from '../event/fingerprint.js';
import { echoOf, type Percept } from '../event/percept.js';
import { sketch, type Sketch } from '../event/sketch.js';
import type { Moment, Session } from '../session/session.js';
import { pushBounded } from '../session/window.js';
import { shortened } from '../session/packed.js';
import { flagsAt, NEWS, roundAt } from '../session/history.js';
import type { Occurrence } from './evidence.js';

/** A question that was answered. Its label is that of the call. */
export interface Answer {
  readonly seq: number;
  /** How many calls had been made. */
  readonly made: number;
  /** How often the world had been changed: an answer from before a change says nothing about now. */
  readonly world: number;
  readonly round: number;
  readonly call: number;
  /** What is asked about, however it is worded. */
  readonly target: number;
  readonly words: Sketch;
  readonly figures: number;
  readonly isSend: boolean;
  readonly outcome: number;
  /** The outcome without what it quotes of the question. */
  readonly own: number;
}

/** A question to which nothing was found. */
export interface Miss extends Occurrence {
  readonly world: number;
  readonly round: number;
  readonly tool: number;
  readonly call: number;
  readonly frame: number;
  readonly kin: number;
  readonly path: string;
  readonly words: Sketch;
  /** Truly nothing came back: an acknowledgement as often as a miss. */
  readonly isSilent: boolean;
}

/** One version of what a file should hold. */
interface Draft extends Occurrence {
  readonly path: string;
  readonly words: Sketch;
}

/** The last calls that worked, by what they may be rewordings of. Plain JSON, bounded. */
export interface Wordings {
  readonly answers: readonly Answer[];
  /** In a row. */
  readonly misses: readonly Miss[];
  /** Writes of one file in a row. */
  readonly drafts: readonly Draft[];
}

export const WORDS = 64;
/** A shorter answer may be a mere acknowledgement. */
const LONG = 40;

const NONE: Wordings = { answers: [], misses: [], drafts: [] };

export function noWordings(): Wordings {
  return NONE;
}

/** One call later. Most calls can be a rewording of nothing, and then all stays as it is. */
export function takeWording(before: Wordings, now: Moment, percept: Percept, window: number): Wordings {
  const answers = isAnswer(percept) ? addAnswer(before.answers, now, percept, window) : before.answers;
  const misses = percept.outcome.isEmpty ? addMiss(before.misses, now, percept, window) : NONE.misses;
  const drafts = percept.kind === 'write' ? addDraft(before.drafts, now, percept, window) : NONE.drafts;
  const isSame =
    answers === before.answers &&
    misses.length + before.misses.length + drafts.length + before.drafts.length === 0;
  return isSame ? before : { answers, misses, drafts };
}

/** What was written brought another failure than before: the next version answers that one. */
export function afterFailure(before: Wordings, { history }: Session): Wordings {
  const isOld = before.drafts.length === 0 || (flagsAt(history) & NEWS) === 0;
  return isOld ? before : { ...before, drafts: NONE.drafts };
}

/** A text of words can be reworded; a file can be looked at in other places. */
function isAnswer({ kind, argWords, path, outcome }: Percept): boolean {
  if (kind === 'write' || outcome.isEmpty) return false;
  if (argWords.length > 0)
    return kind === 'send' || (outcome.size >= LONG && !(outcome.isStamped && isReceipt(outcome)));
  // One line about a place in a file says that there is nothing; several are its content.
  return path !== null && outcome.size >= LONG && outcome.lines.length === 1;
}

/** One short line. With a new id or time in it, or with words of the question, it acknowledges one more thing of a batch. */
function isReceipt({ size, lines }: Percept['outcome']): boolean {
  return size < 1.5 * LONG && lines.length <= 1;
}

function addAnswer(
  before: readonly Answer[],
  now: Moment,
  percept: Percept,
  window: number,
): readonly Answer[] {
  const { made, world } = now.session;
  // Both only grow: what is too old comes first.
  let start = 0;
  while (start < before.length && (made - before[start]!.made >= window || before[start]!.world !== world))
    start++;
  const { kind, call, tool, frame, path, argWords, figures, outcome } = percept;
  const isPlace = argWords.length === 0;
  const answer: Answer = {
    seq: now.seq,
    made,
    world,
    round: roundAt(now.session.history),
    call: shortened(call),
    target: shortened(isPlace ? combine(tool, textPrint(path ?? '')) : frame),
    words: sketch(argWords, WORDS),
    figures,
    isSend: kind === 'send',
    outcome: shortened(isPlace ? outcome.skeleton : outcome.print),
    own: shortened(isPlace ? outcome.skeleton : isReceipt(outcome) ? outcome.print : ownPrint(percept)),
  };
  return pushBounded(before, answer, before.length - start + 1);
}

function addMiss(before: readonly Miss[], now: Moment, percept: Percept, window: number): readonly Miss[] {
  // Nothing comes back from many a write.
  if (percept.kind === 'write' || percept.isSample) return before;
  const { world, history } = now.session;
  const { tool, call, frame, kin, path, heard, outcome } = percept;
  const miss: Miss = {
    seq: now.seq,
    label: now.call!.label,
    world,
    round: roundAt(history),
    ...{ tool, call, frame, kin },
    path: path ?? '',
    words: sketch(heard, WORDS),
    isSilent: outcome.size < 3,
  };
  return pushBounded(before.at(-1)?.world === world ? before : [], miss, window);
}

function addDraft(before: readonly Draft[], now: Moment, percept: Percept, window: number): readonly Draft[] {
  const { path, argWords } = percept;
  if (path === null) return [];
  const draft: Draft = { seq: now.seq, label: now.call!.label, path, words: sketch(argWords, WORDS) };
  return pushBounded(before.at(-1)?.path === path ? before : [], draft, window);
}

/** Fewer words are no answer without the question. */
const MIN_OWN = 3;
const MAX_OWN = 200;
const TABLE = 1024;
/** Up to so many are looked through sooner than a set of them is made. */
const FEW = 64;
/** Nearly all words of an answer are told apart from those of the question by one look. */
const asked = new Uint32Array(TABLE);
/** Marks of other questions need not be wiped off: they are lower. */
let mark = 0;

/** An answer may quote the question; what is left is the answer. */
function ownPrint(percept: Percept): number {
  const { outcome, heard } = percept;
  const echo = heard.length > FEW ? echoOf(percept) : undefined;
  mark = (mark + 1) >>> 0 || 1;
  for (const word of heard) asked[word & (TABLE - 1)] = mark;
  let print = 0;
  let own = 0;
  for (let i = 0; i < outcome.words.length && own < MAX_OWN; i++) {
    const word = outcome.words[i]!;
    if (asked[word & (TABLE - 1)] === mark && (echo?.has(word) ?? heard.includes(word))) continue;
    print = Math.imul(print ^ word, 0x85ebca6b) ^ (print >>> 13);
    own++;
  }
  return own < MIN_OWN ? outcome.print : combine(print, ...outcome.numbers);
}
