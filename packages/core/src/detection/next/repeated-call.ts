import { type CallProgress, isUnchanged } from '../../session/call-progress.js';
import type { Change } from '../../session/outcome-change.js';
import type { CallFeatures } from '../../features/call-features.js';
import { defineDetector } from '../detector.js';
import { signalFrom } from '../mechanisms/found.js';
import { extendRun, keepRun, NO_RUNS, type Run, startRun, worthOf } from '../mechanisms/run.js';
import { integer, ratio } from '../options.js';

const options = {
  limit: integer(5, { min: 2, meaning: 'identical calls with an unchanged outcome that make a loop' }),
  failures: integer(3, { min: 2, meaning: 'the same, where the call failed' }),
  softFailures: integer(4, { min: 2, meaning: 'the same, where only its text says so, or where it writes' }),
  jitter: ratio(0.44, { meaning: 'how much a repeat counts whose bare numbers differ without a trend' }),
};

/** One call, made again and again, that brings nothing new. */
export const repeatedCall = defineDetector({
  meta: {
    id: 'repeated-call',
    summary: 'The same call keeps bringing the same outcome.',
    listens: ['call', 'step'],
    family: 'calls',
    needs: 'features',
    isClose: true,
    calls: () => 24,
    options,
    messages: {
      same: {
        text: '{{call}} called {{count}}x with the same outcome',
        category: 'TOOL_REPETITION',
        cap: 'stop',
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

  step(state, moment, limits) {
    const { features, progress, ledgerBefore: before, seq, session } = moment;
    if (!features || !progress || !before || features.isWait) return { state };
    const consumed = state.filter(({ key }) => !progress.consumed.includes(key));
    const known = consumed.find(({ key }) => key === features.call);
    const { change } = progress;
    if (!known || change === 'first' || change === 'news' || change === 'moving')
      return { state: keepRun(consumed, startRun(features.call, seq, session.ledger)) };
    const isSoft = change === 'jitter' || change === 'unclear' || change === 'rotating';
    const run = extendRun(known, seq, worthOf(known, features, progress, before), isSoft, session.ledger);
    const soft = numberWorth(features, progress, limits.jitter);
    const units =
      isUnchanged(change) && change !== 'rotating' ? run.units - run.soft * (1 - soft) : run.units * soft;
    const signal = signalFrom(moment, {
      messageId: messageOf(features, change, progress.hasWaited),
      share: units / limitOf(features, limits),
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

/** Numbers are a detail where much else stayed as it was; bare numbers may be the content. */
function numberWorth(features: CallFeatures, progress: CallProgress, jitter: number): number {
  const { outcome, effect, isRich } = features;
  const { change, substance, isFieldsOnly } = progress;
  if (change === 'rotating') return 0.2;
  if (change === 'count') {
    const isReceipt = effect === 'send' || (effect === 'write' && isRich) || outcome.saysNothing;
    if (isReceipt || outcome.failure !== 'no') return 1;
    return isFieldsOnly && substance >= 3 ? 0.6 : 0.1;
  }
  if (change === 'unclear') return substance >= 12 ? 0.95 : isFieldsOnly && substance >= 4 ? 0.6 : 0.1;
  if (outcome.failure !== 'no') return 0.85;
  return substance >= 10 ? 0.95 : substance >= 4 ? 0.75 : jitter;
}

function messageOf({ outcome, hasWait }: CallFeatures, change: Change, hasWaited: boolean) {
  if (change === 'unrecorded') return 'unrecorded';
  if (outcome.failure !== 'no') return 'failing';
  if (hasWait || hasWaited || outcome.isPending) return 'waiting';
  return isUnchanged(change) && change !== 'rotating' ? 'same' : 'wobbling';
}
