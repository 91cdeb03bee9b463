import { oneLine } from '../../event/label.js';
import type { Percept } from '../../event/percept.js';
import { jaccard, sketch, type Sketch } from '../../event/sketch.js';
import { wordHash } from '../../event/volatile-names.js';
import { maskText } from '../../event/mask.js';
import type { Moment } from '../../session/session.js';
import { defineDetector, type Signal } from '../detector.js';
import { evidenceOf } from '../evidence.js';
import { integer, type OptionsOf, ratio } from '../options.js';
import { limitScore, SIGN, surest, urgencyOf } from '../score.js';

interface Failure {
  readonly seq: number;
  readonly label: string;
  /** How many calls had been made. */
  readonly step: number;
  readonly world: number;
  readonly tool: number;
  readonly frame: number;
  readonly reason: string;
  /** The error's words without those of the arguments. */
  readonly words: Sketch;
  readonly args: Sketch;
  readonly round: number;
  readonly task: number;
  /** How many waits had been made. */
  readonly waits: number;
}

const options = {
  window: integer(16, { min: 4, max: 64, meaning: 'how many failures are remembered' }),
  near: integer(4, { min: 2, meaning: 'like failures of like calls within `reach` calls that make a loop' }),
  far: integer(5, { min: 2, meaning: 'like failures anywhere in the task that make a loop' }),
  reach: integer(10, { min: 2, meaning: 'how many calls back is near' }),
  streak: integer(6, { min: 2, meaning: 'failures of one class in a row, whatever the tool' }),
  anyStreak: integer(8, { min: 2, meaning: 'failures of any kind in a row' }),
  events: integer(4, { min: 2, meaning: 'like error events, outside of calls, that make a loop' }),
  other: ratio(0.6, { meaning: 'what a like failure of an unlike call counts' }),
  asked: ratio(0.8, { meaning: 'what a failure counts once the user has asked for something else' }),
  waited: ratio(0.4, { meaning: 'what a passing failure counts once the agent has waited' }),
  edited: ratio(0.2, { meaning: 'what a failure counts once something was edited' }),
  likeness: ratio(0.8, { meaning: 'share of common words above which two errors are alike' }),
};

const WORDS = 64;
const ARGS = 32;

type Limits = OptionsOf<typeof options>;
type Found = Signal<'same' | 'class' | 'all' | 'event'> | undefined;

/** Classes that an edit cannot cure. */
const LASTING: ReadonlySet<string> = new Set(['denied', 'auth', 'unknown-tool', 'network', 'unavailable']);
const TRANSIENT: ReadonlySet<string> = new Set(['network', 'timeout', 'unavailable']);
const CLASSED: ReadonlySet<string> = new Set([...LASTING, 'validation', 'timeout']);

/** The same failure behind other arguments, other tools or other words. */
export const repeatedFailure = defineDetector({
  meta: {
    id: 'repeated-failure',
    summary: 'The same failure comes again, whatever the call looks like.',
    listens: ['call', 'error', 'message'],
    family: 'failures',
    isClose: true,
    memory: 'session',
    options,
    messages: {
      same: { text: 'the same error {{count}}x from varied calls: {{error}}', category: 'ERROR_REPETITION' },
      class: { text: '{{count}} calls in a row failed ({{reason}}): {{error}}', category: 'ERROR_REPETITION' },
      all: { text: '{{count}} calls in a row failed: {{error}}', category: 'ERROR_REPETITION' },
      event: { text: 'the same error {{count}}x: {{error}}', category: 'ERROR_REPETITION' },
    },
  },

  init: () => ({ failures: [] as readonly Failure[], steps: 0, waits: 0, said: '' as Sketch, streak: 0, reason: '', reasonStreak: 0 }),

  step(state, moment, limits) {
    const { event, percept } = moment;
    if (event.kind === 'message') return { state: { ...state, said: sketch(maskText(event.text).words, WORDS) } };
    if (percept?.kind === 'wait') return { state: { ...state, waits: state.waits + 1 } };
    const steps = state.steps + (event.kind === 'call' ? 1 : 0);
    const failure = failureOf(moment, { step: steps, waits: state.waits + (percept?.hasWait ? 1 : 0), said: state.said });
    if (!failure) return { state: { ...state, steps, streak: 0, reason: '', reasonStreak: 0 } };
    const isSameRound = state.failures.at(-1)?.round === failure.round;
    const more = isSameRound ? 0 : 1;
    const next = {
      failures: [...state.failures, failure].slice(-limits.window),
      steps,
      waits: state.waits,
      said: state.said,
      streak: state.streak + more,
      reason: failure.reason,
      reasonStreak: failure.reason === state.reason ? state.reasonStreak + more : 1,
    };
    const signal = surest(findSame(next.failures, limits), findStreak(next, failure, limits));
    return signal ? { state: next, signal } : { state: next };
  },
});

function findSame(failures: readonly Failure[], limits: Limits): Found {
  const last = failures.at(-1)!;
  const alike = failures.filter((one) => (one.tool === 0) === (last.tool === 0) && jaccard(one.words, last.words, WORDS) >= limits.likeness);
  const rounds = new Map(alike.map((one) => [one.round, one]));
  const found = [...rounds.values()];
  const isEvent = last.tool === 0;
  const worth = (one: Failure): number => worthOf(one, last, limits);
  const sum = (ones: readonly Failure[]): number => ones.reduce((total, one) => total + worth(one), 0);
  const near = sum(found.filter((one) => last.step - one.step < limits.reach));
  const share = isEvent ? sum(found) / limits.events : Math.max(near / limits.near, sum(found) / limits.far);
  if (share < SIGN || found.length < 2) return undefined;
  return signalOf(isEvent ? 'event' : 'same', share, found, last, limits);
}

/** An edit may have cured it; another call may have another reason to fail in the same words. */
function worthOf(one: Failure, last: Failure, { other, edited, asked, waited, reach }: Limits): number {
  if (one === last) return 1;
  const time = (one.task === last.task ? 1 : asked) * (last.step - one.step > 2 * reach ? 0.5 : 1) * (TRANSIENT.has(one.reason) && one.waits !== last.waits ? waited : 1);
  if (LASTING.has(one.reason)) return time;
  const isKin = last.tool === 0 ? jaccard(one.args, last.args, WORDS) >= 0.5 : one.frame === last.frame || jaccard(one.args, last.args, ARGS) >= 0.5;
  return time * (one.world === last.world ? 1 : edited) * (isKin ? 1 : other);
}

function findStreak(state: { streak: number; reasonStreak: number; failures: readonly Failure[] }, last: Failure, limits: Limits): Found {
  const classShare = CLASSED.has(last.reason) ? state.reasonStreak / limits.streak : 0;
  const share = Math.max(classShare, state.streak / limits.anyStreak);
  if (share < SIGN) return undefined;
  const found = state.failures.slice(-Math.min(state.failures.length, state.streak));
  return signalOf(classShare >= 1 ? 'class' : 'all', share, found, last, limits);
}

function signalOf(messageId: NonNullable<Found>['messageId'], share: number, found: readonly Failure[], last: Failure, limits: Limits): Found {
  return {
    messageId,
    score: limitScore(share),
    urgency: urgencyOf(share),
    identity: `failure:${last.reason}:${last.words.slice(0, 4)}`,
    data: { error: last.label, count: found.length, reason: last.reason },
    evidence: evidenceOf(found, { window: limits.window }),
  };
}

function failureOf({ event, seq, percept, session }: Moment, { step, waits, said }: { step: number; waits: number; said: Sketch }): Failure | undefined {
  const { world, tasks: task } = session;
  if (event.kind === 'error') {
    const { words } = maskText(`${event.type ?? ''} ${event.message}`);
    const label = oneLine(event.message || (event.type ?? ''), 80);
    return { seq, label, step, world, tool: 0, frame: 0, reason: 'event', words: sketch(words, WORDS), args: said, round: -1 - seq, task, waits };
  }
  if (event.kind !== 'call' || !percept || percept.outcome.failed === 'no') return undefined;
  const { outcome, tool, frame } = percept;
  const label = oneLine(typeof event.result === 'string' ? event.result : event.tool, 80);
  return { seq, label, step, world, tool, frame, reason: outcome.reason, words: ownWords(percept), args: sketch([...percept.echo], ARGS), round: session.round ?? -1 - seq, task, waits };
}

/** An error often quotes the arguments; what is left says what went wrong. */
function ownWords({ outcome, echo }: Percept): Sketch {
  const cause = outcome.cause.filter((word) => !echo.has(word));
  if (cause.length >= 3) return sketch(cause, WORDS);
  const own = outcome.words.filter((word) => !echo.has(word));
  return sketch(own.length >= 2 ? own : outcome.words.length > 0 ? outcome.words : [wordHash('nothing')], WORDS);
}
