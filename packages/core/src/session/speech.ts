import { combine } from '../event/fingerprint.js';
import { oneLine } from '../event/label.js';
import { maskText } from '../event/mask.js';
import { readAnchors, shinglesOf } from '../event/shingles.js';
import { sketch, type Sketch } from '../event/sketch.js';
import { hear, type Memory, newMemory } from './memory.js';
import type { Session } from './session.js';

/** What the agent has said, as far as it is needed to tell whether it says something new. */
export interface Speech {
  readonly words: Memory;
  readonly anchors: Memory;
  /** Messages so far that said something new. */
  readonly fresh: number;
  readonly asked: boolean;
}

export interface Saying {
  readonly seq: number;
  readonly label: string;
  /** Equal for messages that differ in numbers and volatile parts only. */
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
  /** Counts whatever moved on: new results, changes, runs, new things said. */
  readonly progress: number;
  readonly run: number;
  readonly world: number;
  readonly task: number;
  /** Calls so far: none between two messages is a monologue. */
  readonly calls: number;
}

const LONG = 20;
const NEW = 0.5;

export function newSpeech(): Speech {
  return { words: newMemory(), anchors: newMemory(), fresh: 0, asked: false };
}

/** `undefined` for what is too short to tell. */
export function listenTo(speech: Speech, text: string, seq: number, session: Session, minWords: number): { speech: Speech; saying: Saying } | undefined {
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
    words: sketch(words, 96),
    size: words.length,
    novelty: sequences.share,
    namesNew,
    isCredited: speech.asked || namesNew,
    progress: session.news + session.world + fresh,
    run: session.runs,
    world: session.world,
    task: session.tasks,
    calls: session.made,
  };
  return { speech: { words: sequences.memory, anchors: anchors.memory, fresh, asked: false }, saying };
}
