import { combine } from '../../event/fingerprint.js';
import type { Percept } from '../../event/percept.js';
import { jaccard, sketch, type Sketch } from '../../event/sketch.js';
import { pushBounded } from '../../session/window.js';
import { defineDetector, type Signal } from '../detector.js';
import { evidenceOf } from '../evidence.js';
import { integer, type OptionsOf, ratio } from '../options.js';
import { limitScore, SIGN, surest, urgencyOf } from '../score.js';

interface Try {
  readonly seq: number;
  readonly label: string;
  readonly call: number;
  readonly tool: number;
  readonly frame: number;
  readonly words: Sketch;
  /** All words of all arguments. */
  readonly all: Sketch;
  readonly kin: number;
  readonly figures: number;
  readonly isSend: boolean;
  /** Truly nothing came back: an acknowledgement as often as a miss. */
  readonly isSilent: boolean;
  readonly isLong: boolean;
  readonly outcome: number;
  /** The outcome without words of the arguments. */
  readonly own: number;
  readonly isEmpty: boolean;
  readonly isWrite: boolean;
  readonly path: string;
  readonly round: number;
  readonly world: number;
}

const options = {
  window: integer(12, { min: 4, max: 40, meaning: 'how many calls are looked at' }),
  same: integer(5, { min: 2, meaning: 'reworded calls with the same answer that make a loop' }),
  empty: integer(6, { min: 2, meaning: 'calls of one tool in a row that find nothing' }),
  rewrites: integer(5, { min: 2, meaning: 'writes of nearly the same content to one file' }),
  likeness: ratio(0.5, { meaning: 'share of common words above which arguments are reworded' }),
};

const WORDS = 64;
/** A shorter answer may be a mere acknowledgement. */
const LONG = 40;

type Limits = OptionsOf<typeof options>;
type Found = Signal<'same' | 'empty' | 'rewrite'> | undefined;

/** Other words, the same answer: the question is asked again instead of the answer being used. */
export const rewordedCall = defineDetector({
  meta: {
    id: 'reworded-call',
    summary: 'A call is reworded again and again and brings the same answer, or none.',
    listens: ['call'],
    family: 'calls',
    isClose: true,
    memory: 'run',
    options,
    messages: {
      same: { text: '{{call}} and {{count}} rewordings brought the same answer', category: 'TOOL_PARAMETER_DRIFT' },
      empty: { text: '{{count}} calls like {{call}} found nothing', category: 'TOOL_PARAMETER_DRIFT' },
      rewrite: { text: '{{call}} written {{count}}x with nearly the same content', category: 'TOOL_PARAMETER_DRIFT' },
    },
  },

  init: () => ({ tries: [] as readonly Try[] }),

  step(state, { percept, call, session }, limits) {
    if (!percept || !call || percept.kind === 'wait' || percept.outcome.failed !== 'no') return { state };
    const one: Try = {
      seq: call.seq,
      label: call.label,
      call: percept.call,
      tool: percept.tool,
      frame: percept.frame,
      words: sketch(percept.argWords, WORDS),
      all: sketch([...percept.echo], WORDS),
      kin: percept.kin,
      figures: percept.figures,
      isSend: percept.kind === 'send',
      isSilent: percept.outcome.size < 3,
      isLong: percept.outcome.size >= LONG,
      outcome: percept.outcome.print,
      own: ownPrint(percept),
      isEmpty: percept.outcome.isEmpty,
      isWrite: percept.kind === 'write',
      path: percept.path ?? '',
      round: session.round ?? -1 - call.seq,
      world: session.world,
    };
    const tries = pushBounded(state.tries, one, limits.window);
    const signal = surest(findSame(tries, limits), findEmpty(tries, limits), findRewrite(tries, limits));
    return signal ? { state: { tries }, signal } : { state: { tries } };
  },
});

/** An answer may quote the question; what is left is the answer. */
function ownPrint({ outcome, echo }: Percept): number {
  const own = outcome.words.filter((word) => !echo.has(word));
  return own.length < 3 ? outcome.print : combine(...own.slice(0, 200), ...outcome.numbers);
}

function findSame(tries: readonly Try[], limits: Limits): Found {
  const last = tries.at(-1)!;
  if (last.isWrite || last.isEmpty || last.words === '' || !(last.isLong || last.isSend)) return undefined;
  const answered = tries.filter((one) => one.tool === last.tool && one.world === last.world && one.frame === last.frame);
  const same = answered.filter((one) => answered.some((other) => isSameAnswer(one, other, limits)));
  const isReworded = same.includes(last) && new Set(same.map(({ call }) => call)).size > 1;
  return isReworded ? judged('same', oncePerRound(same), limits.same, limits) : undefined;
}

/** The very same answer needs little likeness of the questions; one that only quotes them differently needs more. */
function isSameAnswer(one: Try, other: Try, { likeness }: Limits): boolean {
  const isEqual = one.outcome === other.outcome;
  if (one === other || (!isEqual && one.own !== other.own)) return false;
  // The same news sent again; other figures are other news.
  if (one.isSend && one.figures !== other.figures) return false;
  return jaccard(one.words, other.words, WORDS) >= (isEqual && !one.isSend ? likeness / 2 : likeness);
}

function findEmpty(tries: readonly Try[], limits: Limits): Found {
  const last = tries.at(-1)!;
  if (!last.isEmpty || last.isWrite) return undefined;
  const start = tries.findLastIndex((one) => !one.isEmpty) + 1;
  const run = oncePerRound(tries.slice(start).filter((one) => one.tool === last.tool && one.world === last.world));
  const found = run.filter((one) => run.some((other) => isRelated(one, other)));
  // Only numbers vary: that may be a batch of months or pages, so it takes one more.
  const isSweep = found.every((one) => one.kin === last.kin) && new Set(found.map(({ call }) => call)).size === found.length;
  return judged('empty', found, isSweep ? limits.empty + 1 : limits.empty, limits);
}

/** Many things looked up once each is a batch; one thing looked for in other words is a search that goes nowhere. */
function isRelated(one: Try, other: Try): boolean {
  if (one === other) return false;
  if (one.path !== '' && one.path === other.path) return true;
  const likeness = jaccard(one.all, other.all, WORDS);
  if (one.isSilent) return one.frame === other.frame && likeness >= 0.8;
  return likeness >= (one.kin === other.kin ? 0.25 : 0.34);
}

function findRewrite(tries: readonly Try[], limits: Limits): Found {
  const last = tries.at(-1)!;
  if (!last.isWrite || last.path === '' || last.words.length < 8) return undefined;
  const start = tries.findLastIndex((one) => one.path !== last.path || !one.isWrite) + 1;
  const alike = tries.slice(start).filter((one) => jaccard(one.words, last.words, WORDS) >= limits.likeness);
  return judged('rewrite', alike, limits.rewrites, limits);
}

function oncePerRound(tries: readonly Try[]): readonly Try[] {
  return [...new Map(tries.map((one) => [one.round, one])).values()];
}

function judged(messageId: NonNullable<Found>['messageId'], found: readonly Try[], limit: number, limits: Limits): Found {
  const share = found.length / limit;
  if (share < SIGN || found.length < 2) return undefined;
  const last = found.at(-1)!;
  return {
    messageId,
    score: limitScore(share),
    urgency: urgencyOf(share),
    identity: `reworded:${last.tool}:${messageId}`,
    data: { call: last.label, count: found.length },
    evidence: evidenceOf(found, { window: limits.window }),
  };
}
