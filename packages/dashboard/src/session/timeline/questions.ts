import type { DagGraph } from '../../contract.js';
import type { EventRow } from './event-rows.js';

type Intervention = Pick<DagGraph['interventions'][number], 'seq' | 'what'>;

const REFUSALS = new Set(['block', 'pause', 'stop']);

/**
 * An agent behind a hook or a proxy asks before each call. The question and its call are one step, so they are one row; a
 * question without a call says what came of it.
 */
export function withoutQuestions(
  rows: readonly EventRow[],
  interventions: readonly Intervention[],
): readonly EventRow[] {
  if (!rows.some(isQuestion)) return rows;
  const refused = new Set(interventions.filter(({ what }) => REFUSALS.has(what)).map(({ seq }) => seq ?? -1));
  return rows.flatMap((row, i) => {
    if (isQuestion(row)) return isAnswered(row, rows[i + 1]) ? [] : [toldOf(row, refused.has(row.seq))];
    const before = rows[i - 1];
    return before && isAnswered(before, row) ? [{ ...row, question: before.seq }] : [row];
  });
}

const isQuestion = ({ kind }: EventRow): boolean => kind === 'attempt';

function isAnswered(row: EventRow, next: EventRow | undefined): boolean {
  if (!isQuestion(row) || next?.kind !== 'call') return false;
  return next.name === row.name && next.what === row.what && next.isHeld === row.isHeld;
}

function toldOf(row: EventRow, isRefused: boolean): EventRow {
  return { ...row, result: isRefused ? 'refused: it did not run' : 'asked; no result came' };
}

/** Is this the row of that event, or of the question before it? */
export function isRowOf({ seq, question }: EventRow, wanted: (seq: number) => boolean): boolean {
  return wanted(seq) || (question !== undefined && wanted(question));
}
