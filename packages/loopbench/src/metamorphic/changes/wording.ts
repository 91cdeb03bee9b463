import type { Case } from '../../data/case.js';
import type { Draw } from '../draw.js';
import { type Event, eventsOf, isCall, isMessage, mapEvents, replaceEvents } from '../trace.js';
import type { Transformation } from '../transformation.js';

type Spelling = (text: string) => string;

const SPELLINGS: readonly [Spelling, ...Spelling[]] = [
  (text) => text.normalize('NFD'),
  (text) => text.normalize('NFC'),
  (text) => text.replaceAll(/(?<=\w) (?=\w)/g, '\u00a0'),
  (text) => text.replaceAll(/(?<=\w)'(?=\w)/g, '\u2019').replaceAll(/"(\w[^"\n]*)"/g, '\u201c$1\u201d'),
];

/** A model may spell each message differently; a stream and the tools keep one spelling. */
export const unicode: Transformation = {
  id: 'unicode',
  summary: 'composed and decomposed letters, no-break spaces, curly quotes',
  apply: (one, draw) => {
    const [ofStream, ofTools] = [draw.pick(SPELLINGS), draw.pick(SPELLINGS)];
    return mapEvents(one, (event) => {
      if (event['kind'] === 'delta') return respelled(event, 'text', ofStream);
      if (isMessage(event)) return respelled(event, 'text', draw.pick(SPELLINGS));
      return isCall(event) ? respelled(event, 'result', ofTools) : event;
    });
  },
};

function respelled(event: Event, field: string, spell: Spelling): Event {
  const text = event[field];
  // Curly quotes would break JSON.
  if (typeof text !== 'string' || /^\s*[[{]/.test(text)) return event;
  const next = spell(text);
  return next === text ? event : { ...event, [field]: next };
}

const SENTENCE_END = /(?<=[.!?:])\s+|\n+/g;

export const splitMessages: Transformation = {
  id: 'split-messages',
  summary: 'messages of several sentences as two messages',
  changesLabel: (one) =>
    one.expect === 'loop' && eventsOf(one).length === 1 ? 'the message itself is the loop' : undefined,
  apply: (one, draw) => {
    const pieces = eventsOf(one).map((event) => (isMessage(event) ? halves(event, draw) : [event]));
    return pieces.every(({ length }) => length === 1) ? one : replaceEvents(one, pieces);
  },
};

function halves(event: Event, draw: Draw): readonly Event[] {
  const text = event['text'] as string;
  const ends = [...text.matchAll(SENTENCE_END)].filter(({ index }) => index > 0 && index < text.length - 1);
  const end = ends[draw.integer(0, ends.length - 1)];
  if (!end) return [event];
  const [first, second] = [text.slice(0, end.index), text.slice(end.index + end[0].length)];
  if (first.trim() === '' || second.trim() === '') return [event];
  return [
    { ...event, text: first },
    { ...event, text: second },
  ];
}

export const joinedMessages: Transformation = {
  id: 'joined-messages',
  summary: 'two messages in a row as one',
  isSeedless: true,
  changesLabel: (one) =>
    one.expect === 'loop' && !hasCalls(one)
      ? 'joining leaves fewer repetitions before the deadline'
      : undefined,
  apply: (one) => {
    const pieces: Event[][] = [];
    let open: Event | undefined;
    const events = eventsOf(one);
    for (const [i, event] of events.entries()) {
      const next = events[i + 1];
      if (open) {
        pieces.push([{ ...event, text: `${String(open['text'])}\n\n${String(event['text'])}` }]);
        open = undefined;
      } else if (isMessage(event) && next && isMessage(next)) {
        pieces.push([]);
        open = event;
      } else pieces.push([event]);
    }
    return pieces.every(({ length }) => length === 1) ? one : replaceEvents(one, pieces);
  },
};

/** Whether the loop contains a call. */
function hasCalls(one: Case): boolean {
  return eventsOf(one)
    .slice(one.span?.[0] ?? 0)
    .some(isCall);
}
