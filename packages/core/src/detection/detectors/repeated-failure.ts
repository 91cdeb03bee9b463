import { resultLabel } from '../../event/label.js';
import type { Percept } from '../../event/percept.js';
import { sketch } from '../../event/sketch.js';
import { roundAt } from '../../session/history.js';
import { shortened } from '../../session/packed.js';
import type { Moment } from '../../session/session.js';
import { EMPTY_SHELF, type Shelf } from '../../session/shelf.js';
import { defineDetector } from '../detector.js';
import { failuresOf, hasFailed, keepFailure, without } from '../failure-shelf.js';
import { ARGS, type Failure, isAlike, isReworded, WORDS, worthOf } from '../failure-worth.js';
import { failureWords } from '../failures.js';
import { signalOf } from '../finding.js';
import { integer, type OptionsOf, ratio } from '../options.js';
import { oncePerRound } from '../rounds.js';

const options = {
  window: integer(14, { min: 4, max: 64, meaning: 'how many failures are remembered' }),
  near: integer(4, { min: 2, meaning: 'like failures within `reach` calls that make a loop' }),
  far: integer(5, { min: 2, meaning: 'like failures anywhere that make a loop' }),
  reach: integer(10, { min: 2, meaning: 'how many calls back is near' }),
  likeness: ratio(0.8, { meaning: 'share of common words from which on two errors are alike' }),
  other: ratio(0.6, { meaning: 'what a like failure of an unlike call counts' }),
  asked: ratio(0.8, { meaning: 'what a failure counts once the user has asked for something else' }),
  waited: ratio(0.5, { meaning: 'what a failure counts once the agent has waited' }),
  edited: ratio(0.2, { meaning: 'what a failure counts once something was edited' }),
  worked: ratio(0.5, { meaning: 'what a failure of an unlike call counts once something new has worked' }),
};

interface Failures {
  readonly failures: Shelf;
  readonly waits: number;
  readonly likes: number;
}

const NONE: Failures = { failures: EMPTY_SHELF, waits: 0, likes: 0 };

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

  init: () => NONE,

  step(state, moment, limits) {
    const { percept } = moment;
    if (!percept) return { state };
    const waits = state.waits + (percept.hasWait ? 1 : 0);
    if (percept.kind === 'wait') return { state: { ...state, waits } };
    if (percept.outcome.failed === 'no') return { state: afterSuccess({ ...state, waits }, percept) };
    const last = failureOf(moment, percept, { ...state, waits });
    const recent = [...failuresOf(state.failures).slice(1 - limits.window), last];
    const alike = oncePerRound(recent.filter((one) => isAlike(one, last, limits.likeness)));
    const signal = signalOf({
      messageId: 'same',
      share: shareReached(alike, last, limits),
      found: alike,
      identity: `failure:${last.reason}:${last.words.slice(0, 4)}`,
      data: { error: last.label },
      window: limits.window,
    });
    const failures = keepFailure(state.failures, last, limits.window);
    return { state: { failures, waits, likes: state.likes }, ...(signal && { signal }) };
  },
});

/** What failed and now works is overcome. What is like it and works says that the failure was about one target. */
function afterSuccess(state: Failures, { tool, call, kin, heard }: Percept): Failures {
  if (!hasFailed(state.failures, shortened(tool))) return state;
  const worked = { kin: shortened(kin), args: sketch(heard, ARGS) };
  const isLike = failuresOf(state.failures).some(
    (one) => one.tool === shortened(tool) && one.kin === worked.kin && isReworded(one, worked),
  );
  const failures = without(state.failures, shortened(call));
  return { ...state, failures, likes: state.likes + (isLike ? 1 : 0) };
}

function shareReached(alike: readonly Failure[], last: Failure, limits: OptionsOf<typeof options>): number {
  const hadGood = alike.some(({ goods }) => goods !== last.goods);
  let near = 0;
  let far = 0;
  for (const one of alike) {
    const worth = worthOf(one, last, hadGood, limits);
    far += worth;
    if (last.made - one.made < limits.reach) near += worth;
  }
  return Math.max(near / limits.near, far / limits.far);
}

function failureOf({ event, seq, session }: Moment, percept: Percept, { waits, likes }: Failures): Failure {
  const { outcome, tool, call, frame, kin, heard } = percept;
  return {
    seq,
    label: (event.kind === 'call' && resultLabel(event.result)) || 'no words',
    reason: outcome.reason,
    tool: shortened(tool),
    call: shortened(call),
    frame: shortened(frame),
    kin: shortened(kin),
    print: shortened(outcome.print),
    words: sketch(failureWords(percept), WORDS),
    args: sketch(heard, ARGS),
    round: roundAt(session.history),
    made: session.made,
    waits,
    likes,
    goods: session.news,
    world: session.world,
    task: session.tasks,
    run: session.runs,
  };
}
