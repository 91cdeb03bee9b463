const MAX_VALUE = 60;
const MAX_TOOL = 40;

/** The argument that says most about a call, where a tool has one of these. */
const TELLING = ['command', 'cmd', 'file_path', 'path', 'file', 'filename', 'query', 'pattern', 'url', 'q', 'code', 'name', 'id'];

/** `Bash(git status)`: short, one line, safe to print. Never throws. */
export function callLabel(tool: string, args: unknown): string {
  return `${oneLine(tool, MAX_TOOL)}(${argsLabel(args)})`;
}

export function argsLabel(args: unknown): string {
  try {
    if (args == null) return '';
    if (typeof args !== 'object') return valueLabel(args);
    const telling = tellingValue(args as Readonly<Record<string, unknown>>);
    if (Array.isArray(telling)) return oneLine(telling.filter((part) => typeof part === 'string').slice(0, 8).join(' '), MAX_VALUE);
    return telling === undefined ? listLabel(args) : valueLabel(telling);
  } catch {
    return '…';
  }
}

/** What came back, as a short quotation for a person. */
export function resultLabel(result: unknown): string {
  if (result == null) return '';
  try {
    return typeof result === 'object' ? listLabel(result) : valueLabel(result);
  } catch {
    return '…';
  }
}

function tellingValue(args: Readonly<Record<string, unknown>>): unknown {
  for (const key of TELLING) {
    const value = args[key];
    if (typeof value === 'string' || typeof value === 'number' || Array.isArray(value)) return value;
  }
  return undefined;
}

function listLabel(value: object): string {
  let out = '';
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    const item = (value as Readonly<Record<string, unknown>>)[key];
    const shown = typeof item === 'object' && item !== null ? '…' : valueLabel(item);
    const pair = Array.isArray(value) ? shown : `${oneLine(key, 20)}: ${shown}`;
    out = out === '' ? pair : `${out}, ${pair}`;
    if (out.length > MAX_VALUE) return `${out.slice(0, cutAt(out, MAX_VALUE))}…`;
  }
  return out;
}

function valueLabel(value: unknown): string {
  if (typeof value === 'string') return oneLine(value, MAX_VALUE);
  if (typeof value === 'bigint') return 'a big number';
  return value == null || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '…';
}

/** Cuts, and turns control characters, line ends and direction marks into blanks: this goes to terminals and pages. */
export function oneLine(text: string, max: number): string {
  const cut = text.length > max ? `${text.slice(0, cutAt(text, max))}…` : text;
  for (let i = 0; i < cut.length; i++) if (isUnsafe(cut.charCodeAt(i))) return blankUnsafe(cut);
  return cut;
}

/** Not between the two halves of a surrogate pair. */
function cutAt(text: string, max: number): number {
  const unit = text.charCodeAt(max - 1);
  return unit >= 0xd800 && unit < 0xdc00 ? max - 1 : max;
}

function isUnsafe(unit: number): boolean {
  if (unit < 32) return true;
  if (unit < 127) return false;
  if (unit < 160) return true;
  // Marks of direction, of no width and of line ends.
  const isMark = (unit >= 0x200b && unit <= 0x200f) || (unit >= 0x2028 && unit <= 0x202e) || (unit >= 0x2060 && unit <= 0x206f);
  return isMark || unit === 0x061c || unit === 0x180e || unit === 0xfeff;
}

function blankUnsafe(text: string): string {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    const blank = isUnsafe(text.charCodeAt(i));
    if (!blank) out += text.charAt(i);
    else if (!out.endsWith(' ')) out += ' ';
  }
  return out.trim();
}
