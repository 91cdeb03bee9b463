import type { Loop } from '../contract.js';
import { isWithin, rangeOf } from '../parts/date-range.js';
import { outcomeKey } from '../session/loop/outcome.js';

export const OUTCOMES = ['still going', 'open', 'recovered', 'failed', 'overridden', 'false alarm'] as const;

export function filterLoops(
  loops: readonly Loop[],
  query: Readonly<Record<string, string>>,
): readonly Loop[] {
  const wanted = (query['q'] ?? '').trim().toLowerCase();
  const { outcome = '', category = '' } = query;
  const range = rangeOf(query);
  const compare = query['sort'] === 'waste' ? byWaste : byTime;
  return loops
    .filter((loop) => outcome === '' || outcomeKey(loop) === outcome)
    .filter((loop) => isWithin(range, loop.last_at))
    .filter((loop) => category === '' || loop.category === category)
    .filter((loop) => `${loop.brief} ${loop.session_id} ${loop.detector}`.toLowerCase().includes(wanted))
    .toSorted((a, b) => compare(a, b) || a.id.localeCompare(b.id));
}

function byTime(a: Loop, b: Loop): number {
  return b.last_at - a.last_at;
}

function byWaste(a: Loop, b: Loop): number {
  const [before, after] = [a.figures.wasted, b.figures.wasted];
  return after.cost - before.cost || after.tokens - before.tokens || byTime(a, b);
}

const COLUMNS = [
  ...(['last_at', 'session_id', 'category', 'detector', 'brief', 'score', 'rung'] as const),
  ...(['outcome', 'feedback', 'first_seq', 'last_seq'] as const),
];

const FIGURES = ['repeats', 'resets', 'refused'] as const;

/** CSV for a spreadsheet. A cell that looks like a formula gets an apostrophe. */
export function loopsAsCsv(loops: readonly Loop[]): string {
  const lines = loops.map((loop) =>
    [
      ...COLUMNS.map((name) => (name === 'last_at' ? new Date(loop.last_at).toISOString() : loop[name])),
      ...FIGURES.map((name) => loop.figures[name]),
      ...[loop.figures.wasted.cost, loop.figures.wasted.tokens],
    ]
      .map(cell)
      .join(','),
  );
  return [[...COLUMNS, ...FIGURES, 'wasted_cost', 'wasted_tokens'].join(','), ...lines].join('\r\n');
}

function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const DAY_MS = 86_400_000;

/** How many of the loops that the fleet's figure counts for today are not in the list. */
export function unlistedToday(loops: readonly Loop[], today: number, now: number): number {
  const midnight = now - (now % DAY_MS);
  return Math.max(0, today - loops.filter(({ first_at }) => first_at >= midnight).length);
}
