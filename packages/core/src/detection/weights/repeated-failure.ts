import type { CallFeatures } from '../../features/call-features.js';
import { bringsNews } from '../../session/progress/call-progress.js';
import { commonWords } from '../../session/progress/frames.js';
import type { Ledger } from '../../session/ledger.js';
import type { Change } from '../../session/progress/outcome-change.js';
import type { EventContext } from '../../session/session.js';
import { mix } from '../../text/hash.js';
import { type ArgumentChange, type ArgumentsCompared, jaccard } from '../mechanisms/arguments.js';
import { compareWith, extendGroup, type Group, MAX_WORDS, startGroup } from '../mechanisms/similar.js';

/** The weight of a failure, by how its arguments differ from earlier ones. */
const WORTH: Readonly<Record<ArgumentChange, number>> = {
  ...{ same: 0.875, near: 1.1, reworded: 1, numbers: 0.55, enumeration: 0.45, other: 0.35 },
};
const REFUSED: Readonly<Record<ArgumentChange, number>> = {
  ...{ same: 0, near: 1, reworded: 0.9, numbers: 0.1, enumeration: 0.1, other: 0.1 },
};
const INVENTED = 1.1;
/** Another number, and the failure does not differ in a single one. */
const UNMOVED = 0.8;
const LONG = 30;
const OTHER_SUBJECT = 0.45;
/** A person spoke between. */
const PROMPTED = 0.4;
const DEALT_WITH = 0.4;

/** The similarity from which two failures share a cause: for one tool, for two. */
const SAME_TOOL = 0.5;
const OTHER_TOOL = 0.25;
/** With this many words a failure names its cause, whatever the call. */
const TELLING = 8;
/** A failure with this many words, nearly all of them known, is the same one, whatever was changed in between. */
const LONG_FAILURE = 15;
const SAME_TEXT = 0.95;
/** The weight of such a failure, however the arguments differ. */
const UNCHANGED = 0.9;
const COUNTED: readonly Change[] = ['first', 'news', 'same', 'volatile', 'jitter'];
const NEAR_CALLS = 6;

/** The single group of consecutive failures with any cause. */
const STREAK = 105;

type Kind = 'cause' | 'refusal';

/** A failed call that says why. */
interface Failure {
  readonly tool: number;
  readonly key: number;
  /** The words that name the cause. */
  readonly words: readonly number[];
  readonly isHard: boolean;
}

/** `none`: the call did not fail. `unclear`: it did, but that proves nothing. */
export function failureIn({
  features,
  progress,
  ledgerBefore,
  event,
}: EventContext): Failure | 'none' | 'unclear' {
  if (!features || !progress || features.isWait) return 'unclear';
  const { outcome, tool } = features;
  if (outcome.failure === 'no') return 'none';
  // Checking something unfinished may end with a failure code.
  const isMovingPoll = progress.change === 'news' && (progress.hasWaited || features.hasWait);
  if (outcome.isPending || isMovingPoll || !COUNTED.includes(progress.change)) return 'unclear';
  // What every tool says names no cause.
  const common = commonWords(ledgerBefore!.frames);
  const words = outcome.vocabulary.filter(
    (word) => !features.argWords.includes(word) && !common.includes(word),
  );
  // `Error` names no cause that two calls could share.
  const isBare = words.length <= 1 && outcome.slotValues.length === 0;
  if (isBare && (words.length === 0 || (progress.change === 'first' && event.kind === 'call')))
    return 'unclear';
  const key = mix(mix(tool, outcome.failureKey), 101 + bareNumber(features));
  return { tool, key, words: sampleOf(words), isHard: outcome.failure === 'hard' };
}

/** Long failures are compared by the words with the smallest hashes: their first words are often a frame. */
function sampleOf(words: readonly number[]): readonly number[] {
  return words.length <= MAX_WORDS ? words : [...words].sort((a, b) => a - b).slice(0, MAX_WORDS);
}

/** A success that brings something new ends the streak. */
export function withoutStreak(groups: readonly Group[], { progress }: EventContext): readonly Group[] {
  const isOver = groups.some(({ key }) => key === STREAK) && bringsNews(progress!);
  return isOver ? groups.filter(({ key }) => key !== STREAK) : groups;
}

/** The group of this cause with the call in it, and the group as it was. */
export function countCause(
  groups: readonly Group[],
  { key, words }: Failure,
  context: EventContext,
): { readonly group: Group; readonly known: Group | undefined } {
  const known = findCause(groups, key, words, context);
  return { group: extend('cause', known, key, words, context), known };
}

export function countStreak(groups: readonly Group[], { words }: Failure, context: EventContext): Group {
  const known = groups.find(({ key }) => key === STREAK);
  return extend('refusal', known, STREAK, words, context);
}

/** If a failure has hardly any words, its numbers distinguish it. */
function bareNumber({ outcome, argValues }: CallFeatures): number {
  if (outcome.vocabulary.length > 1) return 0;
  return outcome.slotValues.reduce((sum, one) => (argValues.includes(one) ? sum : sum + one), 0) | 0;
}

function extend(
  kind: Kind,
  known: Group | undefined,
  key: number,
  words: readonly number[],
  context: EventContext,
): Group {
  const { seq, event, session, ledgerBefore } = context;
  const features = context.features!;
  const round = event.kind === 'call' ? (event.round ?? null) : null;
  const { content, answer } = context.progress!;
  const at = { seq, round, ledger: session.ledger, content, answer };
  if (!known || (kind === 'refusal' && known.mark.acts !== ledgerBefore!.acts))
    return startGroup(key, features, at, words);
  const compared = compareWith(known, features);
  const { places } = compared;
  const worth = round !== null && known.round === round ? 0 : worthOf(kind, known, compared, words, context);
  return extendGroup(known, features, at, { worth, places, isVaried: true });
}

/** Each failure belongs to one cause: the one with the most similar words. */
function findCause(
  groups: readonly Group[],
  key: number,
  words: readonly number[],
  { features, progress, ledgerBefore }: EventContext,
): Group | undefined {
  const { tool } = features!;
  let best: Group | undefined;
  let most = 0;
  for (const one of groups) {
    if (one.words.length === 0 && one.key !== key) continue;
    if (one.key === STREAK) continue;
    const likeness =
      one.key === key
        ? 2
        : likenessOf(one, words, tool, progress!.change === 'first' ? ledgerBefore! : undefined);
    if (likeness > most) [best, most] = [one, likeness];
  }
  return best;
}

/** 0 if two failures are too different to share a cause. A repeated call stays with its cause. */
function likenessOf(one: Group, words: readonly number[], tool: number, ledger: Ledger | undefined): number {
  if (!ledger || ledger.calls - one.mark.calls >= NEAR_CALLS) return 0;
  const likeness = jaccard(one.words, words);
  const shared = one.words.filter((word) => words.includes(word)).length;
  if (one.tool === tool) {
    const isUntouched = one.mark.acts === ledger.acts;
    return (isUntouched && likeness >= SAME_TOOL) || isSameText(one, words) ? likeness : 0;
  }
  return likeness >= OTHER_TOOL && shared >= 2 ? likeness : 0;
}

function isSameText(group: Group, words: readonly number[]): boolean {
  return words.length >= LONG_FAILURE && jaccard(group.words, words) >= SAME_TEXT;
}

function isOtherSubject(before: readonly number[], now: readonly number[]): boolean {
  return before.length > 0 && now.length > 0 && !now.some((word) => before.includes(word));
}

/** Since the last failure something changed, with effect on the failure, or the tool succeeded. */
function isDealtWith(group: Group, words: readonly number[], { acts, recent }: Ledger): boolean {
  const last = group.events.at(-1) ?? 0;
  const hasSucceeded = recent.some((one) => one.seq > last && one.tool === group.tool && !one.hasFailed);
  return hasSucceeded || (acts > group.mark.acts && !isSameText(group, words));
}

function worthOf(
  kind: Kind,
  group: Group,
  { change, isSameWords }: ArgumentsCompared,
  words: readonly number[],
  { features, progress, ledgerBefore }: EventContext,
): number {
  const { outcome, argWords, hasWait } = features!;
  const { hasWaited, isInvented } = progress!;
  // One target fails, is handled, and the next one fails.
  const isOther = change === 'enumeration' || change === 'numbers' || change === 'other';
  const isNext = isOther && isDealtWith(group, words, ledgerBefore!);
  let worth = WORTH[change];
  if (kind === 'cause' && group.tool !== features!.tool) worth = 1.1;
  else if (kind === 'refusal')
    worth = change === 'same' && group.content === progress!.content ? 0.6 : REFUSED[change];
  else if (isInvented && (change === 'numbers' || change === 'enumeration')) worth = INVENTED;
  else if (change === 'near' && argWords.length > LONG) worth = 0.9;
  else if (
    (change === 'numbers' || (change === 'enumeration' && isSameWords)) &&
    group.content === progress!.content &&
    words.length >= 3
  )
    worth = UNMOVED;
  else if (!isNext && isSameText(group, words)) worth = Math.max(worth, UNCHANGED);
  else if (change === 'other' && words.length >= TELLING) worth = 0.6;
  // Each scheduled run or task counts as a separate attempt.
  if (ledgerBefore!.runs > group.mark.runs) worth = Math.max(worth, 0.9);
  else if (ledgerBefore!.spans > group.mark.spans) worth *= PROMPTED;
  // The same failure meets one target after the other.
  if (kind === 'cause' && isOtherSubject(group.subject, features!.subject)) worth *= OTHER_SUBJECT;
  if (isNext) worth *= DEALT_WITH;
  const hasGoneOn = ledgerBefore!.deeds >= group.mark.deeds + 2 && ledgerBefore!.spans === group.mark.spans;
  if (change === 'enumeration' && hasGoneOn) worth *= 0.3;
  if (outcome.failure === 'soft') worth *= 0.75;
  if (hasWaited || hasWait) worth *= 0.6;
  if (ledgerBefore!.acts > group.mark.acts) worth *= words.length >= 8 ? 0.75 : 0.6;
  const between = ledgerBefore!.calls - group.mark.calls;
  return worth * (between >= 8 ? 0.5 : between >= 4 ? 0.8 : 1);
}
