import type { Loop } from '../contract.js';

/** What came of a loop, as it is coloured. */
export function outcomeOf({ outcome, feedback, figures }: Loop): string {
  if (feedback === 'false-positive') return '';
  return figures.is_going ? 'open' : outcome;
}

/** A person's word wins over what was seen, and a loop that still goes on has not ended in any way. */
export function outcomeWord({ outcome, feedback, figures }: Loop): string {
  if (feedback === 'false-positive') return 'false alarm';
  return figures.is_going ? 'still going' : outcome;
}
