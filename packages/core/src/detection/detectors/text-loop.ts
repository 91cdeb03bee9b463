import type { Channel } from '../../event/event.js';
import { oneLine } from '../../event/label.js';
import { HARD } from '../../stream/limits.js';
import type { TextFinding } from '../../stream/reader.js';
import { endStream, findingIn, readChunk, newStream, type TextStream } from '../../stream/text-stream.js';
import { readWhole } from '../../stream/whole-text.js';
import { defineDetector, type Signal } from '../detector.js';
import { evidenceOf } from '../evidence.js';
import { integer } from '../options.js';

const options = {
  wordCopies: integer(22, {
    min: 8,
    meaning: 'copies in a row of a word; longer units may fill as many characters as that of a long word',
  }),
  symbolLength: integer(200, { min: 50, max: 8000, meaning: 'characters that repeated symbols may fill' }),
  counterLines: integer(6, { min: 3, max: 1000, meaning: 'lines of prose that are equal but for a counter' }),
  staleWords: integer(130, { min: 40, max: 8000, meaning: 'words in a row that were all said before' }),
};

type MessageId = 'token' | 'phrase' | 'counter' | 'block' | 'stale';

type Streams = Readonly<Record<Channel, TextStream | undefined>>;

const NONE: Streams = { text: undefined, reasoning: undefined, arguments: undefined };
/** Shorter units count as tokens, longer ones as phrases. */
const TOKEN = 20;
/** The longest unit, in characters. */
const LOOKED_BACK = 2000;

/** The text repeats itself while the model writes it. */
export const textLoop = defineDetector({
  meta: {
    id: 'text-loop',
    summary: 'The text that is being written repeats itself.',
    listens: ['delta', 'message', 'attempt', 'call', 'turn', 'edit', 'error', 'state', 'step'],
    family: 'text',
    mechanism: 'text',
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

  step(state, { event, seq, session }, limits) {
    // Every event other than a delta ends the streams. A message repeats the text of its deltas.
    if (event.kind !== 'delta') {
      if (state !== NONE) endAll(state);
      const isUnheard = event.kind === 'message' && state.text === undefined;
      const finding = isUnheard ? readWhole(event.text, limits) : undefined;
      return finding ? { state: NONE, signal: signalOf(finding, seq) } : { state: NONE };
    }
    const channel = event.channel ?? 'text';
    const open = state[channel] ?? newStream(channel === 'arguments');
    const stream = readChunk(open, event.text, limits);
    const found = findingIn(stream);
    const finding = found && found.count <= session.ledger.asked ? undefined : found;
    const next = keep(state, channel, stream);
    return finding ? { state: next, signal: signalOf(finding, seq) } : { state: next };
  },
});

function endAll({ text, reasoning, arguments: args }: Streams): void {
  for (const open of [text, reasoning, args]) if (open) endStream(open);
}

/** Field by field: this runs for every few characters, and a spread costs more than reading them. */
function keep(streams: Streams, channel: Channel, open: TextStream): Streams {
  const { text, reasoning, arguments: args } = streams;
  if (channel === 'text') return { text: open, reasoning, arguments: args };
  return channel === 'reasoning'
    ? { text, reasoning: open, arguments: args }
    : { text, reasoning, arguments: open };
}

function signalOf(finding: TextFinding, seq: number): Signal<MessageId> {
  const { by, period, count, level } = finding;
  const messageId = by === 'period' ? (period < TOKEN ? 'token' : 'phrase') : by;
  const unit = oneLine(finding.unit.trim(), 60) || 'blanks';
  const score = by === 'period' ? 0.97 : 0.92;
  const urgency = level === HARD ? 'hard' : 'warn';
  // A text is cut off at about twice the length at which it is flagged.
  const share = level === HARD ? 2 : 1;
  return {
    ...{ messageId, score, share, urgency, identity: `text:${finding.identity}`, data: { unit, count } },
    evidence: evidenceOf([{ seq, label: unit }], { window: LOOKED_BACK, count }),
  };
}
