import { tidyPath } from './normalise.js';

/** The file a call is about, and whether it reads or writes it, as far as its name and arguments tell. */
export interface Target {
  readonly kind: 'read' | 'write';
  readonly path: string;
  /** The whole new content, where the call carries it. */
  readonly content?: string;
}

const PATH_KEYS = ['file_path', 'path', 'file', 'filename', 'filepath', 'absolute_path', 'target_file', 'notebook_path'];
const CONTENT_KEYS = ['content', 'contents', 'file_text', 'new_content', 'text'];

const READ = new Set(['read', 'view', 'open', 'cat', 'get', 'load', 'show', 'head', 'tail', 'fetch']);
const WRITE = new Set(['write', 'edit', 'create', 'save', 'update', 'patch', 'replace', 'insert', 'append', 'apply']);

/** `undefined` where the call names no file or the tool's name says nothing. Never throws. */
export function fileTarget(tool: string, args: unknown): Target | undefined {
  if (typeof args !== 'object' || args === null) return undefined;
  try {
    const fields = args as Readonly<Record<string, unknown>>;
    const path = firstText(fields, PATH_KEYS);
    if (path === undefined) return undefined;
    // An editor tool with many commands says in `command` what it does this time.
    const kind = kindOf(typeof fields['command'] === 'string' ? fields['command'] : '') ?? kindOf(tool);
    if (kind === undefined) return undefined;
    const content = firstText(fields, CONTENT_KEYS);
    return { kind, path: tidyPath(path.trim()), ...(content === undefined ? {} : { content }) };
  } catch {
    return undefined;
  }
}

function firstText(fields: Readonly<Record<string, unknown>>, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = fields[key];
    if (typeof value === 'string') return value;
  }
  return undefined;
}

/** By the first word that tells, in `readFile`, `read_file`, `ReadFile` or `fs.read-file`. */
function kindOf(name: string): 'read' | 'write' | undefined {
  let word = '';
  for (let i = 0; i <= name.length; i++) {
    const letter = name.charAt(i);
    const lower = letter.toLowerCase();
    const isLetter = lower >= 'a' && lower <= 'z';
    if (!isLetter || (letter !== lower && word !== '' && !isUpper(name.charAt(i - 1)))) {
      if (READ.has(word)) return 'read';
      if (WRITE.has(word)) return 'write';
      word = '';
    }
    if (isLetter) word += lower;
  }
  return undefined;
}

function isUpper(letter: string): boolean {
  return letter !== letter.toLowerCase();
}
