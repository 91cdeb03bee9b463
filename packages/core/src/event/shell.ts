/** Commands that change files, as the first word of a part of a command line. */
const CHANGING = new Set([
  ...['apply_patch', 'patch', 'tee', 'mv', 'cp', 'rm', 'mkdir', 'rmdir', 'touch', 'ln', 'chmod', 'chown', 'truncate'],
  ...['dd', 'rsync', 'unzip', 'tar'],
]);
const CHANGING_PAIRS = new Set([
  ...['sed -i', 'perl -pi', 'git apply', 'git checkout', 'git commit', 'git reset', 'git stash', 'git merge', 'git add'],
  ...['git mv', 'git rm', 'git restore', 'npm install', 'npm i', 'npm ci', 'yarn add', 'pnpm add', 'pip install'],
  ...['apt install', 'apt-get install', 'cargo add', 'go get', 'git revert', 'git switch', 'git pull', 'git rebase', 'git bisect'],
]);

/** What may stand before the command itself. */
const PREFIXES = new Set(['sudo', 'then', 'do', 'xargs', 'env', 'time', 'nohup', 'exec']);

const MAX_LOOK = 2000;

/** Does this command line change files? Looks at first words and at lone `>` signs, so `=>` and `2>&1` do not count. */
export function changesFiles(command: string): boolean {
  const line = command.length > MAX_LOOK ? command.slice(0, MAX_LOOK) : command;
  let isFirst = true;
  let first = '';
  let before = '';
  for (const word of line.split(/[ \t\n]/)) {
    if (word === '') continue;
    if (before === '>' || before === '>>') return !word.startsWith('/dev/');
    if (isFirst && !word.includes('=') && !PREFIXES.has(word)) {
      first = word;
      isFirst = false;
      if (CHANGING.has(word)) return true;
    } else if (before === first && CHANGING_PAIRS.has(`${first} ${word}`)) return true;
    if (word === '&&' || word === '||' || word === ';' || word === '|' || word.endsWith(';')) isFirst = true;
    before = word;
  }
  return false;
}
