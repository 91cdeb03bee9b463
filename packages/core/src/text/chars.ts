/** Classes of characters, as bits. Symbols have none. */
export const DIGIT = 1;
export const LETTER = 2;
const SPACE = 4;
/** Quotes and slashes: their spelling does not change the meaning. */
const QUOTE = 8;

const ASCII = new Uint8Array(128);
for (let code = 48; code < 58; code++) ASCII[code] = DIGIT;
for (let code = 65; code < 91; code++) ASCII[code] = ASCII[code + 32] = LETTER;
for (const code of [9, 10, 13, 32]) ASCII[code] = SPACE;
for (const sign of '"\'`\\/') ASCII[sign.charCodeAt(0)] = QUOTE;

export function classOf(code: number): number {
  return code < 128 ? ASCII[code]! : wideClass(code);
}

function wideClass(code: number): number {
  const isSpace = code === 0xa0 || (code >= 0x2000 && code <= 0x206f) || code === 0x3000 || code === 0xfeff;
  if (isSpace) return SPACE;
  const isSign =
    (code >= 0xa1 && code <= 0xbf) ||
    (code >= 0x2190 && code <= 0x2bff) ||
    (code >= 0x3001 && code <= 0x303f) ||
    (code >= 0xff00 && code <= 0xff0f);
  return isSign ? 0 : LETTER;
}

/** Scripts without spaces between words: each character is a token. */
export function isCjk(code: number): boolean {
  return (code >= 0x3040 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3);
}

/** Lower-case letters of Latin and Cyrillic; other scripts stay as they are. */
export function lower(code: number): number {
  if (code < 0xc0) return code >= 65 && code <= 90 ? code + 32 : code;
  return code <= 0xde || (code >= 0x410 && code <= 0x42f) ? code + 32 : code;
}
