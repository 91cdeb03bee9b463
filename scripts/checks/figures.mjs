// The figures in README.md are those of the reported split in docs/benchmark.md, which a command writes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../tools.mjs';

/** Cells of the rows of a table, without its head. */
function rowsOf(section) {
  return section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| -'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .slice(1);
}

function sectionOf(page, title) {
  const [, rest = ''] = page.split(`\n## ${title}\n`);
  return rest.split(/\n##+ /)[0];
}

/** By detector: the same cells that README.md must have. */
function measuredIn(benchmark) {
  const rows = rowsOf(sectionOf(benchmark, 'Reported split'));
  return new Map(
    rows.map(([detector, recall, alarms, healthy, , blocked]) => [
      detector,
      [`${Math.round(100 * Number.parseFloat(recall))} %`, `${alarms} of ${healthy}`, blocked],
    ]),
  );
}

export function problemsOf(readme, benchmark) {
  const measured = measuredIn(benchmark);
  const rows = rowsOf(sectionOf(readme, 'How good is it?'));
  if (rows.length === 0) return ['README.md has no table of figures'];
  return rows.flatMap(([name, ...figures]) => {
    const detector = /`([^`]+)`/.exec(name)?.[1] ?? '';
    const now = measured.get(detector);
    if (!now) return [`README.md: docs/benchmark.md has no detector "${detector}"`];
    const [told, known] = [figures.join(', '), now.join(', ')];
    return told === known ? [] : [`README.md says ${told} for ${detector}; docs/benchmark.md says ${known}`];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const read = (file) => readFileSync(join(ROOT, file), 'utf8');
  const problems = problemsOf(read('README.md'), read('docs/benchmark.md'));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
