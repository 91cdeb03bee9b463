import type { Percept } from '../../event/percept.js';
import { EMPTY, FAILED, type History, NEWS, SOFT, WAIT } from '../../session/history.js';
import { defineDetector } from '../detector.js';
import { evidenceOf } from '../evidence.js';
import { LASTING, TRANSIENT } from '../failures.js';
import { integer, type OptionsOf, ratio } from '../options.js';
import { limitScore, SIGN, urgencyOf } from '../score.js';

const options = {
  failures: integer(3, { min: 2, meaning: 'identical calls with the same failure that make a loop' }),
  patient: integer(5, { min: 2, meaning: 'the same, where the agent waits before it tries again' }),
  softFailures: integer(4, { min: 2, meaning: 'the same, where only the text says that it failed' }),
  successes: integer(5, { min: 2, meaning: 'identical calls with the same outcome that make a loop' }),
  waits: integer(7, { min: 2, meaning: 'the same, where each look waits first' }),
  writes: integer(4, { min: 2, meaning: 'identical writes, whatever comes back, that make a loop' }),
  clocks: integer(8, { min: 2, meaning: 'the same, where only a clock or an id comes back' }),
  density: ratio(0.6, { meaning: 'share of these calls among all calls since the first of them' }),
};


/** One call, one outcome, over and over, while nothing in the world has changed. */
export const repeatedCall = defineDetector({
  meta: {
    id: 'repeated-call',
    summary: 'The same call keeps bringing the same outcome.',
    listens: ['call'],
    family: 'calls',
    isClose: true,
    memory: 'run',
    options,
    messages: {
      same: { text: '{{call}} called {{count}}x with the same outcome', category: 'TOOL_REPETITION' },
      failing: { text: '{{call}} failed {{count}}x in the same way', category: 'ERROR_REPETITION', family: 'failures' },
      rewriting: { text: '{{call}} written {{count}}x in the same words', category: 'TOOL_REPETITION' },
      waiting: { text: '{{call}} looked {{count}}x at something that does not change', category: 'TOOL_REPETITION' },
    },
  },

  init: () => ({}),

  step(state, { session, percept, call }, limits) {
    if (!percept || !call || percept.kind === 'wait') return { state };
    const rewrites = isSideEffect(percept) ? repeatsOf(session.history, percept) : [];
    const writeLimit = percept.kind === 'write' && percept.argWords.length >= CONTENT ? limits.writes : limits.successes;
    const found = occurrences(session.history, percept);
    const isRewrite = rewrites.length >= 2 && rewrites.length / writeLimit > found.weight / limitOf(percept, found.waited, limits);
    const same = isRewrite ? { ...found, seqs: rewrites, weight: rewrites.length } : found;
    const limit = isRewrite ? writeLimit : limitOf(percept, same.waited, limits);
    const isFailure = !isRewrite && percept.outcome.failed !== 'no';
    const isDense = isRewrite || isFailure || same.seqs.length >= limits.density * same.span;
    const share = same.weight / limit;
    if (share < SIGN || same.seqs.length < 2 || !isDense) return { state };
    const shown = same.seqs.map((seq) => ({ seq, label: call.label }));
    return {
      state,
      signal: {
        messageId: isRewrite ? 'rewriting' : isFailure ? 'failing' : same.waited ? 'waiting' : 'same',
        score: limitScore(share),
        urgency: urgencyOf(share),
        identity: `call:${percept.call}`,
        data: { call: call.label, count: shown.length },
        evidence: evidenceOf(shown, { window: session.history.call.length }),
      },
    };
  },
});

/** A write with fewer words may leave its content to somebody else. */
const CONTENT = 4;

interface Occurrences {
  readonly seqs: readonly number[];
  /** Like a count, but what came before a change of the world counts less. */
  readonly weight: number;
  /** Calls from the first occurrence to now, waits aside. */
  readonly span: number;
  readonly waited: boolean;
}

/** Walks back; calls of one round count once. */
function occurrences(history: History, { call, outcome, hasWait }: Percept): Occurrences {
  const now = history.call.length - 1;
  const isFailure = outcome.failed !== 'no';
  // In a failure, numbers say where or which; only one that passes by itself may count up to its end.
  const column = isFailure && !TRANSIENT.has(outcome.reason) && outcome.words.length >= 3 ? history.skeleton : history.outcome;
  const seqs: number[] = [];
  let weight = 0;
  let span = 0;
  let between = 0;
  let worth = 1;
  let waited = hasWait;
  let round = NaN;
  for (let i = now; i >= 0; i--) {
    const flags = history.flags[i]!;
    if ((flags & WAIT) !== 0) {
      waited = true;
      continue;
    }
    between++;
    const isOld = history.world[i] !== history.world[now];
    if (isOld && !(isFailure && (LASTING.has(outcome.reason) || outcome.reason === 'validation'))) {
      if (!isFailure) break;
      worth = 0.25;
    }
    if (history.call[i] !== call || column[i] !== column[now]) {
      // Something new worked in between: the failure may have been looked at from another side.
      if (isFailure && (flags & NEWS) !== 0 && (flags & (FAILED | SOFT | EMPTY)) === 0) worth = Math.min(worth, 0.5);
      continue;
    }
    if (history.round[i] === round) continue;
    round = history.round[i]!;
    seqs.unshift(history.seq[i]!);
    weight += worth;
    span = between;
  }
  return { seqs, weight, span, waited };
}

/** What leaves something behind, and says what: doing it again is another deed. */
function isSideEffect({ kind, leaves, argWords }: Percept): boolean {
  return (kind === 'write' || kind === 'send') && (leaves >= 2 || argWords.length >= CONTENT);
}

/** How often exactly this was done while nothing else changed; of a write whatever came back, else in the same words. */
function repeatsOf(history: History, { call, kind, outcome }: Percept): readonly number[] {
  const world = history.world.at(-1);
  return history.seq.filter(
    (_, i) => history.call[i] === call && history.world[i] === world && (kind === 'write' || history.skeleton[i] === outcome.skeleton),
  );
}

function limitOf({ kind, outcome, hasWait }: Percept, waited: boolean, limits: OptionsOf<typeof options>): number {
  if (outcome.failed !== 'no') {
    if (waited) return TRANSIENT.has(outcome.reason) ? limits.waits : limits.patient;
    return outcome.failed === 'hard' ? limits.failures : limits.softFailures;
  }
  if (outcome.isVolatile) return limits.clocks;
  return waited || hasWait || kind === 'poll' ? limits.waits : limits.successes;
}
