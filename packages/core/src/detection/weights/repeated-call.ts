import type { CallFeatures } from '../../features/call-features.js';
import { type CallProgress, isUnchanged } from '../../session/progress/call-progress.js';
import { says } from '../detector.js';
import type { Run } from '../mechanisms/run.js';

export const MESSAGES = {
  same: says('TOOL_REPETITION', 'stop', '{{call}} called {{count}}x with the same outcome'),
  between: says(
    'TOOL_REPETITION',
    'redirect',
    '{{call}} called {{count}}x with the same outcome, with other work between',
  ),
  waiting: says(
    'TOOL_REPETITION',
    'redirect',
    '{{call}} looked {{count}}x at something that does not change',
  ),
  confirmed: says('TOOL_REPETITION', 'redirect', '{{call}} was confirmed {{count}}x, and nothing else shows'),
  failing: says('ERROR_REPETITION', 'stop', '{{call}} failed {{count}}x in the same way'),
  stillFailing: says(
    'ERROR_REPETITION',
    'redirect',
    '{{call}} failed {{count}}x in the same way, with other calls between',
  ),
  waitingFailed: says(
    'ERROR_REPETITION',
    'redirect',
    '{{call}} failed {{count}}x in the same way, with a wait each time',
  ),
  wobbling: says('TOOL_REPETITION', 'redirect', '{{call}} called {{count}}x; only numbers differ'),
  ordered: says(
    'TOOL_REPETITION',
    'redirect',
    '{{call}} called {{count}}x in the same way; the prompt may ask for as many',
  ),
  unrecorded: says('TOOL_REPETITION', 'nudge', '{{call}} called {{count}}x; its outcome is not known'),
};

/** This many repeats with no other call between justify a block. */
const MIN_NEXT = 3;
const MIN_NEXT_FAILED = 2;
const ASKED = 0.11;

type Limits = Readonly<Record<'limit' | 'failures' | 'softFailures' | 'jitter', number>>;

export function limitOf({ outcome, effect, isRich }: CallFeatures, limits: Limits): number {
  if (outcome.failure === 'hard') return limits.failures;
  if (outcome.failure === 'soft' || (isRich && (effect === 'write' || effect === 'send')))
    return limits.softFailures;
  return limits.limit;
}

/** Numbers are a detail if much else stayed the same; bare numbers may be the content. */
export function numberWorth(features: CallFeatures, progress: CallProgress, jitter: number): number {
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

export function messageOf(
  run: Run,
  features: CallFeatures,
  progress: CallProgress,
  isPaused: boolean,
  named: number,
): keyof typeof MESSAGES {
  const id = kindOf(run, features, progress, isPaused);
  return MESSAGES[id].cap === 'stop' && progress.times <= named ? 'ordered' : id;
}

function kindOf(
  run: Run,
  features: CallFeatures,
  { change, hasWaited }: CallProgress,
  isPaused: boolean,
): keyof typeof MESSAGES {
  if (change === 'unrecorded') return 'unrecorded';
  const { outcome, effect, hasWait } = features;
  const isWait = hasWait || hasWaited;
  // A server that starts refuses connections until it is up: what is waited for can still come.
  if (outcome.failure !== 'no' && isWait) return 'waitingFailed';
  // Numbers that change with every call may be noise, or what is measured.
  const isMeasured = change === 'volatile' && outcome.numberCount > 0 && effect !== 'send';
  if (outcome.failure !== 'no')
    return isDirect(run, MIN_NEXT_FAILED) && !isMeasured ? 'failing' : 'stillFailing';
  if (isWait || isPaused || outcome.isPending) return 'waiting';
  if (!isUnchanged(change) || change === 'rotating' || isMeasured) return 'wobbling';
  if (!isDirect(run, MIN_NEXT)) return 'between';
  return isConfirmed(features) ? 'confirmed' : 'same';
}

/**
 * `DELETE 5000`, `key pressed`: the outcome repeats the request and adds a number or a word. Each call may have
 * changed as much again, and the outcome would not show it.
 */
function isConfirmed({ outcome, effect, subject }: CallFeatures): boolean {
  const { kind, numberCount, wordCount } = outcome;
  if (kind !== 'acknowledgement' || subject.length === 0 || effect === 'send') return false;
  const own = wordCount - subject.length;
  return own === 0 ? numberCount > 0 : own === 1 && effect === 'other';
}

function isDirect({ next, events }: Run, least: number): boolean {
  return next >= Math.min(least, events.length - 1);
}
