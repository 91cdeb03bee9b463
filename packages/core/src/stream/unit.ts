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
  const { words, marks, ideographs, hasNumber, isPacked } = countPlain(unit) ?? countAny(unit);
  const isPicture = unit.length > PICTURE && unit.includes('\n');
  if (words <= 0 && hasNumber) return isPicture ? 'drawing' : 'numbers';
  if (words <= 0) return isPicture || RULE.test(unit) ? 'drawing' : 'symbols';
  if (unit.length === 1 && ideographs === 0) return 'markup';
  if (ideographs * 2 > unit.length) return 'ideographs';
  if (isPacked) return 'packed';
  return marks >= words ? 'markup' : 'words';
}

interface Parts {
  readonly words: number;
  readonly marks: number;
  readonly ideographs: number;
  readonly hasNumber: boolean;
  readonly isPacked: boolean;
}

function countAny(unit: string): Parts {
  const count = (pattern: RegExp): number => unit.match(pattern)?.length ?? 0;
  return {
    words: count(LETTERS) - count(NUMBER_LETTERS),
    marks: count(ODD_MARKS),
    ideographs: count(IDEOGRAPHS),
    hasNumber: /\p{N}/u.test(unit),
    isPacked: !/\s/.test(unit) && PACKED.test(unit),
  };
}

/** Classes of ASCII characters. Prose uses the first kind of mark; the second one is odd. */
const [MARK, ODD, SPACE, COMMA, DIGIT, SMALL, CAPITAL] = [0, 1, 2, 3, 4, 5, 6];
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  if (/[a-z]/.test(sign)) return SMALL;
  if (/[A-Z]/.test(sign)) return CAPITAL;
  if (/\d/.test(sign)) return DIGIT;
  if (/\s/.test(sign)) return SPACE;
  if (sign === ',') return COMMA;
  return sign.search(ODD_MARKS) < 0 ? MARK : ODD;
});

/** The same for ASCII, in one pass: nearly every unit is, and patterns take twenty times as long. */
function countPlain(unit: string): Parts | undefined {
  let [words, marks, last] = [0, 0, MARK];
  let hasNumber = false;
  let hasSpace = false;
  let hasSign = false;
  for (let i = 0; i < unit.length; i++) {
    const code = unit.charCodeAt(i);
    if (code > 127) return undefined;
    const kind = ASCII[code]!;
    if (kind >= SMALL) {
      if (last < DIGIT) words++;
      if (kind === CAPITAL && last === SMALL) hasSign = true;
    } else if (kind === ODD) marks++;
    else if (kind === COMMA) hasSign = true;
    else if (kind === SPACE) hasSpace = true;
    else if (kind === DIGIT) hasNumber = true;
    last = kind;
  }
  return { words, marks, ideographs: 0, hasNumber, isPacked: hasSign && !hasSpace };
}

/** The shortest unit whose copies form this one. */
export function rootOf(unit: string): string {
  return unit.slice(0, (unit + unit).indexOf(unit, 1));
}
