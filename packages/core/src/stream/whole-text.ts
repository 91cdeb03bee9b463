import type { StreamLimits } from './limits.js';
import type { TextFinding } from './reader.js';
import { endStream, findingIn, readChunk, newStream, repeatedLength } from './text-stream.js';
import { SHORTEST_RUN } from './token-run.js';

/** A fifth. */
const PART = 5;

/** A complete text ended by itself, so the repeated part must be a large share of it. */
export function readWhole(text: string, limits: StreamLimits): TextFinding | undefined {
  if (text.length < SHORTEST_RUN) return undefined;
  const stream = readChunk(newStream(false), text, limits);
  const finding = findingIn(stream);
  const repeated = repeatedLength(stream);
  endStream(stream);
  return repeated * PART >= text.length ? finding : undefined;
}
