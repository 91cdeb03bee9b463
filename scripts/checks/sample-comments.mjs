// `node scripts/checks/sample-comments.mjs`: draws comments, messages and test names for somebody who reads them cold.
// The English is good enough if at most 5 of 100 need a second reading. The same seed draws the same lines.
//   --seed N      which sample, default 1
//   --count N     how many, default 100
//   --kind KIND   only this kind: comment, message or test
//   --in TEXT     only from paths that contain TEXT
//   --all         everything instead of a sample
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { ROOT } from '../tools.mjs';

const SOURCE = /^[^/]+\/src\/.*\.tsx?$/;
const TEST = /\.test\.tsx?$/;
/** Texts for models, word lists and made-up agents are data, not our English. */
const NOT_OURS = /\/(lexicon|texts|testing|demo|data|templates)\//;
const TEST_CALLS = new Set(['it', 'test', 'describe']);
const MIN_WORDS = 4;

/** Every piece of English in one file: `{ kind, path, line, start, end, text }`. */
export function englishIn(path, code) {
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const strings = TEST.test(path) ? testNamesIn(source) : NOT_OURS.test(path) ? [] : messagesIn(source);
  return [...commentsIn(source, code), ...strings]
    .map((one) => ({ ...one, path, line: lineOf(one.start) }))
    .filter(({ text }) => text.split(/\s+/).filter((word) => /^\p{L}{2,}/u.test(word)).length >= MIN_WORDS);
}

function commentsIn(source, code) {
  const ranges = new Map();
  const collect = (node) => {
    for (const range of ts.getLeadingCommentRanges(code, node.pos) ?? []) ranges.set(range.pos, range);
    for (const range of ts.getTrailingCommentRanges(code, node.end) ?? []) ranges.set(range.pos, range);
    for (const child of node.getChildren(source)) collect(child);
  };
  collect(source);
  const sorted = [...ranges.values()].sort((a, b) => a.pos - b.pos);
  return joinLines(sorted, code).map(({ pos, end }) => ({
    kind: 'comment',
    start: pos,
    end,
    text: plainText(code.slice(pos, end)),
  }));
}

/** Consecutive `//` lines are one comment. */
function joinLines(ranges, code) {
  const joined = [];
  for (const { pos, end } of ranges) {
    const last = joined.at(-1);
    const isNext = last && code.startsWith('//', pos) && /^\s*\n\s*$/.test(code.slice(last.end, pos));
    if (isNext && !/\n\s*\n/.test(code.slice(last.end, pos))) last.end = end;
    else joined.push({ pos, end });
  }
  return joined;
}

/** Without the signs of a comment, and without the code of an example. */
function plainText(comment) {
  return comment
    .replaceAll(/```[^]*?```/g, '')
    .split(/@example\b/)[0]
    .replaceAll(/^\s*(?:\/\*+|\*\/|\*|\/\/)/gm, '')
    .replaceAll(/\*\/\s*$/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function messagesIn(source) {
  return stringsIn(source, (node) => !ts.isImportDeclaration(node.parent)).map((one) => ({
    kind: 'message',
    ...one,
  }));
}

/** Titles of tests, and names of rows in tables. */
function testNamesIn(source) {
  const isName = (node) =>
    isTitle(node) ||
    (ts.isPropertyAssignment(node.parent) && ['name', 'title'].includes(node.parent.name.getText()));
  return stringsIn(source, isName).map((one) => ({ kind: 'test', ...one }));
}

function isTitle(node) {
  if (!ts.isCallExpression(node.parent) || node.parent.arguments[0] !== node) return false;
  const [name] = node.parent.expression.getText().split(/[.(`]/);
  return TEST_CALLS.has(name);
}

function stringsIn(source, isWanted) {
  const found = [];
  const visit = (node) => {
    const isText =
      ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);
    if (isText && isWanted(node))
      found.push({ start: node.getStart(), end: node.getEnd(), text: node.getText().slice(1, -1) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Small and seeded, so that two people read the same lines. */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function draw(all, count, seed) {
  const random = randomFrom(seed);
  const rest = [...all];
  const take = () => rest.splice(Math.floor(random() * rest.length), 1)[0];
  return Array.from({ length: Math.min(count, rest.length) }, take);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values: flags } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '100' },
      kind: { type: 'string', default: '' },
      in: { type: 'string', default: '' },
      all: { type: 'boolean', default: false },
    },
  });
  const home = join(ROOT, 'packages');
  const all = readdirSync(home, { recursive: true })
    .filter((path) => SOURCE.test(path) && path.includes(flags.in))
    .sort()
    .flatMap((path) => englishIn(path, readFileSync(join(home, path), 'utf8')))
    .filter(({ kind }) => kind.startsWith(flags.kind));
  const drawn = flags.all ? all : draw(all, Number(flags.count), Number(flags.seed));
  for (const { path, line, kind, text } of drawn) console.log(`${path}:${line} ${kind}: ${text}`);
  console.error(`${drawn.length} of ${all.length}`);
}
