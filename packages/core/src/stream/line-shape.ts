/**
 * Counts consecutive lines of one shape, character by character: letters become `a`, digits `0`, runs
 * collapse, the rest stays.
 */
export interface LineShapes {
  /** Hash of the shape of the line so far; 0 = nothing yet. */
  readonly open: number;
  readonly last: number;
  readonly shape: number;
  readonly lines: number;
}

const LETTER = 97;
const DIGIT = 48;
const BLANK = addKind(0, 32);

export function noLines(): LineShapes {
  return { open: 0, last: 0, shape: 0, lines: 0 };
}

/** `most`: the longest streak of lines of one shape at any line end inside the chunk. */
export function feedLines(shapes: LineShapes, chunk: string): { shapes: LineShapes; most: number } {
  let { open, last, shape, lines } = shapes;
  let most = 0;
  for (let i = 0; i < chunk.length; i++) {
    const unit = chunk.charCodeAt(i);
    if (unit === 10) {
      // Blank lines neither count nor end the streak, whatever spaces they contain.
      if (open !== 0 && open !== BLANK) {
        lines = open === shape ? lines + 1 : 1;
        shape = open;
        if (lines > most) most = lines;
      }
      open = 0;
      last = 0;
      continue;
    }
    const kind = kindOf(unit);
    if (kind === last && (kind === LETTER || kind === DIGIT || kind === 32)) continue;
    last = kind;
    open = addKind(open, kind);
  }
  return { shapes: { open, last, shape, lines }, most };
}

function addKind(hash: number, kind: number): number {
  return Math.imul((hash || 0x811c9dc5) ^ kind, 0x01000193) || 1;
}

function kindOf(unit: number): number {
  if (unit <= 32) return 32;
  if (unit >= 48 && unit <= 57) return DIGIT;
  if ((unit | 32) >= 97 && (unit | 32) <= 122) return LETTER;
  return unit > 127 ? LETTER : unit;
}
