import type { StreamLimits } from './limits.js';
import type { TextFinding } from './reader.js';
import { endStream, findingIn, readChunk, newStream, repeatedLength } from './text-stream.js';
import { SHORTEST_RUN } from './token-run.js';

/** A fifth. */
const PART = 5;

/** A text that is complete came to an end by itself: what repeats must be a good part of it. */
export function readWhole(text: string, limits: StreamLimits): TextFinding | undefined {
  if (text.length < SHORTEST_RUN) return undefined;
  const stream = readChunk(newStream(false), text, limits);
  const finding = findingIn(stream);
  const repeated = repeatedLength(stream);
  endStream(stream);
  return repeated * PART >= text.length ? finding : undefined;
}
