// The figures in README.md and docs/comparison.md are those of the reported split in docs/benchmark.md, which a command writes.
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

/** The table of each page: where it is, and how many cells after the name are figures. */
const TABLES = {
  'README.md': { section: 'How good is it?', figures: 3 },
  'docs/comparison.md': { section: '', figures: 2 },
};

/** Rows that name a detector must have its figures. */
export function problemsOf(file, page, benchmark) {
  const { section, figures } = TABLES[file];
  const measured = measuredIn(benchmark);
  const rows = rowsOf(section === '' ? page.split('\n## ')[0] : sectionOf(page, section));
  const named = rows.flatMap(([name, ...cells]) => {
    const detector = /`([^`]+)`/.exec(name)?.[1];
    return detector === undefined ? [] : [{ detector, told: cells.slice(0, figures).join(', ') }];
  });
  if (named.length === 0) return [`${file} has no table of figures`];
  return named.flatMap(({ detector, told }) => {
    const now = measured.get(detector);
    if (!now) return [`${file}: docs/benchmark.md has no detector "${detector}"`];
    const known = now.slice(0, figures).join(', ');
    return told === known ? [] : [`${file} says ${told} for ${detector}; docs/benchmark.md says ${known}`];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const read = (file) => readFileSync(join(ROOT, file), 'utf8');
  const problems = Object.keys(TABLES).flatMap((file) =>
    problemsOf(file, read(file), read('docs/benchmark.md')),
  );
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
