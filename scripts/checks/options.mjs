// Reads the options that a source file declares, without running it: `window: integer(5, { min: 2 })`.
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../tools.mjs';

const KINDS = ['integer', 'ratio', 'number', 'flag', 'choice'];
/** Where the kinds themselves are written, with the range each has when an option names none. */
const KINDS_FILE = 'packages/core/src/detection/options.ts';

export function parse(file) {
  return ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true);
}

export function* walk(node) {
  yield node;
  const children = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* walk(child);
}

/** The relative imports of a file: the file each leads to, and the names taken from it. */
export function importsOf(source) {
  return source.statements
    .filter((node) => ts.isImportDeclaration(node) && node.moduleSpecifier.text.startsWith('.'))
    .map(({ moduleSpecifier, importClause }) => ({
      file: targetOf(source, moduleSpecifier),
      names: (importClause?.namedBindings?.elements ?? []).map(({ name, propertyName }) => ({
        local: name.text,
        original: (propertyName ?? name).text,
      })),
    }));
}

/** The source file behind `./x.js`, as a path from the root with forward slashes. */
export function targetOf(source, specifier) {
  return posix.join(posix.dirname(source.fileName), specifier.text.replace(/\.js$/, '.ts'));
}

/** The file's options and those it takes in from another file: `{ ...trendOptions, window: integer(5) }`. */
export function allOptionsOf(source) {
  const spread = [...walk(source)]
    .filter(ts.isSpreadAssignment)
    .map(({ expression }) => expression.getText());
  const shared = importsOf(source).flatMap(({ file, names }) =>
    names
      .filter(({ local }) => spread.includes(local))
      .flatMap(({ original }) => optionsIn(variable(parse(file), original))),
  );
  return [...optionsIn(source), ...shared];
}

function variable(source, name) {
  return (
    [...walk(source)].find((node) => ts.isVariableDeclaration(node) && node.name.getText() === name) ?? source
  );
}

/** Every option written here: its name, kind, default, range, and the node that holds the default. */
export function optionsIn(source) {
  return [...walk(source)].filter(isOption).map(({ name, initializer }) => {
    const [node, settings] = initializer.arguments;
    const kind = initializer.expression.text;
    return { name: name.text, kind, node, value: literal(node), ...rangeOf(kind, settings) };
  });
}

export function literal(node) {
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken)
    return -literal(node.operand);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  return node.getText();
}

function isOption(node) {
  if (!ts.isPropertyAssignment(node) || !ts.isCallExpression(node.initializer)) return false;
  const { expression, arguments: given } = node.initializer;
  return ts.isIdentifier(expression) && KINDS.includes(expression.text) && given.length > 0;
}

function rangeOf(kind, settings) {
  const range = { min: -Infinity, max: Infinity, ...usualRanges()[kind] };
  for (const property of settings?.properties ?? []) {
    if (ts.isPropertyAssignment(property) && property.name.text in range) {
      range[property.name.text] = literal(property.initializer);
    }
  }
  return range;
}

let usual;
/** `function integer(value, { min = 1, max = 1000 })` → { integer: { min: 1, max: 1000 } } */
function usualRanges() {
  usual ??= Object.fromEntries(
    (existsSync(join(ROOT, KINDS_FILE)) ? parse(KINDS_FILE).statements : [])
      .filter((node) => ts.isFunctionDeclaration(node) && KINDS.includes(node.name?.text))
      .map((node) => [node.name.text, defaultsOf(node.parameters[1]?.name)]),
  );
  return usual;
}

function defaultsOf(pattern) {
  const elements = pattern?.elements ?? [];
  const withDefault = elements.filter(
    ({ name, initializer }) => initializer && ['min', 'max'].includes(name.text),
  );
  return Object.fromEntries(withDefault.map(({ name, initializer }) => [name.text, literal(initializer)]));
}
