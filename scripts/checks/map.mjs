// ARCHITECTURE.md is a map: every path in it must exist, every walk must be short, and all of it fits on two screens.
// GLOSSARY.md stays short, too: a newcomer learns its words.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../tools.mjs';

const PAGE = 'ARCHITECTURE.md';
const GLOSSARY = 'GLOSSARY.md';
const PATH = /`((?:packages|docs|scripts|corpus|examples)\/[^`\s]+)`/g;
const MAX_STOPS = 12;
const WALKS = 4;
/** Two screens of 60 lines. */
const MAX_LINES = 120;
const MAX_WORDS = 45;

export function problemsOf(page, exists) {
  const paths = [...page.matchAll(PATH)].map(([, path]) => path);
  const missing = [...new Set(paths)].filter((path) => !exists(path)).map((path) => `${path} does not exist`);
  const walks = sectionOf(page, 'Four walks').split(/^\*\*/m).slice(1);
  const long = walks
    .map((walk) => ({ name: walk.split('.**')[0], stops: [...walk.matchAll(PATH)].length }))
    .filter(({ stops }) => stops === 0 || stops > MAX_STOPS)
    .map(({ name, stops }) => `the walk "${name}" has ${stops} stops; 1 to ${MAX_STOPS} are allowed`);
  const count = walks.length === WALKS ? [] : [`there are ${walks.length} walks instead of ${WALKS}`];
  const lines = page.trimEnd().split('\n').length;
  const size = lines <= MAX_LINES ? [] : [`there are ${lines} lines; ${MAX_LINES} are allowed`];
  return [...missing, ...long, ...count, ...size];
}

export function glossaryProblemsOf(glossary) {
  // The first two rows are the head of the table.
  const words = glossary.split('\n').filter((line) => line.startsWith('|')).length - 2;
  return words <= MAX_WORDS ? [] : [`there are ${words} words; ${MAX_WORDS} are allowed`];
}

function sectionOf(page, title) {
  const [, rest = ''] = page.split(`\n## ${title}\n`);
  return rest.split('\n## ')[0];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const read = (name) => readFileSync(join(ROOT, name), 'utf8');
  const problems = [
    ...problemsOf(read(PAGE), (path) => existsSync(join(ROOT, path))).map((one) => `${PAGE}: ${one}`),
    ...glossaryProblemsOf(read(GLOSSARY)).map((one) => `${GLOSSARY}: ${one}`),
  ];
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
