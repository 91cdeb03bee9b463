import type { CallFeatures } from '../../features/call-features.js';
import { type Envelope, isEnvelope, lastValue } from './envelope.js';

/** Words in every result of a tool, for any call: the text that the harness adds. */
interface Frame {
  readonly tool: number;
  readonly words: readonly number[];
  /** The last call, and how often it changed. */
  readonly call: number;
  readonly seen: number;
}

export type Frames = readonly Frame[];

export const NO_FRAMES: Frames = [];

const MAX_FRAMES = 5;
const MAX_WORDS = 40;
const ENOUGH = 3;
const MORE = 3;

/** In the place of a tool: the frame of all tools. */
const ALL_TOOLS = -1;

export function learnFrame(frames: Frames, { tool, call, outcome }: CallFeatures): Frames {
  if (outcome.kind === 'unrecorded' || outcome.vocabulary.length === 0) return frames;
  const { vocabulary } = outcome;
  return learn(learn(frames, tool, call, vocabulary), ALL_TOOLS, tool, vocabulary);
}

/** The words that all tools have in their results. */
export function commonWords(frames: Frames): readonly number[] {
  const frame = frames.find(({ tool }) => tool === ALL_TOOLS);
  return frame && frame.seen >= ENOUGH ? frame.words : [];
}

function learn(frames: Frames, tool: number, call: number, vocabulary: readonly number[]): Frames {
  const known = frames.find((one) => one.tool === tool);
  if (!known) {
    const frame = { tool, words: vocabulary.slice(0, MAX_WORDS), call, seen: 0 };
    return [...frames, frame].slice(-MAX_FRAMES);
  }
  const isSame = known.words.every((word) => vocabulary.includes(word));
  const words = isSame ? known.words : known.words.filter((word) => vocabulary.includes(word)).slice();
  if (call === known.call && isSame) return frames;
  // A tool with a constant answer has no frame: that is its answer.
  const hasMore = call !== known.call && vocabulary.length >= words.length + MORE;
  const frame = { tool, words, call, seen: known.seen + (hasMore ? 1 : 0) };
  return [...frames.filter((one) => one !== known), frame];
}

/** The call with an empty outcome if the outcome consists only of the frame. */
export function withoutFrame(frames: Frames, envelope: Envelope, features: CallFeatures): CallFeatures {
  const { tool, outcome, effect } = features;
  if (outcome.kind !== 'information') return features;
  const frame = frames.find((one) => one.tool === tool);
  if (!frame || frame.seen < ENOUGH || frame.words.length < ENOUGH) return features;
  if (outcome.vocabulary.some((word) => !frame.words.includes(word)) || hasOwnNumber(envelope, features))
    return features;
  const kind = effect === 'write' || effect === 'send' ? 'acknowledgement' : 'nothing';
  return { ...features, outcome: { ...outcome, kind, wordCount: 0 } };
}

function hasOwnNumber(envelope: Envelope, { outcome }: CallFeatures): boolean {
  return outcome.slotNames.some(
    (slot, i) => lastValue(envelope, slot) !== outcome.slotValues[i] && !isEnvelope(envelope, slot),
  );
}
