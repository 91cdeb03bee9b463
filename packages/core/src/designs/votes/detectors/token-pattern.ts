import { defineDetector } from '../../../detection/detector.js';
import { integer, notAbove, type OptionsOf, ratio } from '../../../detection/options.js';
import type { Channel } from '../../../event/event.js';
import { textPrint } from '../../../fingerprint/fingerprint.js';
import { oneLine } from '../../../event/label.js';
import type { EventContext } from '../../../session/session.js';
import { feedLines, type LineShapes, noLines } from '../../../stream/line-shape.js';
import { countIntervention, mayIntervene, newObserver, type Observer } from '../../../stream/observer.js';
import { demandOf, isCharacter } from '../../../stream/repeat-demand.js';
import { emptyTail, feed, type Repeat, type Tail } from '../../../stream/tail-period.js';
import { type TextSignal, textSignal } from '../text-signal.js';

interface Stream {
  readonly tail: Tail;
  readonly shapes: LineShapes;
  readonly blocks: Observer;
  readonly cautions: Observer;
}

type Streams = Readonly<Partial<Record<Channel, Stream>>>;

/** Shared by all sessions without an open stream. */
const SILENT: { readonly streams: Streams } = { streams: {} };

const options = {
  minPhrase: integer(20, { min: 2, max: 2000, meaning: 'shortest phrase, in characters' }),
  maxPhrase: integer(200, { min: 2, max: 2000, meaning: 'longest phrase, in characters' }),
  phraseRepeats: integer(3, { min: 2, meaning: 'copies of a phrase in a row that make a loop' }),
  charRepeats: integer(20, { min: 10, meaning: 'one character in a row that makes a loop' }),
  wordRepeats: integer(6, { min: 4, meaning: 'one word in a row that makes a loop' }),
  shapeLines: integer(6, { min: 2, meaning: 'lines of one shape in a row that raise caution' }),
  blockAbove: ratio(0.95, { meaning: 'confidence above which the generation is halted' }),
  minInterval: integer(15_000, {
    min: 0,
    max: 86_400_000,
    meaning: 'milliseconds between interventions in one stream',
  }),
  maxInterventions: integer(6, { min: 0, meaning: 'interventions in one stream, at most' }),
};

type Limits = OptionsOf<typeof options>;

const USUAL = {
  character: options.charRepeats.default,
  word: options.wordRepeats.default,
  phrase: options.phraseRepeats.default,
};

/** The text degenerates while the model writes it: one character, word, phrase or line shape repeats. */
export const tokenPattern = defineDetector({
  meta: {
    id: 'token-pattern',
    summary: 'The stream of text repeats itself.',
    listens: ['delta', 'message', 'call', 'turn'],
    options,
    messages: {
      character: { text: '"{{unit}}" {{count}}x in a row', category: 'TOKEN_REPETITION' },
      word: { text: '"{{unit}}" {{count}}x in a row', category: 'TOKEN_REPETITION' },
      phrase: { text: '"{{unit}}" {{count}}x in a row', category: 'PHRASE_LOOP' },
      structure: { text: '{{count}} lines of one shape', category: 'STRUCTURAL_LOOP' },
    },
    conflict: (limits) => notAbove(limits, 'minPhrase', 'maxPhrase'),
  },

  init: () => SILENT,

  step(state, context, limits) {
    const { event } = context;
    // Every event other than a delta ends the streams. A message repeats the text of its deltas.
    if (event.kind !== 'delta') {
      const isUnheard = event.kind === 'message' && state.streams.text === undefined;
      const signal = isUnheard ? listen(newStream(), event.text, context, limits).signal : undefined;
      return { state: SILENT, ...(signal && { signal }) };
    }
    if (event.text === '') return { state };
    const channel = event.channel ?? 'text';
    const { stream, signal } = listen(state.streams[channel] ?? newStream(), event.text, context, limits);
    return { state: { streams: { ...state.streams, [channel]: stream } }, ...(signal && { signal }) };
  },
});

function newStream(): Stream {
  return { tail: emptyTail(), shapes: noLines(), blocks: newObserver(), cautions: newObserver() };
}

function listen(
  stream: Stream,
  text: string,
  context: EventContext,
  limits: Limits,
): { stream: Stream; signal?: TextSignal } {
  const { tail, repeat } = feed(stream.tail, text, demandOf(limits));
  const { shapes, most } = feedLines(stream.shapes, text);
  const next = { ...stream, tail, shapes };
  const found = repeat
    ? repeated(repeat, context, limits)
    : most >= limits.shapeLines
      ? shaped(most, context, limits)
      : undefined;
  if (!found) return { stream: next };
  const level = found.urgency === 'hard' ? 'blocks' : 'cautions';
  if (!mayIntervene(stream[level], context.event.at, limits)) return { stream: next };
  return { stream: { ...next, [level]: countIntervention(stream[level], context.event.at) }, signal: found };
}

function repeated({ period, copies, unit }: Repeat, { seq }: EventContext, limits: Limits): TextSignal {
  const messageId = isCharacter(unit) ? 'character' : period < limits.minPhrase ? 'word' : 'phrase';
  // Twice the usual number of copies halves the doubt; fewer copies, if the options allow them, raise it.
  const confidence = 1 - 0.03 * (USUAL[messageId] / copies);
  const data = { unit: oneLine(unit.trim(), 60), count: copies };
  return textSignal(messageId, confidence, `text:${textPrint(unit)}`, data, seq, limits);
}

function shaped(lines: number, { seq }: EventContext, limits: Limits): TextSignal {
  return textSignal('structure', 0.8, 'shape', { unit: 'line', count: lines }, seq, limits);
}
