// Every detector and every strategy is four things that say the same: code, page, table of cases, and a line in the
// index of its folder, or in the preset of its design.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { allOptionsOf, literal, parse, walk } from './options.mjs';
import { ROOT } from '../tools.mjs';

const DETECTORS = {
  name: 'detector',
  home: 'packages/core/src/detection/detectors',
  maxLines: 215,
  headings: [
    'What it catches',
    'What it leaves alone',
    'Options',
    'Score',
    'Known limits',
    'When not to use it',
  ],
  more: (bodies, source) => optionProblems(bodies['Options'], allOptionsOf(source)),
};

const DESIGNS = 'packages/core/src/designs';
/** The detectors of each source design, which its preset lists. */
const OF_DESIGNS = foldersIn(DESIGNS).map((name) => ({
  ...DETECTORS,
  name: `detector of ${name}`,
  home: `${DESIGNS}/${name}/detectors`,
  list: `${DESIGNS}/${name}/preset.ts`,
  listed: (id) => `'./detectors/${id}.js'`,
}));

const STRATEGIES = {
  name: 'strategy',
  home: 'packages/core/src/recovery/strategies',
  maxLines: 60,
  headings: ['What it does', 'When it helps', 'What the edge does', 'Known limits', 'When not to use it'],
  more: (_, source, front) => listProblems(front, source),
};

/** What a list in the code is called on the page when it is empty. */
const LISTS = { needs: 'nothing', rungs: 'none', suits: 'all' };

const read = (home, file) =>
  existsSync(join(ROOT, home, file)) ? readFileSync(join(ROOT, home, file), 'utf8') : '';

function foldersIn(home) {
  if (!existsSync(join(ROOT, home))) return [];
  const entries = readdirSync(join(ROOT, home), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

function problemsOf(kind, id) {
  const { home, maxLines, list = `${home}/index.ts`, listed = (one) => `'./${one}.js'` } = kind;
  const source = parse(`${home}/${id}.ts`);
  const problems = [];
  const metaId = metaValue(source, 'id');
  if (!metaId || !ts.isStringLiteralLike(metaId) || metaId.text !== id)
    problems.push('meta.id is not the file name');
  if (!read(dirname(list), basename(list)).includes(listed(id))) problems.push(`not listed in ${list}`);
  if (!read(home, `${id}.test.ts`)) problems.push(`has no table of cases, ${id}.test.ts`);
  const lines = linesOfCode(source.text);
  if (lines > maxLines)
    problems.push(`has ${lines} lines of code; ${maxLines} at most: move the arithmetic out`);
  const page = read(home, `${id}.md`);
  return page
    ? [...problems, ...pageProblems(kind, id, page, source)]
    : [...problems, `has no page, ${id}.md`];
}

/** What a field inside the `meta` object is set to, wherever that stands. */
function metaValue(source, name) {
  const named = (node, wanted) => ts.isPropertyAssignment(node) && node.name.getText() === wanted;
  return [...walk(source)].find((node) => named(node, name) && named(node.parent.parent, 'meta'))
    ?.initializer;
}

function linesOfCode(text) {
  return text.split('\n').filter((line) => !/^\s*($|\/\/|\/\*|\*)/.test(line)).length;
}

function pageProblems({ headings: wanted, more }, id, page, source) {
  const problems = [];
  const front = (/^---\n([\s\S]*?)\n---\n/.exec(page)?.[1] ?? '').split('\n');
  if (!front.includes(`id: ${id}`)) problems.push(`page does not start with front matter "id: ${id}"`);

  const [, ...sections] = page.split(/^## /m);
  const headings = sections.map((section) => section.split('\n', 1)[0].trim());
  if (headings.join() !== wanted.join()) return [...problems, `page headings must be: ${wanted.join(' · ')}`];

  const bodies = Object.fromEntries(
    sections.map((section, i) => [wanted[i], section.slice(section.indexOf('\n')).trim()]),
  );
  for (const [heading, body] of Object.entries(bodies)) {
    if (body === '') problems.push(`page says nothing under "${heading}"; write "None." if so it is`);
  }
  return [...problems, ...more(bodies, source, front)];
}

/** The page's table of options against the code, both ways. */
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

/** The lists of `meta` against the front matter: `needs: veto`. */
function listProblems(front, source) {
  return Object.entries(LISTS).flatMap(([name, empty]) => {
    const list = metaValue(source, name);
    if (!list || !ts.isArrayLiteralExpression(list)) return [`meta.${name} is not a list written out`];
    const line = `${name}: ${list.elements.map(literal).join(', ') || empty}`;
    return front.includes(line) ? [] : [`page does not say "${line}" in its front matter`];
  });
}

function check(kind) {
  const { name, home } = kind;
  const files = existsSync(join(ROOT, home)) ? readdirSync(join(ROOT, home)) : [];
  const ids = files
    .filter((file) => /^[a-z0-9-]+\.ts$/.test(file) && file !== 'index.ts')
    .map((file) => file.slice(0, -3));
  const orphans = files.filter(
    (file) => /\.(md|test\.ts)$/.test(file) && !ids.includes(file.replace(/\.(md|test\.ts)$/, '')),
  );
  const wrong = [
    ...ids.flatMap((id) => problemsOf(kind, id).map((problem) => `${id}: ${problem}`)),
    ...orphans.map((file) => `${file}: belongs to no ${name}`),
    ...(ids.length === 0 ? [`${home} is empty`] : []),
  ];
  for (const line of wrong) console.error(line);
  console.log(`${name}: ${ids.length} of them, ${wrong.length} problems`);
  return wrong.length;
}

const wrong = [DETECTORS, ...OF_DESIGNS, STRATEGIES].map(check);
process.exitCode = wrong.some((count) => count > 0) ? 1 : 0;
