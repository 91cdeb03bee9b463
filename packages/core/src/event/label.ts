const MAX_VALUE = 60;
const MAX_TOOL = 40;
const BLANK = 32;
/**
 * Marks a cut in stored text. The one-character ellipsis would make engines use two bytes for every
 * character.
 */
const DOTS = '...';

/** The argument that says most about a call, if the tool has one of these. */
const TELLING = [
  'command',
  'cmd',
  'file_path',
  'path',
  'file',
  'filename',
  'query',
  'pattern',
  'url',
  'q',
  'code',
  'name',
  'id',
];

/** `Bash(git status)`: short, one line, safe to print. Never throws. */
export function callLabel(tool: string, args: unknown): string {
  return labelOf(shownTool(tool), argsLabel(args));
}

/** The label of a call from its two parts, which are already short. */
export function labelOf(tool: string, args: string): string {
  return `${tool}(${args})`;
}

/** The name of a tool as it appears in labels. */
export function shownTool(tool: string): string {
  return label(tool, MAX_TOOL);
}

export function argsLabel(args: unknown): string {
  try {
    if (args == null) return '';
    if (typeof args !== 'object') return valueLabel(args);
    const telling = tellingValue(args as Readonly<Record<string, unknown>>);
    if (Array.isArray(telling))
      return label(
        telling
          .filter((part) => typeof part === 'string')
          .slice(0, 8)
          .join(' '),
        MAX_VALUE,
      );
    return telling === undefined ? listLabel(args) : valueLabel(telling);
  } catch {
    return '…';
  }
}

/** A result as a short quotation for a person. */
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
    if (out.length > MAX_VALUE) return flat(out.slice(0, cutAt(out, MAX_VALUE)), DOTS);
  }
  return out;
}

function valueLabel(value: unknown): string {
  if (typeof value === 'string') return label(value, MAX_VALUE);
  if (typeof value === 'bigint') return 'a big number';
  return value == null || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '…';
}

/**
 * Cuts, and replaces control characters, line ends and direction marks by spaces: this goes to terminals and
 * pages.
 */
export function oneLine(text: string, max: number): string {
  return cutLine(text, max, '…');
}

/** The same for text kept in a session's state. */
export function label(text: string, max: number): string {
  return cutLine(text, max, DOTS);
}

function cutLine(text: string, max: number, mark: string): string {
  const isCut = text.length > max;
  const end = isCut ? cutAt(text, max) : text.length;
  for (let i = 0; i < end; i++) {
    if (isUnsafe(text.charCodeAt(i))) return flat(blankUnsafe(text, end), isCut ? mark : '').trim();
  }
  return isCut ? flat(text.slice(0, end), mark) : text;
}

/**
 * Copies the parts into a new string. Engines keep a slice or concatenation as a reference to the whole; a
 * label of eighty characters must not keep a result of megabytes alive.
 */
function flat(...parts: readonly string[]): string {
  return parts.join('');
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
  // Direction marks, zero-width characters and line ends.
  const isMark =
    (unit >= 0x200b && unit <= 0x200f) ||
    (unit >= 0x2028 && unit <= 0x202e) ||
    (unit >= 0x2060 && unit <= 0x206f);
  return isMark || unit === 0x061c || unit === 0x180e || unit === 0xfeff;
}

function blankUnsafe(text: string, end: number): string {
  const units: number[] = [];
  for (let i = 0; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (!isUnsafe(unit)) units.push(unit);
    else if (units.at(-1) !== BLANK) units.push(BLANK);
  }
  return String.fromCharCode(...units);
}
