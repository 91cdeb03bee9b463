import type { Loop } from '../contract.js';

export const OUTCOMES = ['open', 'recovered', 'failed', 'overridden', 'false alarm'] as const;

/** What a person said wins over what was seen. */
export function outcomeWord({ outcome, feedback }: Loop): string {
  return feedback === 'false-positive' ? 'false alarm' : outcome;
}

export function filterLoops(
  loops: readonly Loop[],
  query: Readonly<Record<string, string>>,
): readonly Loop[] {
  const wanted = (query['q'] ?? '').trim().toLowerCase();
  const { outcome = '', category = '' } = query;
  return loops
    .filter((loop) => outcome === '' || outcomeWord(loop) === outcome)
    .filter((loop) => category === '' || loop.category === category)
    .filter((loop) => `${loop.brief} ${loop.session_id} ${loop.detector}`.toLowerCase().includes(wanted))
    .toSorted((a, b) => b.last_at - a.last_at || a.id.localeCompare(b.id));
}

const COLUMNS = [
  ...(['last_at', 'session_id', 'category', 'detector', 'brief', 'score', 'rung', 'count'] as const),
  ...(['outcome', 'feedback', 'first_seq', 'last_seq'] as const),
];

/** For a spreadsheet. A cell that it would take for a formula gets an apostrophe. */
export function loopsAsCsv(loops: readonly Loop[]): string {
  const lines = loops.map((loop) =>
    COLUMNS.map((name) => cell(name === 'last_at' ? new Date(loop.last_at).toISOString() : loop[name])).join(
      ',',
    ),
  );
  return [COLUMNS.join(','), ...lines].join('\r\n');
}

function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
