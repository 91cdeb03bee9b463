/** What a repeated unit is made of decides how much of it is too much. */
export type UnitKind =
  /** Marks and blanks. */
  | 'symbols'
  /** A rule across the page, or marks or numbers over several lines: a picture or a grid. */
  | 'drawing'
  | 'numbers'
  /** Names among as many marks: tags, entities, escapes. */
  | 'markup'
  /** Mostly ideographs. */
  | 'ideographs'
  /** No blank, but commas or capitals in the middle: written by a machine, for a machine. */
  | 'packed'
  | 'words';

/** What people draw a rule with: one mark, or the signs for boxes. */
const RULE = /^(?:([-=_*#~.])\1*|[\u2500-\u257f]+)$/;
/** Longer units with a line end in them are pictures. */
const PICTURE = 8;
const LETTERS = /\p{L}+/gu;
const IDEOGRAPHS = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/gu;
/** Other marks than those of prose. */
const ODD_MARKS = /[^\p{L}\p{N}\s.,;:!?'’()-]/gu;
/** Letters of a number, as in 0xff, are no letters. */
const NUMBER_LETTERS = /\d\p{L}+/gu;
const PACKED = /,|\p{Ll}\p{Lu}/u;

export function kindOfUnit(unit: string): UnitKind {
  const count = (pattern: RegExp): number => unit.match(pattern)?.length ?? 0;
  const isPicture = unit.length > PICTURE && unit.includes('\n');
  const words = count(LETTERS) - count(NUMBER_LETTERS);
  if (words <= 0 && /\p{N}/u.test(unit)) return isPicture ? 'drawing' : 'numbers';
  if (words <= 0) return isPicture || RULE.test(unit) ? 'drawing' : 'symbols';
  if (unit.length === 1 && count(IDEOGRAPHS) === 0) return 'markup';
  if (count(IDEOGRAPHS) * 2 > unit.length) return 'ideographs';
  if (!/\s/.test(unit) && PACKED.test(unit)) return 'packed';
  return count(ODD_MARKS) >= words ? 'markup' : 'words';
}

/** The shortest unit of which this one is copies. */
export function rootOf(unit: string): string {
  return unit.slice(0, (unit + unit).indexOf(unit, 1));
}
