import type { Loop } from '../../contract.js';

/** The outcome that sets the colour. */
export function outcomeOf({ outcome, feedback, figures }: Loop): string {
  if (feedback === 'false-positive') return '';
  return figures.is_going ? 'open' : outcome;
}

/** Feedback of a person takes precedence, and a loop that continues has no outcome. */
export function outcomeWord({ outcome, feedback, figures }: Loop): string {
  if (feedback === 'false-positive') return 'false alarm';
  return figures.is_going ? 'still going' : outcome;
}
