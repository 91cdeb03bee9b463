// Puts all mutants of the sources into one bundle, each behind a switch: nothing is compiled twice, and the switches tell
// which mutants a trace can notice at all.
import ts from 'typescript';
import { parse, walk } from '../checks/options.mjs';
import { pathOf } from './mutating.mjs';

/** The name under which the bundle knows the switchboard. */
export const BOARD = '$mutant';
/** Names of constants. A local variable never looks like this. */
const CONSTANT = /^[A-Z][A-Z0-9_]*$/;

/** A plugin that builds the switches in. `find` returns a mutation's number, and whether it works at load time only. */
export function switches(places) {
  const all = places.flatMap(({ moves }) => moves.map(({ mutation }) => mutation));
  const keyOf = ({ file, start, text }) => `${file}:${start}:${text}`;
  // Zero means that no mutant is on.
  const numbers = new Map(all.map((mutation, i) => [keyOf(mutation), i + 1]));
  const files = new Map([...new Set(all.map(({ file }) => file))].map((file) => [pathOf(file), file]));
  const early = new Set();
  const numbered = (file) =>
    all.filter((one) => one.file === file).map((one) => ({ ...one, number: numbers.get(keyOf(one)) }));
  const plugin = {
    name: 'rutbreak-switches',
    enforce: 'pre',
    transform(_, id) {
      const file = files.get(id.split('?')[0]);
      return file === undefined ? null : { code: switched(parse(file), numbered(file), early), map: null };
    },
  };
  const find = (mutation) => {
    const number = numbers.get(keyOf(mutation));
    return { number, isEarly: early.has(number) };
  };
  return { plugin, find };
}

/** The source with a switch at every mutation. `early` collects the numbers of those that work at load time. */
function switched(source, mutations, early) {
  const constants = constantsIn(source, mutations);
  const names = new Map(constants.flatMap(({ name, uses }) => uses.map((use) => [use, name])));
  const inConstants = new Set(constants.flatMap(({ own }) => own));
  const at = (start) => mutations.filter((one) => one.start === start && !inConstants.has(one));
  const { transformed } = ts.transform(source, [
    (context) => {
      const visit = (node) => {
        const inner = ts.visitEachChild(node, visit, context);
        if (ts.isBinaryExpression(node)) return withOperator(inner, at(node.operatorToken.getStart()));
        if (names.has(node)) return call('constant', raw(othersOf(names.get(node))), node);
        const own = ts.isExpression(node)
          ? at(node.getStart()).filter(({ end }) => end === node.getEnd())
          : [];
        if (own.length === 0) return inner;
        if (!isInFunction(node)) for (const { number } of own) early.add(number);
        return call('value', own[0].number, inner, ...own.map(({ text }) => raw(text)));
      };
      return (root) => ts.visitNode(root, visit);
    },
  ]);
  return [ts.createPrinter().printFile(transformed[0]), ...constants.map(declareOthers)].join('\n');
}

const othersOf = (name) => `${name}$others`;

/** The other values of a constant, by the number of the mutant. A `var`, because a function may run before this line. */
function declareOthers({ name, initializer, own }) {
  const offset = initializer.getStart();
  const text = initializer.getText();
  const others = own.map(
    ({ number, start, end, text: other }) =>
      `${number}: ${text.slice(0, start - offset)}${other}${text.slice(end - offset)}`,
  );
  return `var ${othersOf(name)} = { ${others.join(', ')} };`;
}

function withOperator(node, mutations) {
  if (mutations.length === 0) return node;
  const [{ number, text }] = mutations;
  const operator = ts.tokenToString(node.operatorToken.kind);
  const isLogic = operator === '&&' || operator === '||';
  const right = isLogic
    ? ts.factory.createArrowFunction(undefined, undefined, [], undefined, undefined, node.right)
    : node.right;
  const names = [operator, text].map((one) => ts.factory.createStringLiteral(one));
  return call(isLogic ? 'logic' : 'binary', number, ...names, node.left, right);
}

/** The constants that hold mutations and are used in functions of this file only: their uses can be switched. */
function constantsIn(source, mutations) {
  const nodes = [...walk(source)];
  return nodes
    .filter(
      (node) => ts.isVariableDeclaration(node) && CONSTANT.test(node.name.getText()) && !isInFunction(node),
    )
    .map(({ name, initializer, parent }) => ({
      ...{ name: name.text, initializer, isExported: parent.parent.modifiers?.length > 0 },
      own: mutations.filter(({ start, end }) => start >= initializer.pos && end <= initializer.end),
      uses: nodes.filter((node) => ts.isIdentifier(node) && node.text === name.text && isUse(node)),
    }))
    .filter(({ own, uses, isExported }) => own.length > 0 && !isExported && uses.every(isSwitchable));
}

function isUse(node) {
  const { parent } = node;
  const isName = parent.name === node || (ts.isPropertyAssignment(parent) && parent.initializer !== node);
  return (!isName || ts.isShorthandPropertyAssignment(parent)) && !ts.isTypeQueryNode(parent);
}

function isSwitchable(node) {
  return isInFunction(node) && !ts.isShorthandPropertyAssignment(node.parent);
}

function isInFunction(node) {
  return ts.findAncestor(node, ts.isFunctionLike) !== undefined;
}

function call(name, first, ...more) {
  const board = ts.factory.createPropertyAccessExpression(raw(BOARD), name);
  const given = typeof first === 'number' ? raw(String(first)) : first;
  return ts.factory.createCallExpression(board, undefined, [given, ...more]);
}

/** Printed as it stands. */
const raw = (text) => ts.factory.createIdentifier(text);

const BINARY = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '===': (a, b) => a === b,
  '!==': (a, b) => a !== b,
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
};
const LOGIC = { '&&': (a, b) => a && b(), '||': (a, b) => a || b() };

/** The switches at run time. `current`: the mutant that is on. `reached`: collects mutants that made a difference. */
export function switchboard(current = 0) {
  const note = (number, value, other) => {
    if (!board.reached.has(number) && differs(value, other)) board.reached.add(number);
  };
  const board = {
    current,
    reached: undefined,
    value(number, original, one, other) {
      board.reached?.add(number).add(number + 1);
      if (board.current === number) return one;
      return board.current === number + 1 && other !== undefined ? other : original;
    },
    binary(number, operator, other, a, b) {
      if (board.current === number) return BINARY[other](a, b);
      const value = BINARY[operator](a, b);
      if (board.reached) note(number, value, () => BINARY[other](a, b));
      return value;
    },
    logic(number, operator, other, a, b) {
      if (board.current === number) return LOGIC[other](a, b);
      const value = LOGIC[operator](a, b);
      if (board.reached) note(number, value, () => LOGIC[other](a, b));
      return value;
    },
    constant(others, value) {
      if (board.reached) for (const number in others) board.reached.add(Number(number));
      return others?.[board.current] ?? value;
    },
  };
  return board;
}

/** Core is pure, so trying the other side changes nothing. It may throw, which is a difference. */
function differs(value, other) {
  try {
    return !Object.is(value, other());
  } catch {
    return true;
  }
}
