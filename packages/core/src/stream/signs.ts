/** The class of a character for finding repetition; one table lookup for ASCII. */
export const BLANK = 1;
export const MARK = 2;
/** Ends a sentence if a space follows. */
export const STOP = 3;
export const LETTER = 4;
export const DIGIT = 5;
/** A word by itself: scripts without spaces between words; halves of surrogate pairs, such as emoji. */
export const IDEOGRAPH = 6;

const ASCII = new Uint8Array(128).map((_, unit) => {
  if (unit <= 32) return BLANK;
  if (unit >= 48 && unit <= 57) return DIGIT;
  if ((unit | 32) >= 97 && (unit | 32) <= 122) return LETTER;
  return unit === 33 || unit === 46 || unit === 63 ? STOP : MARK;
});

export function signOf(unit: number): number {
  return unit < 128 ? ASCII[unit]! : foreignSign(unit);
}

function foreignSign(unit: number): number {
  if (isForeignDigit(unit)) return DIGIT;
  if (unit === 0x3002 || unit === 0xff01 || unit === 0xff1f) return STOP;
  if (unit < 0xc0 || unit >= 0xff00) return MARK;
  // Punctuation, arrows, boxes and symbols; then East Asian punctuation.
  if ((unit >= 0x2000 && unit < 0x2c00) || (unit >= 0x3000 && unit < 0x3040)) return MARK;
  return (unit >= 0x3040 && unit < 0xa000) || (unit >= 0xd800 && unit < 0xe000) ? IDEOGRAPH : LETTER;
}

/** For Arabic, Persian and Indic scripts, whose blocks have them all at the same offset. */
function isForeignDigit(unit: number): boolean {
  if (unit < 0x660 || unit >= 0xd70) return false;
  if (unit < 0x900) return unit < 0x66a || (unit >= 0x6f0 && unit < 0x6fa);
  return (unit & 0x7f) >= 0x66 && (unit & 0x7f) < 0x70;
}
