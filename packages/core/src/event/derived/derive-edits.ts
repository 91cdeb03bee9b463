import { type Arguments, argumentsOf, listOf, textOf } from './derive-arguments.js';
import { LOOKING_COMMANDS, squeezed } from './derive-table.js';
import { textsOf } from './derive-result.js';
import type { CallEvent } from '../event.js';
import { type Piece, readPatch } from './patch-text.js';
import { splitWords } from './shell-words.js';

const MAX_EDITS = 64;
const HEAD = 1000;
const NONE: readonly Piece[] = [];

/** The pieces that an editor call writes, one per file. May throw if a getter does. */
export function editsOf({ args, result }: CallEvent): readonly Piece[] {
  if (typeof args === 'string') return readPatch(args);
  const given = argumentsOf(args);
  const command = textOf(given.command) ?? '';
  if (/\s/.test(command.trim())) return editsOfLine(command, result);
  return LOOKING_COMMANDS.has(squeezed(command)) ? NONE : editsIn(given);
}

/** A shell command that contains a patch. */
export function patchIn({ args }: CallEvent): readonly Piece[] {
  const { command } = argumentsOf(args);
  const line = Array.isArray(command) ? command.slice(0, 8).join(' ') : textOf(command);
  return line?.includes('*** Begin Patch') && line.includes('apply_patch') ? readPatch(line) : NONE;
}

function editsIn(given: Arguments): readonly Piece[] {
  const path = textOf(given.path)?.trim() ?? '';
  const patch = textOf(given.patch);
  if (patch !== undefined) return readPatch(patch, path);
  const edits = listOf(given.edits);
  if (edits.length > 0)
    return joined(edits.slice(0, MAX_EDITS).flatMap((one) => pieceOf(argumentsOf(one), path)));
  return pieceOf(given, path);
}

function pieceOf(given: Arguments, common: string): readonly Piece[] {
  const path = textOf(given.path)?.trim() || common;
  const before = textOf(given.before);
  const after = textOf(given.after) ?? textOf(given.content);
  if (path === '' || after === undefined) return NONE;
  return [{ path, ...(before !== undefined && { before }), after }];
}

/** Several pieces of one file form one change. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const files = new Map<string, { readonly path: string; readonly before: string; readonly after: string }>();
  for (const { path, before = '', after } of pieces) {
    const known = files.get(path);
    files.set(
      path,
      known
        ? { path, before: `${known.before}\n${before}`, after: `${known.after}\n${after}` }
        : { path, before, after },
    );
  }
  return [...files.values()];
}

/** `[File: /repo/a.py (120 lines total)]` */
const SHOWN = /\[File: (.+?) \(\d+ lines/;
const RANGE = /^edit\s+\d+:\d+\n([^]*?)\n?(?:end_of_edit\s*)?$/;

/** SWE-agent's tools are command lines: `edit 3:5`, `create a.py`, `str_replace_editor create a.py --file_text '…'`. */
function editsOfLine(line: string, result: unknown): readonly Piece[] {
  const range = RANGE.exec(line.trim());
  if (range) {
    const [shown = ''] = textsOf(result, 2 * HEAD);
    const path = SHOWN.exec(shown.slice(0, HEAD))?.[1];
    return path === undefined ? NONE : [{ path, after: range[1] ?? '' }];
  }
  const [tool = '', ...words] = splitWords(line);
  if (tool === 'create') return words[0] === undefined ? NONE : [{ path: words[0], after: '' }];
  const [command = '', path = '', ...rest] = words;
  if (LOOKING_COMMANDS.has(squeezed(command))) return NONE;
  const flags: Record<string, string> = { path };
  rest.forEach((word, i) => {
    if (word.startsWith('--')) flags[word.slice(2)] = rest[i + 1] ?? '';
  });
  return pieceOf(argumentsOf(flags), '');
}
