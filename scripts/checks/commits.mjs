// Commit subjects follow Conventional Commits: `type(scope): what changed`. Merges are exempt.
import { spawnSync } from 'node:child_process';
import { ROOT } from '../tools.mjs';

/** The check covers the commits after this one. Older subjects follow no common form. */
const BASE = '02812859737243c055d1fa858722b2fe795d6163';

const TYPES = ['feat', 'fix', 'docs', 'test', 'refactor', 'perf', 'build', 'ci', 'chore', 'style', 'revert'];
const LONGEST = 100;
const FORM = new RegExp(`^(?:${TYPES.join('|')})(?:\\([a-z0-9,/-]+\\))?!?: \\S`);
/** git writes `Revert "…"` by itself; the quoted subject was checked when it was committed. */
const REVERT = /^Revert "/;

/** Returns the problem with a subject, or undefined if there is none. */
export function problemOf(subject) {
  if (REVERT.test(subject)) return undefined;
  if (!FORM.test(subject)) return `is not "type(scope): what changed" with a type of ${TYPES.join(', ')}`;
  if (subject.length > LONGEST) return `is longer than ${LONGEST} characters`;
  if (subject.endsWith('.')) return 'ends with a full stop';
  return undefined;
}

/**
 * Returns the commits of a repository after `base`, without merges; or the reason why they are unknown: a
 * tarball has no history, and a shallow clone may lack the base.
 */
export function commitsAfter(base, cwd = ROOT) {
  const git = (...args) => spawnSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (git('rev-parse', '--git-dir').status !== 0) return { skipped: 'there is no git history here' };
  if (git('merge-base', '--is-ancestor', base, 'HEAD').status !== 0)
    return { skipped: `the history does not contain ${base.slice(0, 10)}, as in a shallow clone` };
  const log = git('log', '--no-merges', '--format=%h %s', `${base}..HEAD`);
  return { commits: log.stdout.split('\n').filter((line) => line !== '') };
}

/** Returns one line per commit whose subject has a problem. */
export function problemsOf(commits) {
  return commits.flatMap((commit) => {
    const [hash] = commit.split(' ', 1);
    const subject = commit.slice(hash.length + 1);
    const problem = problemOf(subject);
    return problem === undefined ? [] : [`${hash} "${subject}" ${problem}`];
  });
}

if (process.argv[1] === import.meta.filename) {
  const { commits, skipped } = commitsAfter(BASE);
  if (skipped === undefined) {
    const problems = problemsOf(commits);
    for (const problem of problems) console.error(problem);
    console.log(`commit subjects: ${commits.length} checked, ${problems.length} problems`);
    process.exitCode = problems.length > 0 ? 1 : 0;
  } else console.log(`skipped: ${skipped}`);
}
