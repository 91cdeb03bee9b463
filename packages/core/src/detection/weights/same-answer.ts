import type { CallFeatures } from '../../features/call-features.js';
import { REFUSAL_WORDS } from '../../lexicon/outcome-words.js';
import type { CallProgress } from '../../session/progress/call-progress.js';
import { type Handles, isHandle } from '../../session/progress/handles.js';
import type { EventContext } from '../../session/session.js';
import type { CallEvent } from '../../event/event.js';
import { hashOf, mix } from '../../text/hash.js';
import type { ArgumentChange, ArgumentsCompared } from '../mechanisms/arguments.js';
import { compareWith, extendGroup, fade, type Group, startGroup } from '../mechanisms/similar.js';

/** Equal arguments have weights of their own. */
type Row = Readonly<Record<Exclude<ArgumentChange, 'same'>, number>>;
/** The weight of unchanged information, by how the arguments changed. */
const INFORMATION: Row = { near: 1, reworded: 0.95, numbers: 0.55, enumeration: 0.1, other: 0.2 };
/** The same words with other numbers. */
const ALIKE: Row = { near: 0.65, reworded: 0.52, numbers: 0.05, enumeration: 0.1, other: 0.2 };
/** Nothing was found. */
const NOTHING: Row = { near: 0.8, reworded: 0.6, numbers: 0.5, enumeration: 0.24, other: 0.3 };
const ACKNOWLEDGED: Row = {
  near: 0.35,
  reworded: 0.1,
  numbers: 0.02,
  enumeration: 0.02,
  other: 0.02,
};
const ASKED: Row = { near: 0.9, reworded: 0.64, numbers: 0.8, enumeration: 0.4, other: 0.3 };
/**
 * Another position in something read that shows the same: the end was reached, or the tool ignores the
 * position.
 */
const POSITION = 0.7;
const BIG = 8;
const REFUSAL = 15;
const REFUSALS: readonly number[] = REFUSAL_WORDS.map(({ word }) => hashOf(word));

/** Small weights fade with every repeat, so that a long batch does not add up. */
const LEAK = 0.075;
/** How much of a group's weight is left with every call between. */
const FADING = { information: 0.97, other: 0.92 };

/** A finished call that succeeded and told something. */
export type AnswerContext = Required<
  Pick<EventContext, 'seq' | 'session' | 'features' | 'progress' | 'ledgerBefore'>
> & { readonly event: CallEvent };

export function isAnswer(context: EventContext): context is EventContext & AnswerContext {
  const { features, progress, ledgerBefore, event } = context;
  if (!features || !progress || !ledgerBefore || features.isWait || event.kind !== 'call') return false;
  const { outcome, effect } = features;
  const isTold = outcome.kind !== 'unrecorded' && outcome.failure === 'no' && effect !== 'note';
  return isTold && ['first', 'news', 'same', 'volatile'].includes(progress.change);
}

/** After a tool brings something new, its earlier empty answers no longer count. */
export function withoutStale(
  groups: readonly Group[],
  { features, progress }: AnswerContext,
): readonly Group[] {
  const nothing = nothingKey(features.tool, false);
  const isStale = progress.isNews && groups.some(({ key }) => key === nothing);
  return isStale ? groups.filter(({ key }) => key !== nothing) : groups;
}

/** The group of this answer with the call in it, and whether it may be reported. */
export function countAnswer(
  groups: readonly Group[],
  context: AnswerContext,
): { readonly group: Group; readonly isReady: boolean } {
  const { features, progress, ledgerBefore, seq, event, session } = context;
  const { outcome, effect } = features;
  const { content, answer } = progress;
  const at = { seq, round: event.round ?? null, ledger: session.ledger, content, answer };
  // An answer with text means that the call asked something.
  const isSend =
    (effect === 'send' && outcome.kind !== 'information') || hasMade(features, ledgerBefore.handles);
  const key = keyOf(features, answer, isSend);
  const known = groups.find((one) => one.key === key);
  if (!known) return { group: startGroup(key, features, at), isReady: false };
  const rate = outcome.kind === 'information' ? FADING.information : FADING.other;
  const faded = fade(known, ledgerBefore.calls, rate);
  const compared = compareWith(faded, features);
  const isSame = progress.change === 'same' || progress.change === 'volatile';
  const isNext = ledgerBefore.calls === known.mark.calls;
  const full = worthOf(faded, features, compared, { isSame, isSend, isNext, progress });
  const worth = discounted(full, faded, context, isSame);
  const leaked = worth < 0.5 ? leak(faded) : faded;
  const group = extendGroup(leaked, features, at, { worth, places: compared.places, isVaried: !isSame });
  return { group, isReady: !isSame || group.varied >= 2 };
}

function leak(group: Group): Group {
  return { ...group, weight: 1 + (group.weight - 1) * (1 - LEAK) };
}

/** An acknowledgement with a fresh id: something was made. */
function hasMade({ effect, isRich, outcome, pathHash }: CallFeatures, handles: Handles): boolean {
  return (
    (effect === 'other' || (effect === 'write' && pathHash === 0)) &&
    isRich &&
    outcome.kind === 'acknowledgement' &&
    outcome.ids.some((id) => !isHandle(handles, id))
  );
}

function keyOf({ tool, outcome, effect }: CallFeatures, answer: number, isSend: boolean): number {
  const { kind, wordCount, words, failureKey, idNames } = outcome;
  if (kind === 'nothing') return nothingKey(tool, effect === 'write');
  const isText = wordCount >= BIG && idNames.length === 0;
  return mix(mix(tool, isSend ? failureKey : isText ? words : answer), 103);
}

/** All wordings for "nothing found" are one answer. */
function nothingKey(tool: number, isWrite: boolean): number {
  return mix(mix(tool, isWrite ? 56 : 55), 103);
}

interface Circumstances {
  readonly isSame: boolean;
  readonly isSend: boolean;
  /** No other call was made since. */
  readonly isNext: boolean;
  readonly progress: CallProgress;
}

function worthOf(
  group: Group,
  features: CallFeatures,
  compared: ArgumentsCompared,
  { isSame, isSend, isNext, progress }: Circumstances,
): number {
  const { change, hasFresh, isSameWords } = compared;
  const { outcome, effect, isAsk, isRich, target, argValues } = features;
  const isWrite = effect === 'write';
  // Only a number in the arguments of a read changes: an offset, a page.
  const isPosition =
    effect === 'read' &&
    argValues.length > 0 &&
    (change === 'numbers' || (change === 'enumeration' && isSameWords));
  const isRefusal = isRefused(group, features, progress);
  if (isSame || change === 'same') return isRefusal ? 0.7 : isWrite ? 0.3 : group.varied >= 2 ? 0.875 : 0.5;
  if (isRefusal) return change === 'enumeration' ? 0.75 : 0.9;
  if (isAsk) return ASKED[change];
  // Answers that differ only in the argument they quote are one answer, unless each argument names another
  // target.
  const isEcho = progress.answer === group.answer && (change !== 'enumeration' || isSameWords);
  const isEqual = isEcho || progress.content === group.content;
  const isBig = outcome.wordCount + outcome.slotNames.length >= BIG;
  if (outcome.kind === 'information' && !isWrite) {
    // Each thing that is sent or added is another one, however long the receipt.
    if (effect === 'send' && hasFresh && group.target !== target) return 0.1;
    // The same test with another seed is another test.
    if (outcome.passes && (change === 'numbers' || change === 'enumeration')) return 0.1;
    if (isBig && change === 'enumeration') {
      if (!isEqual) return 0.1;
      return isPosition ? POSITION : isSameWords && effect === 'read' ? 0.5 : 0.25;
    }
    if (isBig && change === 'other') return isEqual ? 0.6 : 0.3;
    return (isEqual ? INFORMATION : ALIKE)[change];
  }
  if (outcome.kind === 'nothing') {
    if (isWrite) return 0;
    if (isPosition) return POSITION;
    return NOTHING[change === 'enumeration' && isSameWords ? 'numbers' : change];
  }
  const isTarget = isRich && group.target === target;
  if (isSend) return sentWorth(group, features, compared);
  if (isWrite) return change !== 'near' || !isTarget ? 0 : isNext ? 1 : 0.35;
  return hasFresh ? 0.1 : ACKNOWLEDGED[change];
}

/** Something was sent, made or started. Similar words to somebody else are another message. */
function sentWorth(
  group: Group,
  { isRich, target, entity }: CallFeatures,
  { change, hasFresh }: ArgumentsCompared,
): number {
  const isTarget = group.target === target;
  if (change === 'reworded') return isRich && isTarget ? 0.6 : 0;
  if (change !== 'near') return 0;
  return hasFresh && !isTarget && group.entity !== entity ? 0.1 : 1;
}

/** Every write returns the same long text, which denies something and does not mention success. */
function isRefused(group: Group, { outcome, effect }: CallFeatures, { content }: CallProgress): boolean {
  const { wordCount, passes, vocabulary } = outcome;
  const isSame = effect === 'write' && wordCount >= REFUSAL && content === group.content;
  return isSame && !passes && REFUSALS.some((word) => vocabulary.includes(word));
}

function discounted(
  given: number,
  group: Group,
  { features, progress, ledgerBefore, event }: AnswerContext,
  isSame: boolean,
): number {
  const { outcome, effect, hasWait } = features;
  const { hasWaited, isInvented } = progress;
  const { deeds, acts, calls } = ledgerBefore;
  let worth = isInvented ? Math.max(given, 0.2) : given;
  const isBarren = outcome.kind === 'nothing' && !isSame;
  // A receipt proves nothing: the effect of the write shows elsewhere.
  const isTelling =
    outcome.kind === 'information' && (effect !== 'write' || isRefused(group, features, progress));
  if (deeds > group.mark.deeds && !isTelling && !isBarren) worth *= 0.4;
  const round = event.round ?? null;
  if (round !== null && group.round === round) return 0;
  if (outcome.isPending) worth *= 0.3;
  else if (hasWaited || hasWait) worth *= 0.68;
  if (acts > group.mark.acts && effect !== 'send' && effect !== 'write') worth *= isBarren ? 0.8 : 0.4;
  return calls - group.mark.calls >= 8 ? worth * 0.5 : worth;
}
