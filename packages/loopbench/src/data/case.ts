import { type Row, rowError } from './rows.js';

/** A trace with its labels. */
export interface Case {
  readonly id: string;
  readonly events: readonly unknown[];
  readonly expect: 'loop' | 'no_loop' | 'unknown';
  /** The last event at which a detector is in time; absent: the end of the trace. */
  readonly by?: number;
  /** First and last event of the loop. */
  readonly span?: readonly [number, number];
  /** The kind of loop, in the terms of its set. */
  readonly category: string;
  readonly source: string;
}

/** How a set is labelled. */
export interface Labelling {
  /** Whether a loop has a deadline (`by_event`): required, optional, or its end. */
  readonly deadline: 'required' | 'optional' | 'none';
  readonly isUnlabelled?: boolean;
}

export function caseOf(row: Row, events: readonly unknown[], labelling: Labelling): Case {
  const expect: Case['expect'] = labelling.isUnlabelled ? 'unknown' : expectOf(row);
  const source = textOr(row['source'], 'unknown');
  const category = textOr(row['category'] ?? row['kind'], 'unnamed');
  const labels: Case = { id: row['id'] as string, events, expect, source, category };
  if (expect !== 'loop') return labels;
  const by = deadlineOf(row, labelling);
  const span = spanOf(row, events.length - 1);
  return { ...labels, ...(by !== undefined && { by }), ...(span && { span }) };
}

function expectOf(row: Row): 'loop' | 'no_loop' {
  const { expect, degenerate } = row;
  if (expect === 'loop' || expect === 'no_loop') return expect;
  if (typeof degenerate === 'boolean') return degenerate ? 'loop' : 'no_loop';
  throw rowError(row, '`expect` must be loop or no_loop, or `degenerate` true or false');
}

function deadlineOf(row: Row, { deadline }: Labelling): number | undefined {
  if (deadline === 'none') return undefined;
  const by = row['by_event'];
  if (Number.isInteger(by)) return by as number;
  if (deadline === 'required') throw rowError(row, 'a loop needs a `by_event`');
  return undefined;
}

/** A span without an end, or a `start` alone, reaches to the end of the trace. */
function spanOf(row: Row, last: number): Case['span'] {
  const span: unknown = row['span'] ?? (Number.isInteger(row['start']) ? [row['start'], null] : undefined);
  if (span === undefined) return undefined;
  const [from, to] = Array.isArray(span) && span.length === 2 ? (span as unknown[]) : [];
  if (!Number.isInteger(from) || !(to === null || Number.isInteger(to)))
    throw rowError(row, '`span` must be [first, last]');
  return [from as number, (to as number | null) ?? last];
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback;
}
