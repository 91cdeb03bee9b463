import { createHmac } from 'node:crypto';
import type { Trace } from '../transcripts/trace.js';
import { type Disguise, disguiseWith } from './disguise.js';

/** Values that identify the kind of an event. */
const ENUMS = new Set(['kind', 'role', 'reason', 'channel', 'status']);
const NUMBERS = new Set(['round', 'tokens']);
const MAX_DEPTH = 100;

/**
 * The trace with replaced words: its content is unreadable, and it still loops where it looped. The same salt
 * gives the same words; `tries` gives others.
 */
export function redactTrace({ id, agent, model, events }: Trace, salt: Uint8Array, tries = 0): Trace {
  const disguise = disguiseWith(createHmac('sha256', salt).update(`words ${tries}`).digest());
  const start = startOf(events);
  return {
    id: `trace-${createHmac('sha256', salt).update(`id ${id}`).digest('hex').slice(0, 12)}`,
    ...(agent !== undefined && { agent }),
    ...(model !== undefined && { model }),
    events: withStreams(events, disguise).map((event, i) => redactEvent(event, events[i], disguise, start)),
  };
}

interface Delta {
  readonly kind: 'delta';
  readonly text: string;
  readonly channel?: unknown;
}

function isDelta(event: unknown): event is Delta {
  const { kind, text } = (event ?? {}) as Partial<Delta>;
  return kind === 'delta' && typeof text === 'string';
}

/** A stream is replaced as one text, because chunks may split a word. */
function withStreams(events: readonly unknown[], disguise: Disguise): readonly unknown[] {
  const out = [...events];
  for (let from = 0; from < events.length; from++) {
    const first = events[from];
    if (!isDelta(first)) continue;
    let to = from;
    let whole = '';
    for (let next = events[to]; isDelta(next) && next.channel === first.channel; next = events[++to])
      whole += next.text;
    const hidden = disguise(whole);
    for (let at = 0, i = from; i < to; i++) {
      const { text } = events[i] as Delta;
      out[i] = {
        ...(events[i] as Delta),
        text: i === to - 1 ? hidden.slice(at) : hidden.slice(at, at + text.length),
      };
      at += text.length;
    }
    from = to - 1;
  }
  return out;
}

function startOf(events: readonly unknown[]): number {
  const times = events.map((event) => (event as { at?: unknown } | null)?.at);
  return times.find((at) => typeof at === 'number') ?? 0;
}

function redactEvent(event: unknown, original: unknown, disguise: Disguise, start: number): unknown {
  if (typeof event !== 'object' || event === null) return null;
  return Object.fromEntries(
    Object.entries(event).map(([name, value]: [string, unknown]) => {
      if (name === 'at') return [name, typeof value === 'number' ? value - start : null];
      // The text of a stream is already replaced.
      if (name === 'text' && isDelta(original)) return [name, value];
      const isPlain = (ENUMS.has(name) && isEnum(value)) || (NUMBERS.has(name) && typeof value === 'number');
      return [name, isPlain ? value : disguiseValue(value, disguise, 0)];
    }),
  );
}

const isEnum = (value: unknown): boolean => typeof value === 'string' && /^[a-z_-]{1,16}$/.test(value);

function disguiseValue(value: unknown, disguise: Disguise, depth: number): unknown {
  if (typeof value === 'string') return disguise(value);
  if (typeof value === 'number') return numberFor(value, disguise);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((item) => disguiseValue(item, disguise, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [disguise(name), disguiseValue(item, disguise, depth + 1)]),
  );
}

/** Like in a text: a count stays, a longer number becomes another one of its length. */
function numberFor(value: number, disguise: Disguise): number {
  const number = Number(disguise(String(value)));
  return Number.isFinite(number) ? number : 0;
}
