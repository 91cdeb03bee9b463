import {
  type CharDemand,
  type CharPlace,
  type CharTables,
  isFence,
  isRepeating,
  lastUnits,
  newCharPlace,
  newCharTables,
  RING,
  scanChars,
} from './char-run.js';
import {
  newReadingTables,
  newWordPlace,
  type ReadingTables,
  readWords,
  type WordDemand,
  type WordPlace,
} from './words.js';

/** Where an open stream stands. Numbers only. */
export interface Place {
  readonly chars: CharPlace;
  readonly words: WordPlace;
  inFence: boolean;
}

/**
 * An open stream of text, as plain JSON: the last one to two blocks of it, and where it stood when each began. Reading
 * these again brings back everything else, so the tables are kept for speed only.
 */
export interface TextStream {
  readonly old: string;
  readonly since: Place;
  readonly text: string;
  readonly mark: Place;
  readonly [LIVE]?: Live;
}

interface Live {
  readonly chars: CharTables;
  readonly words: ReadingTables;
  readonly place: Place;
  pieces: number;
}

export interface Demand {
  readonly chars: CharDemand;
  readonly words: WordDemand;
}

/** What is demanded of text, and of code. */
export interface Demands {
  readonly text: Demand;
  readonly code: Demand;
}

/** What the reader stopped for: the characters that repeat, or what the words say. */
export interface Stop {
  readonly by: 'chars' | 'words';
  readonly place: Place;
  readonly tables: ReadingTables;
  /** The last characters of the stream. */
  readonly tail: (count: number) => string;
}

const LIVE = Symbol('tables of an open stream');
/** More than the ring of characters, so that a block is enough to fill it. */
const BLOCK = 6144;
const MAX_PIECES = 256;

export function newStream(): TextStream {
  const place = newPlace();
  return { old: '', since: place, text: '', mark: place };
}

function newPlace(): Place {
  return { chars: newCharPlace(), words: newWordPlace(), inFence: false };
}

/** The stream after `text`, or what stopped the reader in it; a stream that stopped is not to be read on. */
export function listen(stream: TextStream, text: string, demands: Demands): { stream: TextStream; stop?: Stop } {
  const live = liveOf(stream, demands);
  let next: TextStream = stream;
  for (let from = 0; from < text.length; ) {
    const room = Math.min(BLOCK - next.text.length, RING);
    const piece = from === 0 && text.length <= room ? text : text.slice(from, from + room);
    from += piece.length;
    const by = scan(live, piece, demands);
    if (by) return { stream: next, stop: stopOf(live, by) };
    next = grow(next, piece, live);
  }
  return { stream: next };
}

function scan(live: Live, piece: string, demands: Demands): Stop['by'] | undefined {
  const { chars, words, place } = live;
  for (let from = 0; from < piece.length; ) {
    const demand = place.inFence ? demands.code : demands.text;
    const to = scanChars(chars, place.chars, piece, from, demand.chars);
    if (readWords(words, place.words, { piece, from, to }, demand.words) >= 0) return 'words';
    if (isRepeating(place.chars)) return 'chars';
    if (isFence(chars.ring, place.chars.length)) place.inFence = !place.inFence;
    from = to;
  }
  return undefined;
}
