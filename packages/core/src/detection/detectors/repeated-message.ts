import { jaccard } from '../../event/sketch.js';
import type { Moment } from '../../session/session.js';
import { listenTo, newSpeech, type Saying } from '../../session/speech.js';
import { pushBounded } from '../../session/window.js';
import { defineDetector, type Signal } from '../detector.js';
import { evidenceOf } from '../evidence.js';
import { integer, type OptionsOf, ratio } from '../options.js';
import { limitScore, SIGN, surest } from '../score.js';

const options = {
  window: integer(12, { min: 6, max: 40, meaning: 'how many messages are remembered' }),
  minWords: integer(5, { meaning: 'shorter messages are passed over' }),
  verbatim: integer(4, { min: 2, meaning: 'equal messages (numbers aside) that make a loop' }),
  busy: integer(5, { min: 2, meaning: 'the same, where something new came in between' }),
  working: integer(10, { min: 2, meaning: 'the same, where files were changed in between: one sentence before each deed' }),
  near: integer(4, { min: 2, meaning: 'nearly equal messages that make a loop' }),
  likeness: ratio(0.6, { meaning: 'share of common words above which messages are nearly equal' }),
  progress: ratio(0.2, { meaning: 'what a nearly equal message counts when something new came in between' }),
  asked: ratio(0.75, { meaning: 'the same, when only a new prompt came in between' }),
  monologue: integer(5, { min: 2, meaning: 'messages without a call in between that paraphrase each other' }),
  paraphrase: ratio(0.35, { meaning: 'share of common words above which a message paraphrases the one before' }),
  stale: integer(6, { min: 2, max: 20, meaning: 'messages over which novelty is averaged' }),
  longWords: integer(8, { meaning: 'shorter messages say too little to tell whether they are stale' }),
  novelty: ratio(0.33, { meaning: 'average share of new word sequences up to which it is a loop' }),
  sign: ratio(0.42, { meaning: 'the same, up to which it is an early sign' }),
  credit: ratio(0.5, { meaning: 'least novelty of a message that names something new or answers a new prompt' }),
};

type Limits = OptionsOf<typeof options>;
type Found = Signal<'verbatim' | 'near' | 'stale' | 'fading'> | undefined;

/** The agent says the same again, word for word, nearly so, or in ever staler words. */
export const repeatedMessage = defineDetector({
  meta: {
    id: 'repeated-message',
    summary: 'Messages repeat, word for word, nearly so, or say ever less that is new.',
    listens: ['message', 'turn'],
    family: 'words',
    isClose: true,
    memory: 'session',
    options,
    messages: {
      verbatim: { text: 'the same message {{count}}x: {{text}}', category: 'OUTPUT_VERBATIM' },
      near: { text: 'nearly the same message {{count}}x: {{text}}', category: 'OUTPUT_PARAPHRASE' },
      stale: { text: 'the last {{count}} messages say little new: {{text}}', category: 'OUTPUT_PARAPHRASE' },
      fading: { text: 'messages say less and less new: {{text}}', category: 'OUTPUT_PARAPHRASE' },
    },
  },

  init: () => ({ speech: newSpeech(), said: [] as readonly Saying[] }),

  step(state, moment, limits) {
    if (moment.event.kind === 'turn') return { state: afterTurn(state, moment) };
    if (moment.event.kind !== 'message') return { state };
    const heard = listenTo(state.speech, moment.event.text, moment.seq, moment.session, limits.minWords);
    if (!heard) return { state };
    const { speech, saying } = heard;
    const said = pushBounded(state.said.filter(({ run }) => run === saying.run), saying, limits.window);
    const signal = surest(findVerbatim(said, saying, limits), findNear(said, saying, limits), findMonologue(said, saying, limits), findStale(said, limits));
    return { state: { speech, said }, ...(signal && { signal }) };
  },
});

function afterTurn<S extends { speech: ReturnType<typeof newSpeech> }>(state: S, { boundary }: Moment): S {
  return boundary === 'none' ? state : { ...state, speech: { ...state.speech, asked: true } };
}

function findVerbatim(said: readonly Saying[], last: Saying, limits: Limits): Found {
  const same = said.filter(({ print }) => print === last.print);
  const isIdle = last.progress - same[0]!.progress <= 1 && same[0]!.task === last.task;
  const limit = last.world - same[0]!.world > 1 ? limits.working : isIdle ? limits.verbatim : limits.busy;
  return judged('verbatim', same.length / limit, same, limits);
}

function findNear(said: readonly Saying[], last: Saying, limits: Limits): Found {
  const alike = said.filter((one) => one === last || jaccard(one.words, last.words, 96) >= limits.likeness);
  const weight = alike.reduce((sum, one) => sum + weightOf(one, last, limits), 0);
  return judged('near', weight / limits.near, alike, limits);
}

function weightOf(one: Saying, last: Saying, limits: Limits): number {
  if (one === last) return 1;
  if (one.progress !== last.progress || last.namesNew) return limits.progress;
  return one.task === last.task ? 1 : limits.asked;
}

/** Talk that only rewords itself while nothing is done. */
function findMonologue(said: readonly Saying[], last: Saying, limits: Limits): Found {
  let start = said.length - 1;
  while (start > 0 && isParaphrase(said[start - 1]!, said[start]!, limits) && said[start - 1]!.calls === last.calls) start--;
  return judged('near', (said.length - start) / limits.monologue, said.slice(start), limits);
}

function isParaphrase(one: Saying, next: Saying, { paraphrase }: Limits): boolean {
  return one.task === next.task && jaccard(one.words, next.words, 96) >= paraphrase;
}

function judged(messageId: 'verbatim' | 'near', share: number, found: readonly Saying[], limits: Limits): Found {
  return share < SIGN || found.length < 2 ? undefined : signalOf(messageId, limitScore(share), found, limits);
}

function findStale(said: readonly Saying[], limits: Limits): Found {
  const recent = said.filter(({ size }) => size >= limits.longWords).slice(-limits.stale);
  if (recent.length < limits.stale || recent.at(-1) !== said.at(-1)) return undefined;
  const worth = ({ novelty, isCredited }: Saying): number => (isCredited ? Math.max(novelty, limits.credit) : novelty);
  const mean = recent.reduce((sum, one) => sum + worth(one), 0) / recent.length;
  if (mean <= limits.novelty) return signalOf('stale', 1 - 0.6 * mean, recent, limits);
  return mean <= limits.sign ? signalOf('fading', 0.6, recent, limits) : undefined;
}

function signalOf(messageId: NonNullable<Found>['messageId'], score: number, found: readonly Saying[], limits: Limits): Found {
  return {
    messageId,
    score,
    urgency: messageId === 'fading' || score < 0.75 ? 'note' : 'warn',
    identity: messageId === 'verbatim' || messageId === 'near' ? `said:${found[0]!.print}` : 'words',
    data: { text: found.at(-1)!.label, count: found.length },
    evidence: evidenceOf(found, { window: limits.window, examples: found.slice(-2).map(({ label }) => label) }),
  };
}
