import type { CallFeatures } from '../../features/call-features.js';
import { type Handles, isHandle } from '../../session/progress/handles.js';
import type { EventContext } from '../../session/session.js';
import type { CallEvent } from '../../event/event.js';
import { mix } from '../../text/hash.js';
import { compareWith, extendGroup, fade, type Group, startGroup } from '../mechanisms/similar.js';
import { answerWorth, BIG, isQuoting, isRefused, NUMBERS_OF_ONE } from './answer-worth.js';

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
  const known = groups.find((one) => one.key === key) ?? (isSend ? undefined : findSame(groups, context));
  if (!known) return { group: startGroup(key, features, at), isReady: false };
  const rate = outcome.kind === 'information' ? FADING.information : FADING.other;
  const faded = fade(known, ledgerBefore.calls, rate);
  const compared = compareWith(faded, features);
  const isSame = progress.change === 'same' || progress.change === 'volatile';
  const isNext = ledgerBefore.calls === known.mark.calls;
  const full = answerWorth(faded, features, compared, { isSame, isSend, isNext, progress });
  const worth = discounted(full, faded, context, isSame);
  const leaked = worth < 0.5 ? leak(faded) : faded;
  const group = extendGroup(leaked, features, at, { worth, places: compared.places, isVaried: !isSame });
  return { group, isReady: !isSame || group.varied >= 2 };
}

/** The group whose answers say the same but for what they quote of the arguments. */
function findSame(
  groups: readonly Group[],
  { features, progress }: Pick<AnswerContext, 'features' | 'progress'>,
): Group | undefined {
  const { tool, outcome } = features;
  const hasNumbers = outcome.kind === 'information' && outcome.slotNames.length >= NUMBERS_OF_ONE;
  const isQuoted = isQuoting(features);
  return groups.find(
    (one) =>
      one.tool === tool &&
      ((hasNumbers && one.answer === progress.answer) || (isQuoted && one.content === progress.content)),
  );
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
