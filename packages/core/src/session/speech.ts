import { combine } from '../event/fingerprint.js';
import { oneLine } from '../event/label.js';
import { maskText } from '../event/mask.js';
import { readAnchors, shinglesOf } from '../event/shingles.js';
import { sketch, type Sketch } from '../event/sketch.js';
import { hear, type Memory, newMemory } from './memory.js';
import type { Moment } from './session.js';

/** What the agent has said, as far as it is needed to tell whether it says something new. */
export interface Speech {
  readonly words: Memory;
  readonly anchors: Memory;
  /** Messages so far that said something new. */
  readonly fresh: number;
  /** Somebody has asked for something new since the last message. */
  readonly asked: boolean;
}

export interface Saying {
  readonly seq: number;
  readonly label: string;
  /** Equal for messages that differ in numbers, signs and volatile parts only. */
  readonly print: number;
  readonly words: Sketch;
  /** How many words it has. */
  readonly size: number;
  /** Share of its word sequences that were not heard before. */
  readonly novelty: number;
  /** It names something concrete that was not named before. */
  readonly namesNew: boolean;
  /** It does, or it answers a new prompt. */
  readonly isCredited: boolean;
  /** Counts whatever moved on: new results, changes of the world, new things said. */
  readonly progress: number;
  readonly run: number;
  readonly world: number;
  readonly task: number;
  /** Calls and changes so far: none between two messages is a monologue. */
  readonly deeds: number;
}

/** How many words of a message are compared. */
export const SAYING_WORDS = 96;
/** Shorter messages may be new in every word and say nothing. */
const LONG = 20;
const NEW = 0.5;

export function newSpeech(): Speech {
  return { words: newMemory(), anchors: newMemory(), fresh: 0, asked: false };
}

/** `undefined` for what has fewer than `minWords` words: too short to tell. */
export function listenTo(
  speech: Speech,
  text: string,
  { seq, session }: Pick<Moment, 'seq' | 'session'>,
  minWords: number,
): { speech: Speech; saying: Saying } | undefined {
  const { words } = maskText(text);
  if (words.length < minWords) return undefined;
  const sequences = hear(speech.words, shinglesOf(words));
  const named = readAnchors(text);
  const anchors = hear(speech.anchors, named);
  const namesNew = named.length > 0 && anchors.share > 0;
  const isFresh = words.length >= LONG && sequences.share >= NEW;
  // What is said first is news itself; counted before, so that its repetitions are on one level with it.
  const fresh = speech.fresh + (isFresh ? 1 : 0);
  const saying: Saying = {
    seq,
    label: oneLine(text, 80),
    print: combine(...words),
    words: sketch(words, SAYING_WORDS),
    size: words.length,
    novelty: sequences.share,
    namesNew,
    isCredited: speech.asked || namesNew,
    progress: session.news + session.world + fresh,
    run: session.runs,
    world: session.world,
    task: session.tasks,
    deeds: session.made + session.world,
  };
  return { speech: { words: sequences.memory, anchors: anchors.memory, fresh, asked: false }, saying };
}

/** How much of what was said is new, on average; what earns credit counts at least `credit`. */
export function meanNovelty(sayings: readonly Saying[], credit: number): number {
  let sum = 0;
  for (const { novelty, isCredited } of sayings) sum += isCredited ? Math.max(novelty, credit) : novelty;
  return sum / sayings.length;
}
