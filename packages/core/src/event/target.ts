import { tidyPath } from '../fingerprint/normalise.js';
import { boundName } from './oversize.js';
import { isReading, toolName, verbOf } from './tool-name.js';

/** The file of a call, and whether the call reads or writes it, according to its name and arguments. */
export interface Target {
  readonly kind: 'read' | 'write';
  readonly path: string;
  /** The whole new content, if the call carries it. */
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

/** These carry a piece of the content, not the whole. */
const PIECE = new Set(['patch', 'replace', 'insert', 'append', 'apply']);

type Fields = Readonly<Record<string, unknown>>;

/** `undefined` if the call names no file or the tool's name says nothing. Never throws. */
export function fileTarget(tool: string, args: unknown): Target | undefined {
  if (typeof args !== 'object' || args === null) return undefined;
  try {
    const fields = args as Fields;
    const path = firstText(fields, PATH_KEYS);
    if (path === undefined) return undefined;
    // An editor tool with many commands names the current one in `command`.
    const verb = verbOf(editorCommand(fields['command'])) ?? toolName(tool).verb;
    if (verb === undefined) return undefined;
    const content = PIECE.has(verb) || isAppending(fields) ? undefined : firstText(fields, CONTENT_KEYS);
    const kind = isReading(verb) ? 'read' : 'write';
    return { kind, path: boundName(tidyPath(path.trim())), ...(content === undefined ? {} : { content }) };
  } catch {
    return undefined;
  }
}

/** A shell's command line does not count: its words are the user's, not the tool's. */
function editorCommand(command: unknown): string {
  return typeof command === 'string' && !command.includes(' ') ? command : '';
}

function isAppending({ mode, append }: Fields): boolean {
  return mode === 'append' || mode === 'a' || append === true;
}

function firstText(fields: Fields, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = fields[key];
    if (typeof value === 'string') return value;
  }
  return undefined;
}

const OLD_KEYS = ['old_string', 'old_str', 'old', 'search', 'oldText', 'old_text', 'find'];
const NEW_KEYS = ['new_string', 'new_str', 'new', 'replace', 'newText', 'new_text', 'replacement'];

/** What a call writes to a file: one piece for another, or the whole content if `from` is absent. */
export interface FileChange {
  readonly path: string;
  readonly from?: string;
  readonly to: string;
}

/** `undefined` if the call does not say. Never throws. */
export function fileChange(tool: string, args: unknown): FileChange | undefined {
  const target = fileTarget(tool, args);
  if (target?.kind !== 'write') return undefined;
  const { path, content } = target;
  try {
    const from = firstText(args as Fields, OLD_KEYS);
    const to = firstText(args as Fields, NEW_KEYS);
    if (from !== undefined && to !== undefined) return { path, from, to };
    return content === undefined ? undefined : { path, to: content };
  } catch {
    return undefined;
  }
}
