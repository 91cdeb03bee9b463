import type { History } from '../../session/history.js';
import { keepSaying, sayingsOf } from '../../session/sayings.js';
import { EMPTY_SHELF } from '../../session/shelf.js';
import {
  isOneForm,
  likenessOf,
  listenTo,
  meanNovelty,
  newSpeech,
  type Saying,
} from '../../session/speech.js';
import { defineDetector, type Signal } from '../detector.js';
import { signalOf } from '../finding.js';
import { integer, type OptionsOf, ratio } from '../options.js';
import { isPhrase, isReport, isReworded, type Said, verbatimLimit, waitsSince, weightOf } from '../said.js';
import { surest } from '../score.js';

const options = {
  window: integer(12, { min: 6, max: 40, meaning: 'how many messages are remembered' }),
  minWords: integer(5, { meaning: 'shorter messages are passed over' }),
  verbatim: integer(4, { min: 2, meaning: 'equal messages (numbers aside) that make a loop' }),
  busy: integer(5, { min: 2, meaning: 'the same, where something new came in between' }),
  waiting: integer(7, { min: 2, meaning: 'the same, where the agent waited in between' }),
  working: integer(10, { min: 2, meaning: 'the same, where the world was changed in between' }),
  near: integer(4, { min: 2, meaning: 'nearly equal messages that make a loop' }),
  likeness: ratio(0.6, { meaning: 'share of common words from which on messages are nearly equal' }),
  progress: ratio(0.2, { meaning: 'what a nearly equal message counts when something new came in between' }),
  asked: ratio(0.75, { meaning: 'the same, when only a new prompt came in between' }),
  monologue: integer(5, {
    min: 2,
    meaning: 'messages in a row, nothing done between, that reword each other',
  }),
  paraphrase: ratio(0.35, { meaning: 'share of common words from which on one rewords the other' }),
  stale: integer(6, { min: 2, max: 20, meaning: 'messages over which novelty is averaged' }),
  longWords: integer(8, { meaning: 'shorter messages say too little to tell whether they are stale' }),
  novelty: ratio(0.33, { min: 0.01, meaning: 'average share of new word sequences that makes a loop' }),
  sign: ratio(0.42, { meaning: 'the same, up to which it is an early sign' }),
  credit: ratio(0.5, { meaning: 'least novelty of a message that earns credit' }),
};

type Limits = OptionsOf<typeof options>;
type MessageId = 'verbatim' | 'near' | 'mould' | 'stale' | 'fading';
type Found = Signal<MessageId> | undefined;

/** How near to its limit a fading novelty is said to be: an early sign, which needs another's support. */
const FADING = 0.8;

/** The agent says the same again, word for word, nearly so, or in ever staler words. */
export const repeatedMessage = defineDetector({
  meta: {
    id: 'repeated-message',
    summary: 'Messages repeat, word for word, nearly so, or say ever less that is new.',
    listens: ['message', 'turn'],
    family: 'words',
    cap: 'nudge',
    isClose: true,
    memory: 'session',
    options,
    messages: {
      verbatim: { text: 'the same message {{count}}x: {{text}}', category: 'OUTPUT_VERBATIM' },
      near: { text: 'nearly the same message {{count}}x: {{text}}', category: 'OUTPUT_PARAPHRASE' },
      mould: { text: 'the same form {{count}}x, filled in anew: {{text}}', category: 'OUTPUT_STRUCTURAL' },
      stale: { text: 'the last {{count}} messages say little new: {{text}}', category: 'OUTPUT_PARAPHRASE' },
      fading: { text: 'messages say less and less new: {{text}}', category: 'OUTPUT_PARAPHRASE' },
    },
  },

  init: () => ({ speech: newSpeech(), said: EMPTY_SHELF, run: 0 }),

  step(state, { event, boundary, seq, session }, limits) {
    if (event.kind === 'turn' && boundary !== 'none') {
      return { state: { ...state, speech: { ...state.speech, asked: true } } };
    }
    if (event.kind !== 'message') return { state };
    const heard = listenTo(state.speech, event.text, { seq, session }, limits.minWords);
    if (!heard) return { state };
    const { speech, saying } = heard;
    // What was said in another run is no repetition.
    const kept = state.run === session.runs ? state.said : EMPTY_SHELF;
    const said = [...sayingsOf(kept).slice(1 - limits.window), saying];
    const signal = surest(
      findVerbatim(said, saying, limits, session.history),
      findNear(said, saying, limits, session.history),
      findMonologue(said, saying, limits),
      findStale(said, saying, limits),
    );
    const next = { speech, said: keepSaying(kept, saying, limits.window), run: session.runs };
    return { state: next, ...(signal && { signal }) };
  },
});

function findVerbatim(said: Said, last: Saying, limits: Limits, history: History): Found {
  const same = said.filter(({ print }) => print === last.print);
  if (isReport(same)) return undefined;
  const limit = verbatimLimit(said, same, limits);
  return judgedInTime('verbatim', same.length, limit, same, limits, history);
}

function findNear(said: Said, last: Saying, limits: Limits, history: History): Found {
  const alike = said.filter((one) => one === last || likenessOf(one, last) >= limits.likeness);
  const asked = isPhrase(said, alike) ? limits.progress : limits.asked;
  const weight = alike.reduce((sum, one) => sum + weightOf(one, last, { ...limits, asked }), 0);
  return judgedInTime(isOneForm(alike) ? 'mould' : 'near', weight, limits.near, alike, limits, history);
}

/** Talk that only rewords itself while nothing is done. */
function findMonologue(said: Said, last: Saying, limits: Limits): Found {
  let start = said.length - 1;
  while (start > 0 && isReworded(said[start - 1]!, said[start]!, limits.paraphrase)) start--;
  const found = said.slice(start);
  return judged(isOneForm(found) ? 'mould' : 'near', found.length / limits.monologue, found, limits);
}

function findStale(said: Said, last: Saying, limits: Limits): Found {
  const recent = said.filter(({ size }) => size >= limits.longWords).slice(-limits.stale);
  if (recent.length < limits.stale || recent.at(-1) !== last) return undefined;
  // One sentence before each deed: `findVerbatim` knows how many are too many.
  if (recent.every(({ print }) => print === last.print)) return undefined;
  const mean = meanNovelty(recent, limits.credit);
  if (mean <= limits.novelty) return judged('stale', 2 - mean / limits.novelty, recent, limits);
  return mean <= limits.sign ? judged('fading', FADING, recent, limits) : undefined;
}

/** The words of somebody who waits go with the waiting: a sign of them would only count the same thing twice. */
function judgedInTime(
  messageId: MessageId,
  weight: number,
  limit: number,
  found: Said,
  limits: Limits,
  history: History,
): Found {
  if (waitsSince(history, found[0]!.seq) < found.length - 1)
    return judged(messageId, weight / limit, found, limits);
  const share = weight / Math.max(limit, limits.waiting);
  return share < 1 ? undefined : judged(messageId, share, found, limits);
}

function judged(messageId: MessageId, share: number, found: Said, { window }: Limits): Found {
  const isAboutOne = messageId !== 'stale' && messageId !== 'fading';
  const identity = isAboutOne ? `said:${found[0]!.print}` : 'words';
  return signalOf({ messageId, share, found, identity, data: { text: found.at(-1)!.label }, window });
}
