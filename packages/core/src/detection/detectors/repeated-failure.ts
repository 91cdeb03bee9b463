import { oneLine } from '../../event/label.js';
import type { Percept } from '../../event/percept.js';
import { jaccard, sketch, type Sketch } from '../../event/sketch.js';
import { NEWS } from '../../session/history.js';
import type { Moment } from '../../session/session.js';
import { pushBounded } from '../../session/window.js';
import { defineDetector } from '../detector.js';
import { evidenceOf } from '../evidence.js';
import { LASTING, TRANSIENT } from '../failures.js';
import { integer, type OptionsOf, ratio } from '../options.js';
import { limitScore, SIGN, urgencyOf } from '../score.js';

interface Failure {
  readonly seq: number;
  readonly label: string;
  readonly step: number;
  readonly world: number;
  readonly run: number;
  readonly call: number;
  readonly print: number;
  readonly frame: number;
  readonly kin: number;
  readonly tool: number;
  readonly reason: string;
  /** The error's words without those of the arguments. */
  readonly words: Sketch;
  readonly args: Sketch;
  readonly round: number;
  readonly task: number;
  /** Waits and good news of any tool before it. */
  readonly waits: number;
  readonly goods: number;
}

const WORDS = 64;
const ARGS = 32;
/** From this many words on, an error says something specific. */
const SPECIFIC = 4;

const options = {
  window: integer(14, { min: 4, max: 64, meaning: 'how many failures are remembered' }),
  near: integer(4, { min: 2, meaning: 'like failures within `reach` calls that make a loop' }),
  far: integer(5, { min: 2, meaning: 'like failures anywhere that make a loop' }),
  reach: integer(10, { min: 2, meaning: 'how many calls back is near' }),
  likeness: ratio(0.8, { meaning: 'share of common words above which two errors are alike' }),
  other: ratio(0.6, { meaning: 'what a like failure of an unlike call counts' }),
  asked: ratio(0.8, { meaning: 'what a failure counts once the user has asked for something else' }),
  waited: ratio(0.5, { meaning: 'what a failure counts once the agent has waited' }),
  edited: ratio(0.2, { meaning: 'what a failure counts once something was edited' }),
  worked: ratio(0.5, { meaning: 'what a failure counts once something else has worked' }),
};

type Limits = OptionsOf<typeof options>;

/** The same failure behind other arguments, other tools or other words. */
export const repeatedFailure = defineDetector({
  meta: {
    id: 'repeated-failure',
    summary: 'The same failure comes again, whatever the call looks like.',
    listens: ['call'],
    family: 'failures',
    isClose: true,
    memory: 'session',
    options,
    messages: {
      same: { text: 'the same error {{count}}x from varied calls: {{error}}', category: 'ERROR_REPETITION' },
    },
  },

  init: () => ({ failures: [] as readonly Failure[], steps: 0, waits: 0, goods: 0 }),

  step(state, moment, limits) {
    const { percept, session } = moment;
    if (!percept) return { state };
    if (percept.kind === 'wait') return { state: { ...state, waits: state.waits + 1 } };
    const steps = state.steps + 1;
    if (percept.outcome.failed === 'no') {
      const isNews = (session.history.flags.at(-1)! & NEWS) !== 0;
      return { state: { ...state, steps, goods: state.goods + (isNews ? 1 : 0) } };
    }
    const last = failureOf(moment, percept, { ...state, steps });
    const failures = pushBounded(state.failures, last, limits.window);
    const alike = failures.filter((one) => isAlike(one, last, limits.likeness));
    const found = [...new Map(alike.map((one) => [one.round, one])).values()];
    const share = shareReached(found, last, limits);
    const next = { ...state, failures, steps };
    if (share < SIGN || found.length < 2) return { state: next };
    return {
      state: next,
      signal: {
        messageId: 'same',
        score: limitScore(share),
        urgency: urgencyOf(share),
        identity: `failure:${last.reason}:${last.words.slice(0, 4)}`,
        data: { error: last.label, count: found.length },
        evidence: evidenceOf(found, { window: limits.window }),
      },
    };
  },
});

/** A passing failure with other numbers in it is a look at something that moves. */
function isAlike(one: Failure, last: Failure, likeness: number): boolean {
  const isLook = one.call === last.call && TRANSIENT.has(last.reason);
  return isLook ? one.print === last.print : jaccard(one.words, last.words, WORDS) >= likeness;
}

function shareReached(found: readonly Failure[], last: Failure, limits: Limits): number {
  const hadGood = found.some(({ goods }) => goods !== last.goods);
  let near = 0;
  let far = 0;
  for (const one of found) {
    const worth = worthOf(one, last, hadGood, limits);
    far += worth;
    if (last.step - one.step < limits.reach) near += worth;
  }
  return Math.max(near / limits.near, far / limits.far);
}

/** An edit may have cured it, time may have; another call may fail in the same words for another reason. */
function worthOf(one: Failure, last: Failure, hadGood: boolean, limits: Limits): number {
  if (one === last) return 1;
  const hasWaited = one.waits !== last.waits;
  const isOld = one.run === last.run && last.step - one.step > 2 * limits.reach;
  const time = (one.task === last.task ? 1 : limits.asked) * (hasWaited ? limits.waited : 1) * (isOld ? 0.5 : 1);
  if (LASTING.has(one.reason) && !(TRANSIENT.has(one.reason) && hasWaited)) return time;
  // A scheduled run does its other work too; what matters is that this failed again.
  if (one.run !== last.run) return time;
  const isKin = one.frame === last.frame || (last.words.length >= SPECIFIC && one.tool !== last.tool) || isReworded(one, last, hadGood);
  const work = one.world !== last.world ? limits.edited : one.goods !== last.goods && !isKin ? limits.worked : 1;
  return time * work * (isKin ? 1 : limits.other);
}

function isReworded(one: Failure, last: Failure, hadGood: boolean): boolean {
  // Other numbers in the same place, with successes in between, are a probe: a search by halves, a sweep.
  if (hadGood && one.kin === last.kin && one.frame !== last.frame) return false;
  return one.goods === last.goods && jaccard(one.args, last.args, ARGS) >= 0.5;
}

function failureOf({ event, seq, session }: Moment, percept: Percept, { steps, waits, goods }: { steps: number; waits: number; goods: number }): Failure {
  const text = event.kind === 'call' && typeof event.result === 'string' ? event.result : 'failed';
  const { outcome, tool, call, frame, kin, echo, hasWait } = percept;
  return {
    seq,
    label: oneLine(text, 80),
    step: steps,
    world: session.world,
    run: session.runs,
    call,
    print: outcome.print,
    frame,
    kin,
    tool,
    reason: outcome.reason,
    words: ownWords(percept),
    args: sketch([...echo], ARGS),
    round: session.round ?? -1 - seq,
    task: session.tasks,
    waits: waits + (hasWait ? 1 : 0),
    goods,
  };
}

/** An error often quotes the arguments; what is left says what went wrong. */
function ownWords({ outcome, echo }: Percept): Sketch {
  const cause = outcome.cause.filter((word) => !echo.has(word));
  if (cause.length >= 3) return sketch(cause, WORDS);
  const own = outcome.words.filter((word) => !echo.has(word));
  return sketch(own.length >= 2 ? own : outcome.words.length > 0 ? outcome.words : [outcome.print % 0x7fffffff], WORDS);
}
