import { echoOf, type Percept } from '../../event/percept.js';
import { type Columns, columnsOf, isAgain } from '../../session/history.js';
import type { CallRecord } from '../../session/calls.js';
import { defineDetector, type Signal } from '../detector.js';
import type { Occurrence } from '../evidence.js';
import { TRANSIENT } from '../failures.js';
import { signalOf } from '../finding.js';
import { occurrences } from '../occurrences.js';
import { integer, type OptionsOf, ratio } from '../options.js';
import { surest } from '../score.js';

const options = {
  successes: integer(5, { min: 2, meaning: 'identical calls with the same outcome that make a loop' }),
  waits: integer(7, { min: 2, meaning: 'the same, where the agent waits between them or the tool polls' }),
  clocks: integer(8, { min: 2, meaning: 'the same, where only a clock or an id comes back' }),
  density: ratio(0.6, { meaning: 'least share of these calls among all calls since the first of them' }),
  failures: integer(3, { min: 2, meaning: 'identical calls with the same failure that make a loop' }),
  softFailures: integer(4, { min: 2, meaning: 'the same, where only the text says that it failed' }),
  patient: integer(5, { min: 2, meaning: 'the same, where the agent waits before it tries again' }),
  writes: integer(4, { min: 2, meaning: 'identical writes, whatever comes back, that make a loop' }),
};

type Limits = OptionsOf<typeof options>;
type Found = Signal<'same' | 'waiting' | 'failing' | 'rewriting'> | undefined;

/** It keeps nothing: one for all sessions. */
const NONE = {};

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
      waiting: {
        text: '{{call}} looked {{count}}x at something that does not change',
        category: 'TOOL_REPETITION',
      },
      failing: {
        text: '{{call}} failed {{count}}x in the same way',
        category: 'ERROR_REPETITION',
        family: 'failures',
      },
      rewriting: { text: '{{call}} written {{count}}x in the same words', category: 'TOOL_REPETITION' },
    },
  },

  init: () => NONE,

  step(state, { session, percept, call }, limits) {
    if (!percept || !call || percept.kind === 'wait' || !isAgain(session.history, 'call')) return { state };
    const history = columnsOf(session.history);
    const signal = surest(
      findSame(history, percept, call, withPatience(limits, session.asked)),
      isSideEffect(percept) ? findRewrites(history, percept, call, limits) : undefined,
    );
    return signal ? { state, signal } : { state };
  },
});

/** What a person asked for so many times is not too often. */
function withPatience(limits: Limits, asked: number): Limits {
  if (asked < limits.successes) return limits;
  const { successes, waits, clocks } = limits;
  const atLeast = (limit: number): number => Math.max(limit, asked + 1);
  return { ...limits, successes: atLeast(successes), waits: atLeast(waits), clocks: atLeast(clocks) };
}

function findSame(history: Columns, percept: Percept, { label }: CallRecord, limits: Limits): Found {
  const { found, weight, span, hasWaited } = occurrences(history, percept, label);
  const isFailure = percept.outcome.failed !== 'no';
  if (!isFailure && found.length < limits.density * span) return undefined;
  return signalOf({
    messageId: isFailure ? 'failing' : hasWaited ? 'waiting' : 'same',
    share: weight / limitOf(percept, hasWaited, limits),
    found,
    identity: `call:${percept.call}`,
    data: { call: label },
    window: history.call.length,
  });
}

function limitOf({ outcome }: Percept, hasWaited: boolean, limits: Limits): number {
  if (outcome.failed !== 'no') {
    if (hasWaited) return TRANSIENT.has(outcome.reason) ? limits.waits : limits.patient;
    return outcome.failed === 'hard' ? limits.failures : limits.softFailures;
  }
  if (outcome.isVolatile) return limits.clocks;
  return hasWaited ? limits.waits : limits.successes;
}

/** A write with fewer words may leave its content to somebody else. */
const CONTENT = 4;

/** What leaves something behind, and says what: doing it again is another deed. */
function isSideEffect(percept: Percept): boolean {
  const { kind, argWords } = percept;
  return (kind === 'write' || kind === 'send') && (argWords.length >= CONTENT || echoOf(percept).size >= 3);
}

/** Exactly this was done before while nothing else changed; of a write whatever came back, else in the same words. */
function findRewrites(history: Columns, percept: Percept, { label }: CallRecord, limits: Limits): Found {
  const isWrite = percept.kind === 'write';
  const world = history.world.at(-1);
  const found: Occurrence[] = [];
  for (let i = 0; i < history.call.length; i++) {
    if (history.call[i] !== percept.call || history.world[i] !== world) continue;
    if (isWrite || history.skeleton[i] === percept.outcome.skeleton)
      found.push({ seq: history.seq[i]!, label });
  }
  return signalOf({
    messageId: 'rewriting',
    share: found.length / (isWrite && percept.argWords.length >= CONTENT ? limits.writes : limits.successes),
    found,
    identity: `call:${percept.call}`,
    data: { call: label },
    window: history.call.length,
  });
}
