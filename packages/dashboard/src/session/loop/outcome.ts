import type { Loop } from '../../contract.js';

/** The outcome that sets the colour. */
export function outcomeOf({ outcome, feedback, figures }: Loop): string {
  if (feedback === 'false-positive') return '';
  return figures.is_going ? 'open' : outcome;
}

/** For the filter: feedback of a person takes precedence, and a loop that continues has no outcome. */
export function outcomeKey({ outcome, feedback, figures }: Loop): string {
  if (feedback === 'false-positive') return 'false alarm';
  return figures.is_going ? 'still going' : outcome;
}

/** What people read: `open` alone does not say what is open. */
export function wordOfOutcome(key: string): string {
  return key === 'open' ? 'no outcome yet' : key;
}

export function outcomeWord(loop: Loop): string {
  return wordOfOutcome(outcomeKey(loop));
}
