// Every detector is four things that say the same: code, page, table of cases, line in the index.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { allOptionsOf, parse, walk } from './options.mjs';
import { ROOT } from './tools.mjs';

const HOME = 'packages/core/src/detection/detectors';
const MAX_LINES = 125;
const HEADINGS = [
  'What it catches',
  'What it leaves alone',
  'Options',
  'Score',
  'Known limits',
  'When not to use it',
];

const read = (file) =>
  existsSync(join(ROOT, HOME, file)) ? readFileSync(join(ROOT, HOME, file), 'utf8') : '';

function problemsOf(id, index) {
  const source = parse(`${HOME}/${id}.ts`);
  const problems = [];
  if (metaId(source) !== id) problems.push('meta.id is not the file name');
  if (!index.includes(`'./${id}.js'`)) problems.push(`not listed in ${HOME}/index.ts`);
  if (!read(`${id}.test.ts`)) problems.push(`has no table of cases, ${id}.test.ts`);
  const lines = linesOfCode(source.text);
  if (lines > MAX_LINES)
    problems.push(`has ${lines} lines of code; ${MAX_LINES} at most: move the arithmetic out`);
  const page = read(`${id}.md`);
  return page ? [...problems, ...pageProblems(id, page, source)] : [...problems, `has no page, ${id}.md`];
}

/** The `id` inside the `meta` object, wherever that stands. */
function metaId(source) {
  const named = (node, name) => ts.isPropertyAssignment(node) && node.name.getText() === name;
  const id = [...walk(source)].find((node) => named(node, 'id') && named(node.parent.parent, 'meta'));
  return id && ts.isStringLiteralLike(id.initializer) ? id.initializer.text : undefined;
}

function linesOfCode(text) {
  return text.split('\n').filter((line) => !/^\s*($|\/\/|\/\*|\*)/.test(line)).length;
}

function pageProblems(id, page, source) {
  const problems = [];
  const front = /^---\n([\s\S]*?)\n---\n/.exec(page)?.[1] ?? '';
  if (!front.split('\n').includes(`id: ${id}`))
    problems.push(`page does not start with front matter "id: ${id}"`);

  const [, ...sections] = page.split(/^## /m);
  const headings = sections.map((section) => section.split('\n', 1)[0].trim());
  if (headings.join() !== HEADINGS.join())
    return [...problems, `page headings must be: ${HEADINGS.join(' · ')}`];

  const bodies = sections.map((section) => section.slice(section.indexOf('\n')).trim());
  for (const [i, body] of bodies.entries()) {
    if (body === '') problems.push(`page says nothing under "${HEADINGS[i]}"; write "None." if so it is`);
  }
  return [...problems, ...optionProblems(bodies[HEADINGS.indexOf('Options')], allOptionsOf(source))];
}

/** The page's table against the code, both ways. */
function optionProblems(body, options) {
  if (options.length === 0)
    return body === 'None.' ? [] : ['has no options, so the page says "None." under Options'];
  const rows = new Map(
    [...body.matchAll(/^\| *`([^`]+)` *\| *([^|]*?) *\|/gm)].map(([, name, value]) => [
      name,
      value.replace(/^[`']+|[`']+$/g, ''),
    ]),
  );
  const known = new Set(options.map(({ name }) => name));
  return [
    ...options
      .filter(({ name, value }) => rows.get(name) !== String(value))
      .map(
        ({ name, value }) =>
          `page does not give \`${name}\` its default ${value} (it has: ${rows.get(name) ?? 'no row'})`,
      ),
    ...[...rows.keys()]
      .filter((name) => !known.has(name))
      .map((name) => `page has \`${name}\`, which the code has not`),
  ];
}

const files = existsSync(join(ROOT, HOME)) ? readdirSync(join(ROOT, HOME)) : [];
const ids = files
  .filter((file) => /^[a-z0-9-]+\.ts$/.test(file) && file !== 'index.ts')
  .map((file) => file.slice(0, -3));
const orphans = files.filter(
  (file) => /\.(md|test\.ts)$/.test(file) && !ids.includes(file.replace(/\.(md|test\.ts)$/, '')),
);
const index = read('index.ts');
const wrong = [
  ...ids.flatMap((id) => problemsOf(id, index).map((problem) => `${id}: ${problem}`)),
  ...orphans.map((file) => `${file}: belongs to no detector`),
];

for (const line of wrong) console.error(line);
console.log(`${ids.length} detectors, ${wrong.length} problems`);
process.exitCode = wrong.length > 0 || ids.length === 0 ? 1 : 0;
