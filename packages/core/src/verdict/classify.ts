import { limitScore } from '../detection/score.js';
import type { Voice } from './verdict.js';

/** The voice furthest past its limit names the loop; of equals, the one that came first in the preset. */
export function primaryOf(voices: readonly Voice[]): Voice | undefined {
  let best: Voice | undefined;
  for (const voice of voices) if (!best || strengthOf(voice) > strengthOf(best)) best = voice;
  return best;
}

/** Not the probability: a table fitted anew may change how sure a verdict is, never what is done about it. */
function strengthOf({ signal: { share, score } }: Voice): number {
  return share === undefined ? score : limitScore(share);
}
