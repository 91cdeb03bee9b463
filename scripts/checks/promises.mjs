// Every promise of SECURITY.md names the tests that hold it: `path/of.test.ts`: "title". They must exist.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { parse, walk } from './options.mjs';
import { ROOT } from '../tools.mjs';

const PAGE = 'SECURITY.md';
const NAMED = /`([^`]+\.test\.(?:ts|mjs))`: "([^"]+)"/g;

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

/** Rows of the tables of promises: all but their heads and rulers. */
export function problemsOf(page, titlesIn) {
  const rows = page.split('\n').filter((line) => /^\| (?!Promise|-)/.test(line));
  if (rows.length === 0) return ['there is no promise'];
  return rows.flatMap((row) => {
    const [, promise] = row.split('|').map((cell) => cell.trim());
    const tests = [...row.matchAll(NAMED)];
    if (tests.length === 0) return [`"${promise}" names no test`];
    return tests
      .filter(([, file, title]) => !titlesIn(file)?.has(title))
      .map(([, file, title]) => `"${promise}": ${file} has no test "${title}"`);
  });
}

/** The files with the tests of each part of the page, by its heading; each file where it is named first. */
export function suitesOf(page) {
  const known = new Set();
  const suites = page
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const files = [...new Set([...part.matchAll(NAMED)].map(([, file]) => file))];
      const fresh = files.filter((file) => !known.has(file));
      for (const file of fresh) known.add(file);
      return [part.slice(0, part.indexOf('\n')), fresh];
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
