import { combine, textPrint } from '../event/fingerprint.js';
import { label } from '../event/label.js';
import { readAnchors, shinglesOf } from '../event/shingles.js';
import { speechWords } from '../event/speech-words.js';
import { jaccard, sketch, type Sketch } from '../event/sketch.js';
import { hear, type Memory, newMemory } from './memory.js';
import { shortened } from './packed.js';
import type { Moment } from './session.js';

/** What the agent has said, as far as it is needed to tell whether it says something new. */
export interface Speech {
  readonly words: Memory;
  /** Word sequences. */
  readonly sequences: Memory;
  readonly anchors: Memory;
  /** Messages so far that said something new. */
  readonly fresh: number;
  /** Somebody has asked for something new since the last message. */
  readonly asked: boolean;
  /** New results and changes of the world up to the last message. */
  readonly moves: number;
}

export interface Saying {
  readonly seq: number;
  readonly label: string;
  /** Equal for messages that differ in numbers, signs and volatile parts only. */
  readonly print: number;
  /** Equal for messages that begin with the same characters, numbers and all. */
  readonly spelling: number;
  readonly words: Sketch;
  /** Equal for messages whose lines begin in the same way; 0 where there are too few lines to tell. */
  readonly mould: number;
  /** How many words it has. */
  readonly size: number;
  /** Share of its word sequences that were not heard before. */
  readonly novelty: number;
  /** It has a word that was not heard before. */
  readonly saysNew: boolean;
  /** It names something concrete that was not named before. */
  readonly namesNew: boolean;
  /** It does, or it answers a new prompt, or it speaks in a new word of work that has moved on. */
  readonly isCredited: boolean;
  /** Counts whatever moved on: new results, changes of the world, new things said. */
  readonly progress: number;
  readonly world: number;
  readonly task: number;
  /** Calls and changes so far: none between two messages is a monologue. */
  readonly deeds: number;
}

/** How many words of a message are compared. */
const SAYING_WORDS = 96;
/** Shorter messages may be new in every word and say nothing. */
const LONG = 20;
const NEW = 0.5;

export function newSpeech(): Speech {
  const [words, sequences, anchors] = [newMemory(), newMemory(), newMemory()];
  return { words, sequences, anchors, fresh: 0, asked: false, moves: 0 };
}

/** `undefined` for what has fewer than `minWords` words: too short to tell. */
export function listenTo(
  speech: Speech,
  text: string,
  { seq, session }: Pick<Moment, 'seq' | 'session'>,
  minWords: number,
): { speech: Speech; saying: Saying } | undefined {
  const { words, size } = speechWords(text);
  if (size < minWords) return undefined;
  const heard = hear(speech.words, words);
  const sequences = hear(speech.sequences, shinglesOf(words));
  const named = readAnchors(text);
  const anchors = hear(speech.anchors, named);
  const saysNew = heard.share > 0;
  const namesNew = named.length > 0 && anchors.share > 0;
  const isFresh = size >= LONG && sequences.share >= NEW;
  // What is said first is news itself; counted before, so that its repetitions are on one level with it.
  const fresh = speech.fresh + (isFresh ? 1 : 0);
  const moves = session.news + session.world;
  const said = label(text, 80);
  const saying: Saying = {
    seq,
    label: said,
    print: shortened(combine(...words)),
    spelling: shortened(textPrint(said)),
    words: sketch(words, SAYING_WORDS),
    mould: mouldOf(text),
    size,
    novelty: sequences.share,
    saysNew,
    namesNew,
    isCredited: speech.asked || namesNew || (saysNew && moves > speech.moves),
    progress: moves + fresh,
    world: session.world,
    task: session.tasks,
    deeds: session.made + session.world,
  };
  const memories = { words: heard.memory, sequences: sequences.memory, anchors: anchors.memory };
  return { speech: { ...memories, fresh, asked: false, moves }, saying };
}

/** With fewer lines a message has no form of its own. */
const MIN_LINES = 4;
const MAX_LOOK = 8192;

/** The first sign of each line that is not blank; all letters are one sign, and so are all digits. */
function mouldOf(text: string): number {
  const signs: number[] = [];
  for (const line of text.slice(0, MAX_LOOK).split('\n')) {
    const unit = line.trimStart().charCodeAt(0);
    if (unit >= 0) signs.push(signOf(unit));
  }
  return signs.length < MIN_LINES ? 0 : shortened(combine(...signs));
}

function signOf(unit: number): number {
  if (unit >= 48 && unit <= 57) return 48;
  return unit > 127 || ((unit | 32) >= 97 && (unit | 32) <= 122) ? 97 : unit;
}

/** Share of common words. */
export function likenessOf(one: Saying, other: Saying): number {
  return jaccard(one.words, other.words, SAYING_WORDS);
}

/** Messages of several lines that all begin alike are one form that is filled in. */
export function isOneForm(sayings: readonly Saying[]): boolean {
  const mould = sayings[0]?.mould ?? 0;
  return mould !== 0 && sayings.every((one) => one.mould === mould);
}

/** How much of what was said is new, on average; what earns credit counts at least `credit`. */
export function meanNovelty(sayings: readonly Saying[], credit: number): number {
  let sum = 0;
  for (const { novelty, isCredited } of sayings) sum += isCredited ? Math.max(novelty, credit) : novelty;
  return sum / sayings.length;
}
