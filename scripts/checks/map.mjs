// ARCHITECTURE.md is a map: every path in it must exist, and every walk must be short.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../tools.mjs';

const PAGE = 'ARCHITECTURE.md';
const PATH = /`((?:packages|docs|scripts|corpus|examples)\/[^`\s]+)`/g;
const MAX_STOPS = 12;
const WALKS = 4;

export function problemsOf(page, exists) {
  const paths = [...page.matchAll(PATH)].map(([, path]) => path);
  const missing = [...new Set(paths)].filter((path) => !exists(path)).map((path) => `${path} does not exist`);
  const walks = sectionOf(page, 'Four walks').split(/^\*\*/m).slice(1);
  const long = walks
    .map((walk) => ({ name: walk.split('.**')[0], stops: [...walk.matchAll(PATH)].length }))
    .filter(({ stops }) => stops === 0 || stops > MAX_STOPS)
    .map(({ name, stops }) => `the walk "${name}" has ${stops} stops; 1 to ${MAX_STOPS} are allowed`);
  const count = walks.length === WALKS ? [] : [`there are ${walks.length} walks instead of ${WALKS}`];
  return [...missing, ...long, ...count];
}

function sectionOf(page, title) {
  const [, rest = ''] = page.split(`\n## ${title}\n`);
  return rest.split('\n## ')[0];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const problems = problemsOf(readFileSync(join(ROOT, PAGE), 'utf8'), (path) => existsSync(join(ROOT, path)));
  for (const problem of problems) console.error(`${PAGE}: ${problem}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
