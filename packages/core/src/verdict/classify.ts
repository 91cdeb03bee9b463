import type { Voice } from './verdict.js';

/** The surest voice names the loop; of equals, the one that came first in the preset. */
export function primaryOf(voices: readonly Voice[]): Voice | undefined {
  let best: Voice | undefined;
  for (const voice of voices) if (!best || voice.signal.score > best.signal.score) best = voice;
  return best;
}
