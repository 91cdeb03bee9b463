import { type Report, runsMarked } from './report.js';

/** How often one detector had the highest score when the preset first intervened. */
interface NamedDetector {
  readonly detector: string;
  readonly hits: number;
  readonly early: number;
  readonly falseAlarms: number;
}

export function byDetector(report: Report): NamedDetector[] {
  const surest = (mark: 'hit' | 'early' | 'false'): string[] =>
    runsMarked(report, mark).flatMap(({ firing }) => firing?.detectors.slice(0, 1) ?? []);
  const [hits, early, falseAlarms] = [surest('hit'), surest('early'), surest('false')];
  const count = (list: readonly string[], id: string): number => list.filter((one) => one === id).length;
  return [...new Set([...hits, ...early, ...falseAlarms])]
    .map((detector) => ({
      detector,
      ...{ hits: count(hits, detector), early: count(early, detector) },
      falseAlarms: count(falseAlarms, detector),
    }))
    .toSorted((a, b) => b.hits - a.hits);
}
