/** The composition of a repeated unit decides how much of it is too much. */
export type UnitKind =
  /** Marks and blanks. */
  | 'symbols'
  /** A horizontal rule, or symbols or numbers over several lines: a picture or a grid. */
  | 'drawing'
  | 'numbers'
  /** Names among as many symbols: tags, entities, escapes. */
  | 'markup'
  /** Mostly ideographs. */
  | 'ideographs'
  /** No spaces, but commas or capitals in the middle: text by a machine, for a machine. */
  | 'packed'
  | 'words';

/** Characters for drawing rules: one symbol, or box-drawing characters. */
const RULE = /^(?:([-=_*#~.])\1*|[\u2500-\u257f]+)$/;
/** Longer units that contain a line end are pictures. */
const PICTURE = 8;
const LETTERS = /\p{L}+/gu;
const IDEOGRAPHS = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/gu;
/** Symbols other than the punctuation of prose. */
const ODD_MARKS = /[^\p{L}\p{N}\s.,;:!?'’()-]/gu;
/** Letters inside a number, as in 0xff, do not count as letters. */
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

/** The shortest unit whose copies form this one. */
export function rootOf(unit: string): string {
  return unit.slice(0, (unit + unit).indexOf(unit, 1));
}
