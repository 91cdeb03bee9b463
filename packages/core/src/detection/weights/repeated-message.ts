import { type MessageFeatures, messageFeatures } from '../../features/message-features.js';
import { textIds } from '../../features/text-ids.js';
import type { RecentCall } from '../../session/ledger.js';
import type { EventContext } from '../../session/session.js';
import { packHashes, unpackHashes } from '../../session/packed.js';
import { addDebt, type Debt, NO_DEBT } from '../mechanisms/novelty.js';
import {
  compareMessage,
  type ComparedMessage,
  type Earlier,
  keepSaid,
  NO_MESSAGES,
  type Said,
} from '../mechanisms/said.js';

export interface State {
  readonly said: Said;
  readonly debt: Debt;
  readonly empty: readonly number[];
  readonly last: number;
  /**
   * A person spoke since the last message; `again` if mostly in words of earlier messages, `named` if they named
   * the same number or id again.
   */
  readonly prompted: 'no' | 'yes' | 'again' | 'named';
  readonly promptedAt: number;
  /** Words and numbers of the last prompts, packed. */
  readonly prompts: string;
}

export const NOTHING_SAID: State = {
  said: NO_MESSAGES,
  debt: NO_DEBT,
  empty: [],
  last: -1,
  prompted: 'no',
  promptedAt: -1,
  prompts: '',
};
const MAX_PROMPT_WORDS = 64;
/** Other work takes this much back. */
const WORKED = -0.7;
/** A message of this many words, most of them new, takes back all that a short phrase between such messages added. */
const SENTENCE = 12;
const NEWS_COVER = 0.5;
const TOLD_NEWS = -1.5;
/**
 * The weight of a repeated message after a person spoke, and the number of words that it must mostly share
 * with one earlier message.
 */
const SAID_AGAIN = 0.75;
const CONTAINED = 0.7;
const MIN_WORDS = 6;
const MAX_FILLED = 2;
/** The same where the person names the same again, and so was not heard: a few words in common are enough. */
const ASKED_AGAIN = 0.9;
const ALIKE = 0.2;
const FEW_WORDS = 3;
/** So much of what a person says was said before, where it brings nothing new. */
const SAID_BEFORE = 0.5;

/** The text of a message, or the input of a tool for thinking aloud. */
export function textOf({ event, features }: EventContext): string | undefined {
  if (event.kind === 'message') return event.text;
  if (event.kind !== 'call' || features?.effect !== 'note') return undefined;
  const values = typeof event.args === 'object' && event.args !== null ? Object.values(event.args) : [];
  return values.every((value) => typeof value !== 'object') ? values.join(' ') : undefined;
}

export function hearTurn(state: State, { event, boundary, seq }: EventContext): State {
  if (event.kind !== 'turn') return state;
  if (boundary === 'run') return { ...NOTHING_SAID, prompts: state.prompts };
  if (
    event.role !== 'user' ||
    (event.reason !== undefined && event.reason !== 'prompt' && event.reason !== 'other')
  )
    return state;
  const { words, values } = messageFeatures(event.text ?? '');
  const names = [...values, ...textIds(event.text ?? '')];
  const said = [...words, ...names];
  const known = unpackHashes(state.prompts);
  const fresh = said.filter((one) => !known.includes(one));
  const isOther = names.some((one) => fresh.includes(one));
  const isAgain = !isOther && fresh.length <= SAID_BEFORE * said.length;
  const prompted = names.length > 0 && !isOther ? 'named' : isAgain ? 'again' : 'yes';
  return {
    ...state,
    prompted,
    promptedAt: seq,
    prompts: packHashes([...known, ...fresh].slice(-MAX_PROMPT_WORDS)),
  };
}

export function addEmpty(state: State, { seq, session }: EventContext, most: number): State {
  const hasDone = session.ledger.recent.some((one) => one.seq > state.last && one.isDeed);
  return { ...state, empty: hasDone ? [] : [...state.empty, seq].slice(-most), last: seq };
}

export function addMessage(
  state: State,
  context: EventContext,
  message: MessageFeatures,
): { readonly state: State; readonly worth: number; readonly isExact: boolean } {
  const { seq } = context;
  const compared = compareMessage(state.said, message);
  const { worth, isBare, isFiller } = worthOf(state, context, message, compared);
  if (isFiller) return { state: { ...state, empty: [] }, worth: 0, isExact: false };
  const isExact = compared.earlier.some((one) => one.isExact);
  const before = isBare && !isExact ? addDebt(state.debt, WORKED, seq, false) : state.debt;
  const debt = addDebt(before, worth, seq, worth > 0);
  const said = keepSaid(state.said, message, seq);
  return { state: { ...state, said, debt, empty: [], last: seq, prompted: 'no' }, worth, isExact };
}

/** A message is no evidence against the calls: the calls in between must have brought nothing new, either. */
function worthOf(
  state: State,
  { session, event }: EventContext,
  message: MessageFeatures,
  compared: ComparedMessage,
): { worth: number; isBare: boolean; isFiller: boolean } {
  const own = event.kind === 'call' ? 1 : 0;
  const since = session.ledger.recent.slice(0, own ? -1 : undefined).filter(({ seq }) => seq > state.last);
  const calls = since.filter(({ isNote }) => !isNote);
  const hasPolled = calls.some((one) => one.isPoll || one.isWait);
  // A word or two after work, such as a placeholder of the harness, says nothing.
  const isFiller = since.length > 0 && message.count < 4;
  let worth = likeness(state, message, compared, calls);
  const isIdle = calls.every((one) => !one.isDeed);
  if (state.prompted !== 'no' && isIdle && isSaidAgain(compared, message))
    worth = Math.max(worth, SAID_AGAIN);
  else if (state.prompted === 'named' && isIdle && isAlike(compared, message))
    worth = Math.max(worth, ASKED_AGAIN);
  else if (state.prompted === 'yes' && (worth < 1 || message.count < 6))
    worth = Math.min(worth, message.count < 4 ? 0 : -1);
  // An agent that waits may say so each time.
  if (hasPolled) worth = Math.min(worth, 0);
  if (state.prompted === 'again') worth *= 0.8;
  const last = calls.at(-1);
  const isBare = last !== undefined && (isExcuse(last, state) || calls.some(({ isNews }) => isNews));
  return { worth: isBare ? Math.min(worth, 0) : worth, isBare, isFiller };
}

/** Another result than before. To a person who names the same again it must have brought something. */
function isExcuse({ isStale, isAgain, isDeed, isTold }: RecentCall, { prompted }: State): boolean {
  return !isStale && !isAgain && (prompted !== 'named' || isDeed || isTold);
}

/** The share of all words that both messages have. */
function jaccard({ size, words }: Earlier, message: MessageFeatures): number {
  return words / (size + message.words.length - words);
}

function isAlike({ earlier, freshWords }: ComparedMessage, message: MessageFeatures): boolean {
  const { words, count } = message;
  return (
    count >= FEW_WORDS &&
    earlier.some((one) => jaccard(one, message) >= ALIKE && !isFormFilled(one, words.length, freshWords))
  );
}

/** Most of the message was said before, with another opening, so it is not a form filled in again. */
function isSaidAgain({ earlier }: ComparedMessage, { words, values, count }: MessageFeatures): boolean {
  if (count < MIN_WORDS || words.length === 0) return false;
  return earlier.some((one) => {
    if (one.isExact) return true;
    const isForm = one.size === words.length;
    return one.words >= CONTAINED * words.length && !isForm && one.values === values.length;
  });
}

function likeness(
  { prompted, promptedAt }: State,
  message: MessageFeatures,
  { earlier, freshWords: fresh, freshValues }: ComparedMessage,
  calls: readonly RecentCall[],
): number {
  const { words, values, count } = message;
  const best = Math.max(0, ...earlier.map((one) => (one.isExact ? 1 : jaccard(one, message))));
  // The same words with other numbers: a progress report, or an offer.
  if (best === 1 && freshValues > 0) return 0.1;
  if (earlier.some((one) => one.seq < promptedAt && isFormFilled(one, words.length, fresh))) return 0;
  const cover = 1 - (fresh + freshValues) / (words.length + values.length);
  if (best >= 0.65) {
    const freshness =
      fresh <= 1 || best === 1 ? 1 : fresh > words.length * 0.2 ? 0.1 : fresh > words.length * 0.1 ? 0.6 : 1;
    const worth = (best === 1 ? 1 : best >= 0.8 ? 0.9 : 0.55) * freshness;
    return count > 80 && best < 0.9 ? Math.min(worth, 0.3) : worth;
  }
  const isChatter =
    cover >= 0.5 && count <= 30 && calls.length === 0 && earlier.length > 0 && prompted === 'no';
  if (!isChatter) return count >= SENTENCE && cover < NEWS_COVER ? TOLD_NEWS : WORKED;
  return cover >= 0.75 ? 0.9 : 0.7;
}

/** One message with another word in its place: a form that is filled in for the next thing. */
function isFormFilled(one: Earlier, size: number, fresh: number): boolean {
  const others = size - one.words;
  const isSameForm = one.size === size && 2 * others < size;
  // No message has a word that is fresh, so these are the others if they are as many.
  return isSameForm && others > 0 && others <= MAX_FILLED && others === fresh;
}
