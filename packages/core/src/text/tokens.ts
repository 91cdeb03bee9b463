import { classOf, DIGIT, isCjk, LETTER } from './chars.js';
import { HASH_PRIME, HASH_START } from './hash.js';
import { scanNumber, type Units } from './number-token.js';
import { BEFORE, codes, loadPiece, MAX_PIECE } from './piece.js';
import { pushWord, tokens, WORD } from './token-buffer.js';
import { pushUuid, scanWord, isUuid } from './word-token.js';

const NEWLINE = 10;
const DOT = 46;
const SLASH = 47;

/**
 * Splits a text into tokens, classifies them by form, and adds them to `tokens`. Never throws; takes time
 * linear in the length, and keeps at most MAX_TOKENS. Knows no words except the given units of time.
 * `withSigns`: also record the symbols between the tokens.
 */
export function scanTokens(text: string, units: Units, withSigns: boolean, from = 0, to = text.length): void {
  for (let at = from; at < to; at += MAX_PIECE) {
    tokens.offset = at - BEFORE;
    scanPiece(loadPiece(text, at, Math.min(at + MAX_PIECE, to)), units, withSigns);
  }
}

function scanPiece(end: number, units: Units, withSigns: boolean): void {
  let i = BEFORE;
  while (i < end) {
    const code = codes[i]!;
    const kind = classOf(code);
    if (kind === LETTER) {
      if (isCjk(code)) i = pushWord(WORD, Math.imul(HASH_START ^ code, HASH_PRIME) >>> 1, i + 1);
      else i = scanWord(i, end, units);
    } else if (kind === DIGIT) {
      i = isUuid(i) ? pushUuid(i) : scanNumber(i, end, units);
    } else {
      if (withSigns && kind === 0) addSign(i, code);
      if (code === NEWLINE) tokens.lineCount++;
      i++;
    }
  }
}

/** The dots of `./src` and `src/.` mean nothing. */
function addSign(at: number, code: number): void {
  if (code === DOT && (codes[at + 1] === SLASH || codes[at - 1] === SLASH)) return;
  tokens.signs = Math.imul(tokens.signs ^ code ^ (tokens.count << 3), HASH_PRIME);
}
