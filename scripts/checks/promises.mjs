// Every promise of SECURITY.md has a number, and its last section names the tests that hold it, which must exist:
// `- **A1** ...` and `- **A1** `path/of.test.ts`: "title", "another title"; `other.test.ts`: "title"`.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { parse, walk } from './options.mjs';
import { ROOT } from '../tools.mjs';

const PAGE = 'SECURITY.md';
const NUMBERED = /^- \*\*([A-Z]\d+)\*\* (.*)$/gm;
const FILE = /`([^`]+\.test\.(?:ts|mjs))`: ((?:"[^"]+"(?:, )?)+)/g;
const TITLE = /"([^"]+)"/g;

/** The titles of all tests and groups of a file, those of tables as they are written. */
function titlesOf(file) {
  const titles = [...walk(parse(file))]
    .filter((node) => ts.isCallExpression(node) && isTest(node.expression))
    .map(({ arguments: [title] }) => title)
    .filter((title) => title !== undefined && ts.isStringLiteralLike(title));
  return new Set(titles.map(({ text }) => text));
}

/** `it`, `it.skipIf(x)`, `describe.each(rows)` */
function isTest(callee) {
  if (ts.isIdentifier(callee)) return ['it', 'test', 'describe'].includes(callee.text);
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) return isTest(callee.expression);
  return false;
}

/** The sections of the page, without the last one, and the tests by the numbers of their promises. */
function read(page) {
  const [body, last = ''] = page.split(/^## Tests$/m);
  const sections = body
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      name: part.slice(0, part.indexOf('\n')),
      numbers: numbersIn(part).map(([one]) => one),
    }));
  return { sections, tests: numbersIn(last).map(([number, text]) => [number, testsIn(text)]) };
}

function numbersIn(text) {
  return [...text.matchAll(NUMBERED)].map(([, number, rest]) => [number, rest]);
}

function testsIn(text) {
  return [...text.matchAll(FILE)].flatMap(([, file, titles]) =>
    [...titles.matchAll(TITLE)].map(([, title]) => ({ file, title })),
  );
}

export function problemsOf(page, titlesIn) {
  const { sections, tests } = read(page);
  const promised = sections.flatMap(({ numbers }) => numbers);
  if (promised.length === 0) return ['there is no promise'];
  const named = new Map(tests);
  return [
    ...promised.filter((one, i) => promised.indexOf(one) !== i).map((one) => `${one} stands twice`),
    ...promised.filter((one) => !named.get(one)?.length).map((one) => `${one} names no test`),
    ...tests.filter(([one]) => !promised.includes(one)).map(([one]) => `${one} is no promise`),
    ...tests.flatMap(([one, list]) =>
      list
        .filter(({ file, title }) => !titlesIn(file)?.has(title))
        .map(({ file, title }) => `${one}: ${file} has no test "${title}"`),
    ),
  ];
}

/** The files with the tests of each section, by its heading; each file where it is named first. */
export function suitesOf(page) {
  const { sections, tests } = read(page);
  const known = new Set();
  const suites = sections.map(({ name, numbers }) => {
    const own = tests.filter(([one]) => numbers.includes(one)).flatMap(([, list]) => list);
    const fresh = [...new Set(own.map(({ file }) => file))].filter((file) => !known.has(file));
    for (const file of fresh) known.add(file);
    return [name, fresh];
  });
  return suites.filter(([, files]) => files.length > 0);
}

const found = new Map();
function titlesIn(file) {
  if (!found.has(file)) found.set(file, existsSync(join(ROOT, file)) ? titlesOf(file) : undefined);
  return found.get(file);
}

if (process.argv[1] === import.meta.filename) {
  const problems = problemsOf(readFileSync(join(ROOT, PAGE), 'utf8'), titlesIn);
  for (const problem of problems) console.error(problem);
  console.log(`${PAGE}: ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
