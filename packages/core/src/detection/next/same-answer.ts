import type { CallFeatures } from '../../features/call-features.js';
import type { CallProgress } from '../../session/call-progress.js';
import type { Moment } from '../../session/session.js';
import { mix } from '../../text/hash.js';
import { defineDetector } from '../detector.js';
import type { ArgumentChange, ArgumentsCompared } from '../mechanisms/arguments.js';
import { signalFrom } from '../mechanisms/found.js';
import {
  compareWith,
  extendGroup,
  fade,
  type Group,
  keepGroup,
  NO_GROUPS,
  startGroup,
} from '../mechanisms/similar.js';
import { ratio } from '../options.js';

const options = {
  limit: ratio(4.3, {
    max: 50,
    meaning: 'calls with one answer, each weighed by how their arguments differ, that make a loop',
  }),
};

type Row = Readonly<Record<ArgumentChange, number>>;
/** Information that did not change, by how the arguments did. */
const INFORMATION: Row = { same: 0.5, near: 1, reworded: 0.95, numbers: 0.55, enumeration: 0.1, other: 0.2 };
/** The same words with other numbers. */
const ALIKE: Row = { same: 0.5, near: 0.65, reworded: 0.65, numbers: 0.05, enumeration: 0.1, other: 0.2 };
/** Nothing was found. */
const NOTHING: Row = { same: 0.5, near: 0.75, reworded: 0.35, numbers: 0.35, enumeration: 0.1, other: 0.05 };
const ACKNOWLEDGED: Row = {
  same: 0.5,
  near: 0.5,
  reworded: 0.1,
  numbers: 0.02,
  enumeration: 0.02,
  other: 0.02,
};
/** Something was sent, made or started. */
const SENT: Row = { same: 0.5, near: 0.8, reworded: 0, numbers: 0, enumeration: 0, other: 0 };
const ASKED: Row = { same: 0.9, near: 0.9, reworded: 0.9, numbers: 0.9, enumeration: 0.9, other: 0.4 };
const BIG = 8;
/** What counts little fades with every repeat, so that a long batch does not add up. */
const LEAK = 0.06;

/** Other arguments, the same answer: nothing was learned. */
export const sameAnswer = defineDetector({
  meta: {
    id: 'same-answer',
    summary: 'Varied calls keep getting the same answer.',
    listens: ['call'],
    family: 'calls',
    memory: 'run',
    needs: 'features',
    options,
    messages: {
      same: {
        text: '{{count}} similar calls got the same answer, last {{call}}',
        category: 'TOOL_PARAMETER_DRIFT',
        cap: 'redirect',
      },
    },
  },

  init: (): readonly Group[] => NO_GROUPS,

  step(state, moment, { limit }) {
    const { features, progress, ledgerBefore, seq, event, session } = moment;
    if (!features || !progress || !ledgerBefore || features.isWait || event.kind !== 'call') return { state };
    const { outcome, effect } = features;
    const isTold = outcome.kind !== 'unrecorded' && outcome.failure === 'no' && effect !== 'note';
    if (!isTold || !['first', 'news', 'same', 'volatile'].includes(progress.change)) return { state };
    const at = { seq, round: event.round ?? null, ledger: session.ledger };
    const isSend = effect === 'send' || hasMade(features, ledgerBefore.handles);
    const key = keyOf(features, isSend);
    const known = state.find((one) => one.key === key);
    if (!known) return { state: keepGroup(state, startGroup(key, features, at)) };
    const faded = fade(known, ledgerBefore.calls, outcome.kind === 'information' ? 0.97 : 0.9);
    const compared = compareWith(faded, features);
    const isSame = progress.change === 'same' || progress.change === 'volatile';
    const worth = discounted(worthOf(faded, features, compared, isSame, isSend), faded, moment, isSame);
    const leaked =
      worth < 0.5
        ? fade(
            { ...faded, mark: { ...faded.mark, calls: ledgerBefore.calls - 1 } },
            ledgerBefore.calls,
            1 - LEAK,
          )
        : faded;
    const group = extendGroup(leaked, features, at, { worth, places: compared.places, isVaried: !isSame });
    const isReady = !isSame || group.varied >= 2;
    const signal = isReady
      ? signalFrom(moment, {
          messageId: 'same',
          share: group.weight / limit,
          events: group.events,
          count: group.events.length,
          identity: `answer:${key}`,
        })
      : undefined;
    return { state: keepGroup(state, group), ...(signal && { signal }) };
  },
});

/** An acknowledgement with a fresh id: something was made. */
function hasMade({ effect, isRich, outcome }: CallFeatures, handles: readonly number[]): boolean {
  return (
    effect === 'other' &&
    isRich &&
    outcome.kind === 'acknowledgement' &&
    outcome.ids.some((id) => !handles.includes(id))
  );
}

function keyOf({ tool, outcome, effect }: CallFeatures, isSend: boolean): number {
  const { kind, isBlank, wordCount, words, failureKey, answerKey } = outcome;
  if (kind === 'nothing')
    return mix(mix(tool, isBlank ? (effect === 'write' ? 56 : 55) : mix(words, 55)), 103);
  return mix(mix(tool, wordCount >= BIG ? words : isSend ? failureKey : answerKey), 103);
}

function worthOf(
  group: Group,
  features: CallFeatures,
  { change, hasFresh }: ArgumentsCompared,
  isSame: boolean,
  isSend: boolean,
): number {
  const { outcome, effect, isAsk, isRich, target } = features;
  const isWrite = effect === 'write';
  if (isSame || change === 'same') return isWrite ? 0.3 : group.varied >= 2 ? 0.7 : 0.5;
  if (isAsk) return ASKED[change];
  const isEqual = outcome.content === group.content;
  const isBig = outcome.wordCount >= BIG;
  if (outcome.kind === 'information') {
    if (isBig && change === 'enumeration') return isEqual ? 0.5 : 0.1;
    if (isBig && change === 'other') return isEqual ? 0.6 : 0.3;
    return (isEqual ? INFORMATION : ALIKE)[change];
  }
  if (outcome.kind === 'nothing') {
    if (effect !== 'read' && hasFresh) return change === 'near' ? 0.2 : 0.05;
    if (isWrite) return change === 'near' ? 0.5 : 0;
    return effect === 'read' && change === 'reworded' ? 0.6 : NOTHING[change];
  }
  const isTarget = isRich && group.target === target;
  if (isSend) return change === 'reworded' && isTarget ? 0.6 : SENT[change];
  if (isWrite) return change === 'near' && isTarget ? 0.35 : 0;
  return hasFresh ? 0.1 : ACKNOWLEDGED[change];
}

function discounted(
  given: number,
  group: Group,
  { features, progress, ledgerBefore, event }: Moment,
  isSame: boolean,
): number {
  const { outcome, effect, hasWait } = features!;
  const { hasWaited, isInvented } = progress as CallProgress;
  const { deeds, acts, calls } = ledgerBefore!;
  let worth = isInvented ? Math.max(given, 0.2) : given;
  if (deeds > group.mark.deeds && outcome.kind !== 'information') worth *= 0.4;
  const round = event.kind === 'call' ? (event.round ?? null) : null;
  if (round !== null && group.round === round && !isSame) return 0;
  if (outcome.isPending) worth *= 0.3;
  else if (hasWaited || hasWait) worth *= 0.68;
  if (acts > group.mark.acts && effect !== 'send' && effect !== 'write') worth *= 0.4;
  return calls - group.mark.calls >= 8 ? worth * 0.5 : worth;
}
