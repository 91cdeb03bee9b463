// What the verdicts on mutants add up to.

/** A mutant that no test ran against proves nothing; one out of range does not exist. */
export function scoreOf(results) {
  const count = (start) => results.filter(({ verdict }) => verdict.startsWith(start)).length;
  const [killed, survived] = [count('killed'), count('SURVIVED')];
  const score = (100 * killed) / Math.max(1, killed + survived);
  return { killed, survived, unclear: count('NO '), outside: count('out'), score };
}

/** One line per file with survivors, worst first. */
export function byFile(results) {
  const files = [...new Set(results.map(({ file }) => file))];
  return files
    .map((file) => ({ file, ...scoreOf(results.filter((result) => result.file === file)) }))
    .filter(({ survived }) => survived > 0)
    .sort((a, b) => b.survived - a.survived)
    .map(({ file, killed, survived }) => `${file}: ${survived} of ${killed + survived} survived`);
}
