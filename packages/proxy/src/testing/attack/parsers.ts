/**
 * Servers whose JSON parsers differ from the proxy's. Each reports the calls that it finds in the bytes it receives.
 */
import { foldCase } from '../../mcp/wire/fold-case.js';
import { parseJson } from '../../shared/json.js';

/** The messages that a server with this parser reads. */
export type Parser = (bytes: Buffer) => readonly unknown[];

interface Leniency {
  /** Of duplicate keys the first one counts. */
  readonly firstWins?: boolean;
  readonly ignoreCase?: boolean;
}

export const PARSERS: Readonly<Record<string, Parser>> = {
  'JSON.parse': (bytes) => linesOf(bytes).map((line) => parseJson(line.replace(/^\ufeff/, ''))),
  'first key wins': (bytes) => linesOf(bytes).map((line) => readOne(line, { firstWins: true })),
  'ignores case': (bytes) => linesOf(bytes).map((line) => readOne(line, { ignoreCase: true })),
  streaming: (bytes) => readStream(bytes.toString('utf8')),
};

/** Splits lines like Python's universal newlines and `splitlines`. */
function linesOf(bytes: Buffer): readonly string[] {
  return bytes.toString('utf8').split(/\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/);
}

function readOne(text: string, leniency: Leniency): unknown {
  return new LenientReader(text, leniency).value();
}

/** Reads value after value, ignoring anything between them. */
function readStream(text: string): readonly unknown[] {
  const reader = new LenientReader(text, {});
  const values: unknown[] = [];
  while (!reader.isAtEnd()) {
    const before = reader.at;
    const value = reader.value();
    if (typeof value === 'object' && value !== null) values.push(value);
    if (reader.at === before) reader.at++;
  }
  return values;
}

const MAX_DEPTH = 400;

/** A lenient parser: accepts comments, extra commas, control characters, bare words and a missing end. */
class LenientReader {
  at = 0;
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly leniency: Leniency,
  ) {}

  isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  value(): unknown {
    this.skip();
    const char = this.text[this.at];
    if (this.depth > MAX_DEPTH) return undefined;
    if (char === '{') return this.object();
    if (char === '[') return this.list();
    if (char === '"' || char === "'") return this.string(char);
    const word = /[^\s,:{}[\]"'\0]*/y;
    word.lastIndex = this.at;
    const [found = ''] = word.exec(this.text) ?? [];
    this.at += found.length;
    const value = parseJson(found);
    return value === undefined ? found : value;
  }

  private skip(): void {
    const space = /(?:[\s\0-\x20\ufeff]|\/\*.*?\*\/)*/sy;
    space.lastIndex = this.at;
    this.at += space.exec(this.text)?.[0].length ?? 0;
  }

  /** The next character that is not a space; undefined at the end. */
  private next(): string | undefined {
    this.skip();
    return this.text[this.at];
  }

  private string(quote: string): string {
    const start = ++this.at;
    while (!this.isAtEnd() && this.text[this.at] !== quote) this.at += this.text[this.at] === '\\' ? 2 : 1;
    const inside = this.text.slice(start, this.at);
    this.at++;
    const decoded = parseJson(`"${inside.replace(/[\0-\x1f]/g, '').replace(/(?<!\\)"/g, '\\"')}"`);
    // Like C strings: up to the first NUL.
    return (typeof decoded === 'string' ? decoded : inside).split('\0')[0] ?? '';
  }

  private list(): unknown[] {
    const items: unknown[] = [];
    this.at++;
    this.depth++;
    while (this.next() !== undefined && this.next() !== ']') {
      const before = this.at;
      if (this.text[this.at] === ',') this.at++;
      else items.push(this.value());
      if (this.at === before) this.at++;
    }
    this.at++;
    this.depth--;
    return items;
  }

  private object(): Record<string, unknown> {
    const found = Object.create(null) as Record<string, unknown>;
    this.at++;
    this.depth++;
    while (this.next() !== undefined && this.next() !== '}') {
      const before = this.at;
      if (this.text[this.at] === ',') this.at++;
      else this.member(found);
      if (this.at === before) this.at++;
    }
    this.at++;
    this.depth--;
    return found;
  }

  private member(found: Record<string, unknown>): void {
    const read = this.value();
    const name = typeof read === 'string' ? read : JSON.stringify(read ?? null);
    const key = this.leniency.ignoreCase === true ? foldCase(name) : name;
    this.skip();
    if (this.text[this.at] !== ':') return;
    this.at++;
    const value = this.value();
    if (this.leniency.firstWins === true && key in found) return;
    found[key] = value;
  }
}
