/** A replacement of one piece of a file by another. */
export interface Piece {
  readonly path: string;
  /** Absent if the whole content is new. */
  readonly before?: string;
  readonly after: string;
}

/** Longer patches are read up to here. */
const MAX_PATCH = 1 << 20;
const MAX_FILES = 32;

/**
 * The replacements in a patch, one per file: the Codex format (`*** Update File:`), a unified diff, or
 * SEARCH/REPLACE blocks. `path` names the file if the patch does not.
 */
export function readPatch(text: string, path = ''): readonly Piece[] {
  const lines = text.slice(0, MAX_PATCH).split('\n');
  const pieces = new Map<string, Change>();
  if (text.includes('*** Begin Patch') || text.includes('*** Update File:')) readEnvelope(lines, pieces);
  else if (SEARCH_MARK.test(text)) readBlocks(lines, path, pieces);
  else readUnified(lines, path, pieces);
  return [...pieces].map(([name, { old, now, isWhole }]) => ({
    path: name,
    ...(!isWhole && { before: old.join('\n') }),
    after: now.join('\n'),
  }));
}

interface Change {
  readonly old: string[];
  readonly now: string[];
  isWhole: boolean;
}

function changeOf(pieces: Map<string, Change>, name: string): Change | undefined {
  const path = name.trim();
  const known = pieces.get(path);
  if (known || path === '' || pieces.size >= MAX_FILES) return known;
  const change: Change = { old: [], now: [], isWhole: false };
  pieces.set(path, change);
  return change;
}

/** A line of a hunk, by its first character. */
function addLine(change: Change, line: string): void {
  const sign = line.charAt(0);
  if (sign === '\\') return;
  const rest = line.slice(1);
  if (sign !== '+') change.old.push(rest);
  if (sign !== '-') change.now.push(rest);
}

const ENVELOPE = /^\*\*\* (Add|Update|Delete) File: (.+)$/;

function readEnvelope(lines: readonly string[], pieces: Map<string, Change>): void {
  let change: Change | undefined;
  for (const line of lines) {
    const [, what, name = ''] = ENVELOPE.exec(line.trimEnd()) ?? [];
    if (what !== undefined) {
      change = changeOf(pieces, name);
      if (change) change.isWhole = what !== 'Update';
    } else if (line.startsWith('*** End Patch')) change = undefined;
    else if (change && /^[-+ ]/.test(line)) addLine(change, line);
  }
}

const HEAD = /^(?:---|\+\+\+) (?:[ab]\/)?([^\t]+)/;

function readUnified(lines: readonly string[], path: string, pieces: Map<string, Change>): void {
  let change: Change | undefined;
  let isHunk = false;
  lines.forEach((line, i) => {
    if (line.startsWith('--- ') && (lines[i + 1] ?? '').startsWith('+++ ')) {
      const [from, to] = [nameIn(line), nameIn(lines[i + 1] ?? '')];
      change = changeOf(pieces, to === '/dev/null' ? from : to);
      if (change && from === '/dev/null') change.isWhole = true;
      isHunk = false;
    } else if (line.startsWith('@@')) {
      change ??= changeOf(pieces, path);
      isHunk = true;
    } else if (line.startsWith('diff --git ')) isHunk = false;
    else if (change && isHunk && /^[-+ \\]/.test(line)) addLine(change, line);
  });
}

function nameIn(line: string): string {
  return HEAD.exec(line)?.[1]?.trim() ?? '';
}

const SEARCH_MARK = /^(?:<{5,9}|-{5,9}) SEARCH>?\s*$/m;
const MIDDLE = /^={5,9}\s*$/;
const REPLACE_MARK = /^(?:>{5,9}|\+{5,9}) REPLACE>?\s*$/;
/** What some agents insert between the marker and the piece. */
const HINT = /^(?::(?:start|end)_line:|-{5,9}\s*$)/;

function readBlocks(lines: readonly string[], path: string, pieces: Map<string, Change>): void {
  let change: Change | undefined;
  let part: 'old' | 'now' | undefined;
  lines.forEach((line, i) => {
    if (SEARCH_MARK.test(line)) {
      change = changeOf(pieces, path || nameAbove(lines, i));
      part = 'old';
    } else if (part === 'old' && MIDDLE.test(line)) part = 'now';
    else if (part === 'now' && REPLACE_MARK.test(line)) part = undefined;
    else if (part !== undefined && !(part === 'old' && HINT.test(line))) change?.[part].push(line);
  });
}

const LOOK_ABOVE = 3;
const MAX_NAME = 300;

/** aider writes the file's name above the block or above its fence. */
function nameAbove(lines: readonly string[], at: number): string {
  for (let i = at - 1; i >= Math.max(0, at - LOOK_ABOVE); i--) {
    const line = (lines[i] ?? '').slice(0, MAX_NAME).trim();
    if (line !== '' && !line.startsWith('```')) return line.replace(/^[#*`\s]+|[*`:\s]+$/g, '');
  }
  return '';
}
