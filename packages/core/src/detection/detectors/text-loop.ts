import type { Channel } from '../../event/event.js';
import { oneLine } from '../../event/label.js';
import { endStream, type Finding, listen, newStream, type TextStream } from '../../stream/text-stream.js';
import { readWhole } from '../../stream/whole-text.js';
import { defineDetector, type Signal } from '../detector.js';
import { evidenceOf } from '../evidence.js';
import { integer, type OptionsOf } from '../options.js';

const options = {
  maxPeriod: integer(2000, { min: 16, max: 2000, meaning: 'longest unit that can repeat, in characters' }),
  tokenCopies: integer(22, { min: 8, meaning: 'copies in a row of a unit of up to 16 characters' }),
  phraseLength: integer(360, {
    min: 100,
    max: 4000,
    meaning: 'characters that copies of a longer unit fill',
  }),
  passageCopies: integer(3, {
    min: 2,
    max: 20,
    meaning: 'copies in a row of a unit of 200 characters or more',
  }),
  numberLength: integer(600, {
    min: 100,
    max: 8000,
    meaning: 'characters that repeated numbers without a letter may fill',
  }),
  markLength: integer(1000, {
    min: 100,
    max: 8000,
    meaning: 'characters that repeated marks may fill; twice that for one mark',
  }),
  counterCopies: integer(6, {
    min: 3,
    max: 100,
    meaning: 'copies of a block of 24 words in which only a number goes up',
  }),
  echoWords: integer(120, {
    min: 40,
    max: 2000,
    meaning: 'words in a row that were all said before, in threes',
  }),
  staleWords: integer(250, { min: 80, max: 2000, meaning: 'words of which hardly any is new' }),
  saidSentences: integer(10, { min: 4, max: 200, meaning: 'sentences in a row that were said before' }),
  codeFactor: integer(2, { max: 10, meaning: 'how many times as much code and arguments may repeat' }),
};

type Limits = OptionsOf<typeof options>;
type MessageId = 'token' | 'phrase' | 'counter' | 'block' | 'stale';

/** `null`: a loop was reported, and the rest of the stream is not listened to. */
type Open = TextStream | null;
type Streams = Readonly<Record<Channel, Open | undefined>>;

const NONE: Streams = { text: undefined, reasoning: undefined, arguments: undefined };
/** Shorter units are tokens, longer ones phrases. */
const TOKEN = 20;

/** The text itself goes in circles while it is written. */
export const textLoop = defineDetector({
  meta: {
    id: 'text-loop',
    summary: 'The text that is being written repeats itself.',
    listens: ['delta', 'message', 'attempt', 'call', 'turn', 'edit', 'error', 'state', 'step'],
    family: 'text',
    options,
    messages: {
      token: { text: '"{{unit}}" {{count}}x in a row', category: 'TOKEN_REPETITION' },
      phrase: { text: '"{{unit}}" {{count}}x in a row', category: 'PHRASE_LOOP' },
      counter: { text: '{{count}}x the same but for a counter, last "{{unit}}"', category: 'PHRASE_LOOP' },
      block: {
        text: '{{count}}x the same lines but for a number, last "{{unit}}"',
        category: 'STRUCTURAL_LOOP',
      },
      stale: { text: '{{count}} words that were all said before, last "{{unit}}"', category: 'PHRASE_LOOP' },
    },
  },

  init: (): Streams => NONE,

  step(state, { event, seq }, limits) {
    // Any other event than a delta ends the streams. A message repeats what its deltas said.
    if (event.kind !== 'delta') {
      if (state !== NONE) endAll(state);
      const isUnheard = event.kind === 'message' && state.text === undefined;
      const finding = isUnheard ? readWhole(event.text, limits) : undefined;
      return finding ? { state: NONE, signal: signalOf(finding, seq, limits) } : { state: NONE };
    }
    const channel = event.channel ?? 'text';
    const open = state[channel];
    if (open === null) return { state };
    const heard = listen(open ?? newStream(channel === 'arguments'), event.text, limits);
    if (heard.base === undefined)
      return { state: keep(state, channel, null), signal: signalOf(heard, seq, limits) };
    return { state: keep(state, channel, heard) };
  },
});

function endAll({ text, reasoning, arguments: args }: Streams): void {
  for (const open of [text, reasoning, args]) if (open) endStream(open);
}

/** Spelled out: this is done for every few characters, and spreading costs more than reading them. */
function keep(streams: Streams, channel: Channel, open: Open): Streams {
  const { text, reasoning, arguments: args } = streams;
  if (channel === 'text') return { text: open, reasoning, arguments: args };
  return channel === 'reasoning'
    ? { text, reasoning: open, arguments: args }
    : { text, reasoning, arguments: open };
}

function signalOf(finding: Finding, seq: number, limits: Limits): Signal<MessageId> {
  const { by, period, count } = finding;
  const messageId = by === 'period' ? (period < TOKEN ? 'token' : 'phrase') : by === 'recital' ? 'stale' : by;
  const unit = oneLine(finding.unit.trim(), 60) || 'blanks';
  const score = by === 'period' ? 0.97 : 0.92;
  return {
    ...{ messageId, score, urgency: 'hard', identity: `text:${finding.identity}`, data: { unit, count } },
    evidence: evidenceOf([{ seq, label: unit }], { window: limits.maxPeriod, count }),
  };
}
