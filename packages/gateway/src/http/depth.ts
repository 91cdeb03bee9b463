/** Real events are not nested this deeply, and deeper values could overflow the stack of recursive functions. */
const MAX_DEPTH = 100;
/** Each value costs time in validation, redaction and detection. A full batch of ordinary events has a tenth of this. */
const MAX_VALUES = 200_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Why JSON is too complex to process; undefined if it is not. Looks at the bytes, because parsing millions of values
 * would block all other requests. For broken JSON the result is meaningless, but it always ends.
 */
export function complexityOf(json: Buffer): 'deep' | 'values' | undefined {
  let values = 1;
  let depth = 0;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i];
    if (byte === QUOTE) i = stringEnd(json, i);
    else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) depth--;
    else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      if (++depth > MAX_DEPTH) return 'deep';
      values++;
    } else if (byte === COMMA) values++;
    if (values > MAX_VALUES) return 'values';
  }
  return undefined;
}

/** The position of the closing quote of the string that opens at `at`. */
function stringEnd(json: Buffer, at: number): number {
  for (let from = at + 1; ;) {
    const quote = json.indexOf(QUOTE, from);
    if (quote < 0) return json.length;
    let slashes = 0;
    while (quote - 1 - slashes >= from && json[quote - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return quote;
    from = quote + 1;
  }
}
