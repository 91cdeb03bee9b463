import type { Evidence } from './detector.js';

const MAX_EVENTS = 20;
const MAX_TEXTS = 5;

/** One thing that may repeat: which event it was and what it is called. */
export interface Occurrence {
  readonly seq: number;
  readonly label: string;
}

interface Facts {
  readonly window: number;
  /** May be higher than what is still in the window. */
  readonly count?: number;
  /** The oldest and the newest, unless something tells more. */
  readonly examples?: readonly string[];
}

/** Evidence of things that repeat, oldest first. */
export function evidenceOf(
  found: readonly Occurrence[],
  { window, count = found.length, examples }: Facts,
): Evidence {
  // Of what is long ago the label may be gone.
  const named = found.flatMap(({ label }) => (label === '' ? [] : [label]));
  const labels = [...new Set(named)];
  const ends = named.length === 0 ? [] : [named[0]!, named.at(-1)!];
  return {
    events: [...new Set(found.slice(-MAX_EVENTS).map(({ seq }) => seq))],
    elements: labels.slice(0, MAX_TEXTS),
    count,
    window,
    first: found[0]?.seq ?? 0,
    last: found.at(-1)?.seq ?? 0,
    examples: (examples ?? [...new Set(ends)]).slice(0, MAX_TEXTS),
    variations: labels.slice(1, MAX_TEXTS + 1),
  };
}
