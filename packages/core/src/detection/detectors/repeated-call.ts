import { type CallProgress, isUnchanged } from '../../session/call-progress.js';
import type { CallFeatures } from '../../features/call-features.js';
import { defineDetector } from '../detector.js';
import { signalFrom } from '../mechanisms/found.js';
import { extendRun, isPaused, keepRun, NO_RUNS, type Run, startRun, worthOf } from '../mechanisms/run.js';
import { integer, ratio } from '../options.js';

const options = {
  limit: integer(5, { min: 2, meaning: 'identical calls with an unchanged outcome that make a loop' }),
  failures: integer(3, { min: 2, meaning: 'the same, where the call failed' }),
  softFailures: integer(4, { min: 2, meaning: 'the same, where only its text says so, or where it writes' }),
  jitter: ratio(0.4, { meaning: 'how much a repeat counts whose bare numbers differ without a trend' }),
};

/** This many repeats with no other call between justify a block. */
const MIN_NEXT = 3;
const MIN_NEXT_FAILED = 2;
/** A repeat worth at most this much has brought something new. */
const PROGRESS = 0.1;
const ASKED = 0.11;

/** The agent makes one call again and again, and it brings nothing new. */
export const repeatedCall = defineDetector({
  meta: {
    id: 'repeated-call',
    summary: 'The same call keeps bringing the same outcome.',
    listens: ['call', 'step'],
    family: 'calls',
    mechanism: 'run',
    needs: 'features',
    calls: () => 24,
    options,
    messages: {
      same: {
        text: '{{call}} called {{count}}x with the same outcome',
        category: 'TOOL_REPETITION',
        cap: 'stop',
      },
      between: {
        text: '{{call}} called {{count}}x with the same outcome, with other work between',
        category: 'TOOL_REPETITION',
        cap: 'redirect',
      },
      waiting: {
        text: '{{call}} looked {{count}}x at something that does not change',
        category: 'TOOL_REPETITION',
        cap: 'redirect',
      },
      failing: {
        text: '{{call}} failed {{count}}x in the same way',
        category: 'ERROR_REPETITION',
        family: 'calls',
        cap: 'stop',
      },
      stillFailing: {
        text: '{{call}} failed {{count}}x in the same way, with other calls between',
        category: 'ERROR_REPETITION',
        family: 'calls',
        cap: 'redirect',
      },
      waitingFailed: {
        text: '{{call}} failed {{count}}x in the same way, with a wait each time',
        category: 'ERROR_REPETITION',
        family: 'calls',
        cap: 'redirect',
      },
      wobbling: {
        text: '{{call}} called {{count}}x; only numbers differ',
        category: 'TOOL_REPETITION',
        cap: 'redirect',
      },
      unrecorded: {
        text: '{{call}} called {{count}}x; its outcome is not known',
        category: 'TOOL_REPETITION',
        cap: 'nudge',
      },
    },
  },

  init: (): readonly Run[] => NO_RUNS,

  step(state, context, limits) {
    const { features, progress, ledgerBefore: before, seq, session } = context;
    if (!features || !progress || !before || features.isWait) return { state };
    const consumed = state.filter(({ key }) => !progress.consumed.includes(key));
    const known = consumed.find(({ key }) => key === features.call);
    const { change } = progress;
    const share = numberWorth(features, progress, limits.jitter);
    if (!known || change === 'first' || change === 'news' || change === 'moving' || share <= PROGRESS)
      return { state: keepRun(consumed, startRun(features.call, seq, session.ledger)) };
    const run = extendRun(known, seq, worthOf(known, features, progress, before) * share, session.ledger);
    const signal = signalFrom(context, {
      messageId: messageOf(run, features, progress, isPaused(known, progress, before)),
      share: run.units / limitOf(features, limits),
      events: run.events,
      count: run.events.length,
      identity: `call:${features.call}`,
    });
    return { state: keepRun(consumed, run), ...(signal && { signal }) };
  },
});

type Limits = Readonly<Record<'limit' | 'failures' | 'softFailures' | 'jitter', number>>;

function limitOf({ outcome, effect, isRich }: CallFeatures, limits: Limits): number {
  if (outcome.failure === 'hard') return limits.failures;
  if (outcome.failure === 'soft' || (isRich && (effect === 'write' || effect === 'send')))
    return limits.softFailures;
  return limits.limit;
}

/** Numbers are a detail if much else stayed the same; bare numbers may be the content. */
function numberWorth(features: CallFeatures, progress: CallProgress, jitter: number): number {
  const { outcome, effect, isRich } = features;
  const { change, substance, isFieldsOnly } = progress;
  if (progress.isAsked) return ASKED;
  if (change === 'rotating') return 0.2;
  if (isUnchanged(change)) return 1;
  if (change === 'count') {
    const isReceipt = effect === 'send' || (effect === 'write' && isRich) || outcome.saysNothing;
    if (isReceipt || outcome.failure !== 'no') return 1;
    return isFieldsOnly && substance >= 3 ? (substance >= 10 ? 0.95 : 0.75) : 0.1;
  }
  if (change === 'unclear') return substance >= 12 ? 1 : isFieldsOnly && substance >= 4 ? 0.6 : 0.1;
  if (outcome.failure !== 'no') return 0.85;
  return substance >= 10 ? 1 : substance >= 4 ? 0.75 : jitter;
}

function messageOf(
  run: Run,
  { outcome, effect, hasWait }: CallFeatures,
  { change, hasWaited }: CallProgress,
  isPaused: boolean,
) {
  if (change === 'unrecorded') return 'unrecorded';
  const isWait = hasWait || hasWaited;
  // A server that starts refuses connections until it is up: what is waited for can still come.
  if (outcome.failure !== 'no' && isWait) return 'waitingFailed';
  // Numbers that change with every call may be noise, or what is measured.
  const isMeasured = change === 'volatile' && outcome.numberCount > 0 && effect !== 'send';
  if (outcome.failure !== 'no')
    return isDirect(run, MIN_NEXT_FAILED) && !isMeasured ? 'failing' : 'stillFailing';
  if (isWait || isPaused || outcome.isPending) return 'waiting';
  if (!isUnchanged(change) || change === 'rotating' || isMeasured) return 'wobbling';
  return isDirect(run, MIN_NEXT) ? 'same' : 'between';
}

function isDirect({ next, events }: Run, least: number): boolean {
  return next >= Math.min(least, events.length - 1);
}
