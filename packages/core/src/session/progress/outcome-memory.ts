import type { Outcome } from '../../features/outcome/outcome.js';
import { compact } from '../window.js';
import type { SlotTrend } from './slot-trend.js';

/** What is kept of the last outcomes of one call. */
export interface OutcomeMemory {
  readonly content: number;
  readonly words: number;
  readonly wordCount: number;
  readonly lines: readonly number[];
  readonly slotNames: readonly number[];
  readonly slotValues: readonly number[];
  readonly idNames: readonly number[];
  readonly idValues: readonly number[];
  /** Absent in older snapshots. */
  readonly idCount?: number;
  readonly trends: Readonly<Record<number, SlotTrend>>;
  /** Contents and words of the outcomes before the last one. */
  readonly earlier: readonly number[];
}

export const NO_TRENDS: OutcomeMemory['trends'] = {};

export function memoryOf(
  { content, words, wordCount, lines, slotNames, slotValues, idNames, idValues, idCount }: Outcome,
  trends = NO_TRENDS,
  earlier: readonly number[] = [],
): OutcomeMemory {
  return {
    content,
    words,
    wordCount,
    lines: compact(lines),
    slotNames: compact(slotNames),
    slotValues: compact(slotValues),
    idNames: compact(idNames),
    idValues: compact(idValues),
    idCount,
    trends,
    earlier,
  };
}
