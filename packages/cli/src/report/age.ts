const SPANS = [
  ['y', 31_557_600_000],
  ['mo', 2_629_800_000],
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const;

/** A span of milliseconds in its largest unit: `2y`, `3d`, `12m`, `now`. */
export function ageOf(span: number): string {
  for (const [unit, size] of SPANS) if (span >= size) return `${Math.floor(span / size)}${unit}`;
  return 'now';
}
