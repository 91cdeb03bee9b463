import { LETTER, signOf } from './signs.js';
import type { Demand } from './tail-period.js';

/** How often each kind of unit must repeat. */
export interface RepeatLimits {
  readonly minPhrase: number;
  readonly maxPhrase: number;
  readonly phraseRepeats: number;
  readonly charRepeats: number;
  readonly wordRepeats: number;
}

/** A unit without a letter or a digit is a divider or white space: never a loop here. */
export function demandOf({
  minPhrase,
  maxPhrase,
  phraseRepeats,
  charRepeats,
  wordRepeats,
}: RepeatLimits): Demand {
  const atLeast = (period: number): number =>
    period === 1 ? charRepeats - 1 : (period < minPhrase ? wordRepeats - 1 : phraseRepeats - 1) * period;
  const forUnit = (unit: string): number =>
    isCharacter(unit) ? (charRepeats - 1) * unit.length : atLeast(unit.length);
  return { maxPeriod: maxPhrase, atLeast, forUnit: (unit) => (hasWordSign(unit) ? forUnit(unit) : 0) };
}

function hasWordSign(unit: string): boolean {
  for (let i = 0; i < unit.length; i++) if (signOf(unit.charCodeAt(i)) >= LETTER) return true;
  return false;
}

/**
 * One visible character, although emoji take two code units: a pair, or a character and its colour modifier.
 */
export function isCharacter(unit: string): boolean {
  const second = unit.charCodeAt(1);
  return (
    unit.length === 1 || (unit.length === 2 && ((second >= 0xdc00 && second < 0xe000) || second === 0xfe0f))
  );
}
