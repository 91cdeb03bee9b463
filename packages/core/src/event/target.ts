import { tidyPath } from './normalise.js';

/** The file a call is about, and whether it reads or writes it, as far as its name and arguments tell. */
export interface Target {
  readonly kind: 'read' | 'write';
  readonly path: string;
  /** The whole new content, where the call carries it. */
  readonly content?: string;
}

const PATH_KEYS = [
  'file_path',
  'path',
  'file',
  'filename',
  'filepath',
  'absolute_path',
  'target_file',
  'notebook_path',
];
const CONTENT_KEYS = ['content', 'contents', 'file_text', 'new_content', 'text'];

const READ = new Set(['read', 'view', 'open', 'cat', 'get', 'load', 'show', 'head', 'tail', 'fetch']);
const WRITE = new Set([
  'write',
  'edit',
  'create',
  'save',
  'update',
  'patch',
  'replace',
  'insert',
  'append',
  'apply',
]);
/** These carry a piece of the content, not the whole. */
const PIECE = new Set(['patch', 'replace', 'insert', 'append', 'apply']);

/** `undefined` where the call names no file or the tool's name says nothing. Never throws. */
export function fileTarget(tool: string, args: unknown): Target | undefined {
  if (typeof args !== 'object' || args === null) return undefined;
  try {
    const fields = args as Readonly<Record<string, unknown>>;
    const path = firstText(fields, PATH_KEYS);
    if (path === undefined) return undefined;
    // An editor tool with many commands says in `command` what it does this time.
    const verb = verbOf(editorCommand(fields['command'])) ?? verbOf(tool);
    if (verb === undefined) return undefined;
    const content = PIECE.has(verb) || isAppending(fields) ? undefined : firstText(fields, CONTENT_KEYS);
    const kind = READ.has(verb) ? 'read' : 'write';
    return { kind, path: tidyPath(path.trim()), ...(content === undefined ? {} : { content }) };
  } catch {
    return undefined;
  }
}

/** A shell's command line is none: its words are the user's, not the tool's. */
function editorCommand(command: unknown): string {
  return typeof command === 'string' && !command.includes(' ') ? command : '';
}

function isAppending({ mode, append }: Readonly<Record<string, unknown>>): boolean {
  return mode === 'append' || mode === 'a' || append === true;
}

function firstText(fields: Readonly<Record<string, unknown>>, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = fields[key];
    if (typeof value === 'string') return value;
  }
  return undefined;
}

/** The first word that tells, in `readFile`, `read_file`, `ReadFile` or `fs.read-file`. */
function verbOf(name: string): string | undefined {
  let word = '';
  for (let i = 0; i <= name.length; i++) {
    const letter = name.charAt(i);
    const lower = letter.toLowerCase();
    const isLetter = lower >= 'a' && lower <= 'z';
    if (!isLetter || (letter !== lower && word !== '' && !isUpper(name.charAt(i - 1)))) {
      if (READ.has(word) || WRITE.has(word)) return word;
      word = '';
    }
    if (isLetter) word += lower;
  }
  return undefined;
}

function isUpper(letter: string): boolean {
  return letter !== letter.toLowerCase();
}

const OLD_KEYS = ['old_string', 'old_str', 'old', 'search', 'oldText', 'old_text', 'find'];
const NEW_KEYS = ['new_string', 'new_str', 'new', 'replace', 'newText', 'new_text', 'replacement'];

/** A call that replaces one piece of a file by another. */
export function fileChange(
  tool: string,
  args: unknown,
): { path: string; from: string; to: string } | undefined {
  const target = fileTarget(tool, args);
  if (target?.kind !== 'write') return undefined;
  try {
    const from = firstText(args as Readonly<Record<string, unknown>>, OLD_KEYS);
    const to = firstText(args as Readonly<Record<string, unknown>>, NEW_KEYS);
    return from === undefined || to === undefined ? undefined : { path: target.path, from, to };
  } catch {
    return undefined;
  }
}

/** These need no path to be understood as writing; others (`update`, `apply`, `save`) may mean anything. */
const PLAIN_WRITE = new Set(['write', 'edit', 'create', 'patch', 'replace', 'insert', 'append']);

/** What a tool of that name does, where no argument says more. */
export function kindOfName(tool: string): 'read' | 'write' | undefined {
  const words = wordsOf(tool);
  if (words.some((word) => PLAIN_WRITE.has(word))) return 'write';
  return words.some((word) => READ.has(word)) ? 'read' : undefined;
}

const SETTERS = new Set(['set', 'toggle', 'enable', 'disable', 'switch', 'assign', 'checkout', 'put', 'configure', 'pin']);

/** Does the tool's name say that it sets something to a value? */
export function isSetter(tool: string): boolean {
  return wordsOf(tool).some((word) => SETTERS.has(word));
}

/** `flag_set`, `setFlag` → flag, set */
export function wordsOf(name: string): readonly string[] {
  const words: string[] = [];
  let word = '';
  for (let i = 0; i <= name.length && i < 80; i++) {
    const letter = name.charAt(i);
    const lower = letter.toLowerCase();
    const isLetter = lower >= 'a' && lower <= 'z';
    if (!isLetter || letter !== lower) {
      if (word !== '') words.push(word);
      word = '';
    }
    if (isLetter) word += lower;
  }
  return words;
}
