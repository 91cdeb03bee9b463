const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Receives the positions of texts, and of the commas and brackets outside texts. */
export interface JsonVisitor {
  /** `end` is after the closing quote. */
  readonly text?: (at: number, end: number) => void;
  readonly comma: (at: number) => void;
  readonly open: (at: number, isObject: boolean) => void;
  readonly close: (at: number, isObject: boolean) => void;
}

/** Scans bytes of JSON; returns where to go on: `to`, or the end of the text that goes beyond it. */
export function scanJson(json: Buffer, from: number, to: number, visitor: JsonVisitor): number {
  let at = from;
  for (const end = Math.min(to, json.length); at < end; at++) {
    const byte = json[at];
    if (byte === QUOTE) {
      const end = stringEnd(json, at);
      visitor.text?.(at, end + 1);
      at = end;
    } else if (byte === COMMA) visitor.comma(at);
    else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) visitor.open(at, byte === OPEN_BRACE);
    else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) visitor.close(at, byte === CLOSE_BRACE);
  }
  return at;
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
