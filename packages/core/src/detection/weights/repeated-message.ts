import { type MessageFeatures, messageFeatures } from '../../features/message-features.js';
import { textIds } from '../../features/text-ids.js';
import type { RecentCall } from '../../session/ledger.js';
import type { EventContext } from '../../session/session.js';
import { jaccard } from '../mechanisms/arguments.js';
import { addDebt, type Debt, NO_DEBT } from '../mechanisms/novelty.js';

interface Said extends Pick<MessageFeatures, 'words' | 'values' | 'exact'> {
  readonly seq: number;
}

export interface State {
  readonly said: readonly Said[];
  readonly debt: Debt;
  readonly empty: readonly number[];
  readonly last: number;
  /**
   * A person spoke since the last message; `again` if mostly in words of earlier messages, `named` if they named
   * the same number or id again.
   */
  readonly prompted: 'no' | 'yes' | 'again' | 'named';
  readonly promptedAt: number;
  /** Words and numbers of the last prompts. */
  readonly prompts: readonly number[];
}

export const NOTHING_SAID: State = {
  said: [],
  debt: NO_DEBT,
  empty: [],
  last: -1,
  prompted: 'no',
  promptedAt: -1,
  prompts: [],
};
const MAX_SAID = 8;
const MAX_PROMPT_WORDS = 64;
/** Other work takes this much back. */
const WORKED = -0.7;
/**
 * The weight of a repeated message after a person spoke, and the number of words that it must mostly share
 * with one earlier message.
 */
const SAID_AGAIN = 0.75;
const CONTAINED = 0.7;
const MIN_WORDS = 6;
const MAX_FILLED = 2;
/** The same where the person names the same again, and so was not heard: fewer words in common are enough. */
const ASKED_AGAIN = 0.9;
const ALIKE = 0.25;
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
  const fresh = said.filter((one) => !state.prompts.includes(one));
  const isNamedAgain = names.length > 0 && names.every((one) => !fresh.includes(one));
  const prompted = isNamedAgain ? 'named' : fresh.length <= SAID_BEFORE * said.length ? 'again' : 'yes';
  return {
    ...state,
    prompted,
    promptedAt: seq,
    prompts: [...state.prompts, ...fresh].slice(-MAX_PROMPT_WORDS),
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
  const { words, values, exact } = message;
  const { worth, isBare } = worthOf(state, context, message);
  const isExact = state.said.some((one) => one.exact === exact);
  const before = isBare && !isExact ? addDebt(state.debt, WORKED, seq, false) : state.debt;
  const debt = addDebt(before, worth, seq, worth > 0);
  const said = [...state.said, { words, values, exact, seq }].slice(-MAX_SAID);
  return { state: { ...state, said, debt, empty: [], last: seq, prompted: 'no' }, worth, isExact };
}

/** A message is no evidence against the calls: the calls in between must have brought nothing new, either. */
function worthOf(
  state: State,
  { session, event }: EventContext,
  message: MessageFeatures,
): { worth: number; isBare: boolean } {
  const own = event.kind === 'call' ? 1 : 0;
  const since = session.ledger.recent.slice(0, own ? -1 : undefined).filter(({ seq }) => seq > state.last);
  const calls = since.filter(({ isNote }) => !isNote);
  const hasPolled = calls.some((one) => one.isPoll || one.isWait);
  let worth = likeness(state, message, calls);
  const isIdle = calls.every((one) => !one.isDeed);
  if (state.prompted !== 'no' && isIdle && isSaidAgain(state, message)) worth = Math.max(worth, SAID_AGAIN);
  else if (state.prompted === 'named' && isIdle && isAlike(state, message))
    worth = Math.max(worth, ASKED_AGAIN);
  else if (state.prompted === 'yes' && (worth < 1 || message.count < 6))
    worth = Math.min(worth, message.count < 4 ? 0 : -1);
  if (since.length > 0 && message.count < 4) worth = Math.min(worth, 0);
  // An agent that waits may say so each time.
  if (hasPolled) worth = Math.min(worth, 0);
  if (state.prompted === 'again') worth *= 0.8;
  const last = calls.at(-1);
  const isBare =
    last !== undefined && (!(last.isStale || last.isAgain) || calls.some(({ isNews }) => isNews));
  return { worth: isBare ? Math.min(worth, 0) : worth, isBare };
}

function isAlike({ said }: State, { words, count }: MessageFeatures): boolean {
  return count >= MIN_WORDS && said.some((one) => jaccard(one.words, words) >= ALIKE);
}

/** Most of the message was said before, with another opening, so it is not a form filled in again. */
function isSaidAgain({ said }: State, { words, values, count, exact }: MessageFeatures): boolean {
  if (count < MIN_WORDS || words.length === 0) return false;
  return said.some((one) => {
    if (one.exact === exact) return true;
    const known = words.filter((word) => one.words.includes(word)).length;
    const isForm = one.words.length === words.length;
    return (
      known >= CONTAINED * words.length && !isForm && values.every((value) => one.values.includes(value))
    );
  });
}

function likeness(
  { said, prompted, promptedAt }: State,
  { words, values, exact, count }: MessageFeatures,
  calls: readonly RecentCall[],
): number {
  const best = Math.max(0, ...said.map((one) => (one.exact === exact ? 1 : jaccard(one.words, words))));
  const union = new Set(said.flatMap((one) => [...one.words, ...one.values]));
  const newNumbers = values.filter((value) => !union.has(value)).length;
  const fresh = words.filter((word) => !union.has(word)).length;
  // The same words with other numbers: a progress report, or an offer.
  if (best === 1 && newNumbers > 0) return 0.1;
  const answered = said.filter(({ seq }) => seq < promptedAt);
  if (isFormFilled(answered, words, union)) return 0;
  const cover = 1 - (fresh + newNumbers) / (words.length + values.length);
  if (best >= 0.65) {
    const freshness =
      fresh <= 1 || best === 1 ? 1 : fresh > words.length * 0.2 ? 0.1 : fresh > words.length * 0.1 ? 0.6 : 1;
    const worth = (best === 1 ? 1 : best >= 0.8 ? 0.9 : 0.55) * freshness;
    return count > 80 && best < 0.9 ? Math.min(worth, 0.3) : worth;
  }
  const isChatter = cover >= 0.5 && count <= 30 && calls.length === 0 && said.length > 0 && prompted === 'no';
  if (!isChatter) return -0.7;
  return cover >= 0.75 ? 0.9 : 0.5;
}

/** One message with another word in its place: a form that is filled in for the next thing. */
function isFormFilled(said: readonly Said[], words: readonly number[], known: ReadonlySet<number>): boolean {
  return said.some((one) => {
    const other = words.filter((word) => !one.words.includes(word));
    const isSameForm = one.words.length === words.length && 2 * other.length < words.length;
    return (
      isSameForm && other.length > 0 && other.length <= MAX_FILLED && other.every((word) => !known.has(word))
    );
  });
}
