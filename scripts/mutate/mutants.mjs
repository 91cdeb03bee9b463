// Finds what a mutation may change: every constant of the five source designs, and the constants and comparisons
// of the preset `default`, and the words that it knows.
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { importsOf, literal, optionsIn, parse, targetOf, walk } from '../checks/options.mjs';
import { ROOT } from '../tools.mjs';

const CORE = 'packages/core/src';
const DESIGNS = `${CORE}/designs`;
/** Comes from a design too, but no preset names it: edges use it beside the ladder. */
const BREAKER = `${CORE}/escalation/breaker.ts`;

/** All constants, each with the moves that stay in its range and the tests that must notice. */
export function constants() {
  const presets = readdirSync(join(ROOT, DESIGNS))
    .map((name) => `${DESIGNS}/${name}/preset.ts`)
    .filter(exists)
    .map(parse);
  const declared = [...reachedFrom(presets).add(BREAKER)].flatMap(numericOptions);
  const literals = presets.flatMap((source) => presetLiterals(source, declared));
  return [...declared, ...literals].map(describe);
}

/** The files that decide for `default`: how it counts, what it compares, and how it climbs. */
const DEFAULT_PARTS = [
  `${CORE}/detection/mechanisms/`,
  `${CORE}/detection/detectors/`,
  `${CORE}/detection/weights/`,
  `${CORE}/detection/score.ts`,
  `${CORE}/escalation/ladders/`,
  `${CORE}/verdict/aggregate.ts`,
];
/** Specify `default` as a whole, beside the pinned decisions. */
const WHOLE = [
  ...['default.options.test', 'default.test', 'default.outputs.test'].map(
    (name) => `${CORE}/presets/${name}.`,
  ),
  `${CORE}/ladder.test.ts`,
];

const LEXICON = `${CORE}/lexicon/`;
const WORD_TESTS = [`${CORE}/features/`, ...WHOLE];
const NO_WORD = "{ word: 'qxzqxzqxz', traces: ['none: taken out'] }";

/** Tests that specify a file from outside, where it has none beside it. */
const NEAR = {
  [`${CORE}/escalation/ladders/default.ts`]: [`${CORE}/ladder.test.ts`, `${CORE}/lifting.test.ts`],
};

const OPERATORS = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
};

/** Numbers and operators of `default`, each with the tests of its file and the tests of the whole preset. */
export function partsOfDefault() {
  return DEFAULT_PARTS.flatMap(sourcesIn).flatMap((file) => {
    const source = parse(file);
    const nodes = [...walk(source)];
    return [
      ...nodes.filter(isOwnNumber).map((node) => numberIn(source, node)),
      ...operatorsIn(source, nodes),
    ];
  });
}

/** The words of `default`: each one taken out of its list, with the tests that must miss it. */
export function wordsOfDefault() {
  return sourcesIn(LEXICON)
    .filter((file) => !file.endsWith('/entry.ts'))
    .flatMap((file) => {
      const source = parse(file);
      return [...walk(source)].filter(isWordEntry).map((node) => wordIn(source, node));
    });
}

function isWordEntry(node) {
  return (
    ts.isObjectLiteralExpression(node) &&
    node.properties.some((property) => property.name?.getText() === 'word')
  );
}

function wordIn(source, node) {
  const word = node.properties.find((property) => property.name.getText() === 'word').initializer.text;
  const list = ts.findAncestor(node, ts.isVariableDeclaration).name.getText();
  // A word that no text contains stays in the list, so that lists of one word still compile.
  const mutation = { file: source.fileName, start: node.getStart(), end: node.getEnd(), text: NO_WORD };
  return {
    label: `${list}: ${word}`,
    value: 'word',
    moves: [{ to: 'gone', allowed: true, mutation }],
    tests: WORD_TESTS,
  };
}

function sourcesIn(place) {
  if (place.endsWith('.ts')) return [place];
  return readdirSync(join(ROOT, place))
    .filter((name) => /^(?!index)[^.]+\.ts$/.test(name))
    .map((name) => `${place}${name}`);
}

/** A number that decides something: not a place in a list, a type, or the range of an option. */
function isOwnNumber(node) {
  if (!isNumber(node) || isNumber(node.parent) || ts.isLiteralTypeNode(node.parent)) return false;
  if (ts.isElementAccessExpression(node.parent)) return false;
  return !(ts.isPropertyAssignment(node.parent) && ['min', 'max'].includes(node.parent.name.getText()));
}

function numberIn(source, node) {
  const name = ts.isPropertyAssignment(node.parent) ? node.parent.name.getText() : 'number';
  const range = { min: -Infinity, max: Infinity };
  return { ...describe({ source, node, name, ...range, value: literal(node) }), ...testsOfDefault(source) };
}

function operatorsIn(source, nodes) {
  return nodes
    .filter((node) => ts.isBinaryExpression(node) && OPERATORS[node.operatorToken.getText()] !== undefined)
    .map(({ operatorToken }) => {
      const value = operatorToken.getText();
      const to = OPERATORS[value];
      const [start, end] = [operatorToken.getStart(), operatorToken.getEnd()];
      const line = source.getLineAndCharacterOfPosition(start).line + 1;
      const mutation = { file: source.fileName, start, end, text: to };
      return {
        label: `${source.fileName.replace(`${CORE}/`, '')}:${line} operator`,
        ...{ value, moves: [{ to, allowed: true, mutation }] },
        ...testsOfDefault(source),
      };
    });
}

/** `run.test.ts` and every `run.<subject>.test.ts` beside it are the own tests of `run.ts`. */
function testsOfDefault({ fileName }) {
  const stem = `${basename(fileName, '.ts')}.`;
  // A detector's weights are specified by the detector's tests, too.
  const home = dirname(fileName);
  const folders = [...new Set([home, home.replace(/\/weights$/, '/detectors')])];
  const own = folders
    .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => ({ folder, name })))
    .filter(({ name }) => name.startsWith(stem) && name.endsWith('.test.ts'))
    .map(({ folder, name }) => `${folder}/${name}`)
    .concat(NEAR[fileName] ?? []);
  return own.length > 0 ? { tests: own, more: WHOLE } : { tests: WHOLE, more: [] };
}

function numericOptions(file) {
  const source = parse(file);
  const options = optionsIn(source).filter(({ node }) => isNumber(node));
  return options.map((option) => ({ ...option, source }));
}

/** Every file that the presets are made of, in the order they name them. */
function reachedFrom(presets) {
  const reached = new Set();
  const visit = (source) => {
    for (const file of importsOf(source).flatMap(throughIndex)) {
      if (reached.has(file)) continue;
      reached.add(file);
      visit(parse(file));
    }
  };
  presets.forEach(visit);
  return reached;
}

/** An index leads to the files behind the names taken from it, not to all it lists. */
function throughIndex({ file, names }) {
  if (!file.endsWith('/index.ts')) return [file];
  const index = parse(file);
  const wanted = new Set(names.map(({ original }) => original));
  return index.statements
    .filter((node) => ts.isExportDeclaration(node) && node.moduleSpecifier && node.exportClause)
    .filter(({ exportClause }) => exportClause.elements.some(({ name }) => wanted.has(name.text)))
    .map(({ moduleSpecifier }) => targetOf(index, moduleSpecifier));
}

/** A preset's own numbers. One given to an option has that option's kind and range. */
function presetLiterals(source, declared) {
  return [...walk(source)]
    .filter((node) => isNumber(node) && !isNumber(node.parent) && !ts.isLiteralTypeNode(node.parent))
    .map((node) => {
      const name = ts.isPropertyAssignment(node.parent) ? node.parent.name.text : 'literal';
      const options = declared.filter((option) => option.name === name);
      const kind =
        options.length > 0 && options.every((option) => option.kind === 'ratio') ? 'ratio' : undefined;
      // Several options of one name: the widest range, since which one is meant shows only at run time.
      const min = options.length > 0 ? Math.min(...options.map((option) => option.min)) : -Infinity;
      const max = options.length > 0 ? Math.max(...options.map((option) => option.max)) : Infinity;
      return { source, node, name, kind, min, max, value: literal(node) };
    });
}

function describe({ source, node, name, kind, min, max, value }) {
  const file = source.fileName;
  const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  return {
    label: `${file.replace(`${CORE}/`, '')}:${line} ${name}`,
    value,
    moves: moves(value, kind).map((to) => ({
      to,
      allowed: to >= min && to <= max,
      mutation: { file, start: node.getStart(), end: node.getEnd(), text: String(to) },
    })),
    tests: testsOf(file),
  };
}

/** All tests of the design; of what designs share, the tests of all designs and the file's own. */
function testsOf(file) {
  if (file.startsWith(`${DESIGNS}/`)) return [`${file.split('/').slice(0, 5).join('/')}/`];
  const own = file.replace(/\.ts$/, '.test.ts');
  return exists(own) ? [`${DESIGNS}/`, own] : [`${DESIGNS}/`];
}

/** One down and one up; a fraction moves by 0.01. */
function moves(value, kind) {
  const unit = kind === 'ratio' || !Number.isInteger(value) ? 0.01 : 1;
  // Twelve digits drop what binary fractions add, as in 0.29 + 0.01.
  return [value - unit, value + unit].map((to) => Number(to.toPrecision(12)));
}

function isNumber(node) {
  if (ts.isPrefixUnaryExpression(node))
    return node.operator === ts.SyntaxKind.MinusToken && isNumber(node.operand);
  return ts.isNumericLiteral(node);
}

function exists(file) {
  return existsSync(join(ROOT, file));
}
