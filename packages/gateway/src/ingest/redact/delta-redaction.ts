import { type AgentEvent, redactValue, type Refusal } from '@rutbreak/core';
import { setRecent } from '@rutbreak/core/edge';
import { createSlices } from '../../engine/slices.js';

type Cleaned = AgentEvent | Refusal;

/** Redacts streamed text. A secret that is split over several pieces is only recognisable in the joined text. */
export interface DeltaRedaction {
  /** `cleaned`: events after redaction one by one; `given`: the same events before it. */
  readonly clean: (
    session: string,
    cleaned: readonly Cleaned[],
    given: readonly unknown[],
  ) => Promise<readonly Cleaned[]>;
}

const MAX_SESSIONS = 1000;
/** Characters of context before new text: `password =` may be in an earlier piece. */
const CONTEXT = 4096;
/** Longer words are released before they end, so that detection still sees text without spaces. */
const MAX_WORD = 512;
/** Characters of new text to redact at once. One by one, each piece would cost its whole context. */
const GROUP = 4 * CONTEXT;

/** Raw text, kept in memory and never stored. */
interface Tail {
  readonly context: string;
  readonly word: string;
}

const NOTHING: Tail = { context: '', word: '' };

export function createDeltaRedaction(): DeltaRedaction {
  const tails = new Map<string, Tail>();
  return {
    async clean(session, cleaned, given) {
      const events = [...cleaned];
      const pause = createSlices();
      for (const [channel, pieces] of piecesOf(cleaned, given)) {
        const key = `${channel} ${session}`;
        // Other requests of the session may run in between; they do not come between these pieces.
        let tail = tails.get(key) ?? NOTHING;
        for (const group of groupsOf(pieces)) {
          const released = release(tail, group);
          for (const { at, event, text } of released.pieces) events[at] = { ...event, text };
          ({ tail } = released);
          setRecent(tails, key, tail, MAX_SESSIONS);
          const turn = pause();
          if (turn) await turn;
        }
      }
      return events;
    },
  };
}

type Delta = AgentEvent & { readonly kind: 'delta' };

interface Piece {
  readonly at: number;
  readonly event: Delta;
  readonly text: string;
}

/** The streamed texts of each channel, before redaction. */
function piecesOf(
  cleaned: readonly Cleaned[],
  given: readonly unknown[],
): ReadonlyMap<string, readonly Piece[]> {
  const pieces = new Map<string, Piece[]>();
  cleaned.forEach((event, at) => {
    const text = (given[at] as Partial<Delta> | undefined)?.text;
    if (event.kind !== 'delta' || typeof text !== 'string' || event.text.startsWith('sha256:')) return;
    const channel = event.channel ?? 'text';
    const list = pieces.get(channel) ?? [];
    list.push({ at, event, text });
    pieces.set(channel, list);
  });
  return pieces;
}

function* groupsOf(pieces: readonly Piece[]): Generator<readonly Piece[]> {
  let group: Piece[] = [];
  let size = 0;
  for (const piece of pieces) {
    group.push(piece);
    size += piece.text.length;
    if (size < GROUP) continue;
    yield group;
    group = [];
    size = 0;
  }
  if (group.length > 0) yield group;
}

/** Redacts pieces with the text before them. The last word of each is held back for the next one. */
function release(
  { context, word: first }: Tail,
  pieces: readonly Piece[],
): { readonly pieces: readonly Piece[]; readonly tail: Tail } {
  let word = first;
  let whole = '';
  const ends = pieces.map(({ text }) => {
    const joined = word + text;
    const at = lastBreak(joined);
    const end = joined.length > MAX_WORD && at === 0 ? joined.length : at;
    whole += joined.slice(0, end);
    word = joined.slice(end);
    return whole.length;
  });
  const masked = redactValue(context + whole, { keepsLength: true }) as string;
  const released = pieces.map((piece, i) => ({
    ...piece,
    text: masked.slice(context.length + (ends[i - 1] ?? 0), context.length + (ends[i] ?? 0)),
  }));
  return { pieces: released, tail: { context: (context + whole).slice(-CONTEXT), word } };
}

const BREAK = /[\s"'`,;(){}<>[\]|]/;

/** The end of the last complete word. */
function lastBreak(text: string): number {
  let end = text.length;
  while (end > 0 && !BREAK.test(text[end - 1] ?? '')) end--;
  return end;
}
