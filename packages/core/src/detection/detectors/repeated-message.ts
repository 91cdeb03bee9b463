import { oneLine } from '../../event/label.js';
import { maskText } from '../../event/mask.js';
import { combine } from '../../event/fingerprint.js';
import { jaccard, sketch, type Sketch } from '../../event/sketch.js';
import { pushBounded } from '../../session/window.js';
import { defineDetector, type Signal } from '../detector.js';
import { evidenceOf } from '../evidence.js';
import { integer, type OptionsOf, ratio } from '../options.js';
import { limitScore } from '../score.js';

interface Said {
  readonly seq: number;
  readonly label: string;
  readonly print: number;
  readonly words: Sketch;
  /** What had been found out, changed and asked when it was said. */
  readonly news: number;
  readonly calls: number;
}

const options = {
  window: integer(12, { min: 2, max: 40, meaning: 'how many messages are remembered' }),
  verbatim: integer(4, { min: 2, meaning: 'equal messages (numbers aside) that make a loop' }),
  busy: integer(5, { min: 2, meaning: 'the same, where calls brought something new in between' }),
  near: ratio(0.6, { meaning: 'share of common words above which messages are nearly equal' }),
  nearLimit: integer(4, { min: 2, meaning: 'nearly equal messages that make a loop' }),
  progress: ratio(0.2, { meaning: 'what a nearly equal message counts when something new came in between' }),
  minWords: integer(5, { meaning: 'shorter messages are passed over' }),
};

type Limits = OptionsOf<typeof options>;

/** The agent says the same thing again and again, word for word or nearly so. */
export const repeatedMessage = defineDetector({
  meta: {
    id: 'repeated-message',
    summary: 'Messages repeat, word for word or nearly so.',
    listens: ['message'],
    isClose: true,
    memory: 'session',
    options,
    messages: {
      verbatim: { text: 'the same message {{count}}x: {{text}}', category: 'OUTPUT_VERBATIM' },
      near: { text: 'nearly the same message {{count}}x: {{text}}', category: 'OUTPUT_PARAPHRASE' },
    },
  },

  init: () => ({ said: [] as readonly Said[] }),

  step(state, { event, seq, session }, limits) {
    if (event.kind !== 'message') return { state };
    const { words } = maskText(event.text);
    if (words.length < limits.minWords) return { state };
    const message: Said = {
      seq,
      label: oneLine(event.text, 80),
      print: combine(...words),
      words: sketch(words),
      news: session.news + session.world + session.tasks,
      calls: session.history.seq.length,
    };
    const signal = findVerbatim(state.said, message, limits) ?? findNear(state.said, message, limits);
    const next = { said: pushBounded(state.said, message, limits.window) };
    return signal ? { state: next, signal } : { state: next };
  },
});

function findVerbatim(said: readonly Said[], message: Said, limits: Limits): Signal<'verbatim'> | undefined {
  const same = [...said.filter(({ print }) => print === message.print), message];
  const limit = same[0]!.news === message.news ? limits.verbatim : limits.busy;
  if (same.length < limit) return undefined;
  return signalOf('verbatim', same.length / limit, same, limits);
}

function findNear(said: readonly Said[], message: Said, limits: Limits): Signal<'near'> | undefined {
  const alike = said.filter(({ words }) => jaccard(words, message.words) >= limits.near);
  const weight = alike.reduce((sum, { news }) => sum + (news === message.news ? 1 : limits.progress), 1);
  if (weight < limits.nearLimit) return undefined;
  return signalOf('near', weight / limits.nearLimit, [...alike, message], limits);
}

function signalOf<Id extends 'verbatim' | 'near'>(messageId: Id, share: number, found: readonly Said[], limits: Limits): Signal<Id> {
  const last = found.at(-1)!;
  return {
    messageId,
    score: limitScore(share),
    urgency: 'warn',
    identity: `said:${found[0]!.print}`,
    data: { text: last.label, count: found.length },
    evidence: evidenceOf(found, { window: limits.window, examples: found.slice(-2).map(({ label }) => label) }),
  };
}
