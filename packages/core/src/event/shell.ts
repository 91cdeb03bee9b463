/** Commands that change files, as the first word of a part of a command line. */
const CHANGING = new Set([
  ...['apply_patch', 'patch', 'tee', 'mv', 'cp', 'rm', 'mkdir', 'rmdir', 'touch', 'ln', 'chmod', 'chown'],
  ...['truncate', 'dd', 'rsync', 'unzip', 'tar'],
]);
/** Others do so with certain second words only. */
const CHANGING_PAIRS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['sed', new Set(['-i'])],
  ['perl', new Set(['-pi'])],
  [
    'git',
    new Set([
      ...['apply', 'checkout', 'commit', 'reset', 'stash', 'merge', 'add', 'mv', 'rm', 'restore', 'revert'],
      ...['switch', 'pull', 'rebase', 'bisect'],
    ]),
  ],
  ['npm', new Set(['install', 'i', 'ci'])],
  ['yarn', new Set(['add'])],
  ['pnpm', new Set(['add'])],
  ['pip', new Set(['install'])],
  ['apt', new Set(['install'])],
  ['apt-get', new Set(['install'])],
  ['cargo', new Set(['add'])],
  ['go', new Set(['get'])],
]);

/** What may stand before the command itself. */
const PREFIXES = new Set(['sudo', 'then', 'do', 'xargs', 'env', 'time', 'nohup', 'exec']);

const MAX_LOOK = 2000;
const AMPERSAND = 38;
const SEMICOLON = 59;
const MORE = 62;
const BAR = 124;

/** Does this command line change files? Looks at first words and at lone `>` signs, so `=>` and `2>&1` do not count. */
export function changesFiles(line: string): boolean {
  const end = Math.min(line.length, MAX_LOOK);
  let isFirst = true;
  let seconds: ReadonlySet<string> | undefined;
  let isRedirected = false;
  for (let start = wordStart(line, 0, end); start < end;) {
    const stop = wordEnd(line, start, end);
    if (isRedirected) return !line.startsWith('/dev/', start);
    if (isFirst) {
      const word = line.slice(start, stop);
      if (CHANGING.has(word)) return true;
      isFirst = word.includes('=') || PREFIXES.has(word);
      seconds = CHANGING_PAIRS.get(word);
    } else if (seconds) {
      if (seconds.has(line.slice(start, stop))) return true;
      seconds = undefined;
    }
    isFirst ||= isSeparator(line, start, stop);
    isRedirected = isMade(line, start, stop, MORE);
    start = wordStart(line, stop, end);
  }
  return false;
}

function wordStart(line: string, from: number, end: number): number {
  let at = from;
  while (at < end && line.charCodeAt(at) <= 32) at++;
  return at;
}

function wordEnd(line: string, from: number, end: number): number {
  let at = from;
  while (at < end && line.charCodeAt(at) > 32) at++;
  return at;
}

/** `&&`, `||`, `|`, `;` and a word that ends with `;`. */
function isSeparator(line: string, start: number, stop: number): boolean {
  if (line.charCodeAt(stop - 1) === SEMICOLON) return true;
  return isMade(line, start, stop, BAR) || (stop - start === 2 && isMade(line, start, stop, AMPERSAND));
}

/** One or two times this sign, and nothing else. */
function isMade(line: string, start: number, stop: number, sign: number): boolean {
  return stop - start <= 2 && line.charCodeAt(start) === sign && line.charCodeAt(stop - 1) === sign;
}
