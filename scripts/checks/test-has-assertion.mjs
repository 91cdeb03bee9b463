// A test without an assertion passes whatever the code does. Each test must call `expect`, or a function that does:
// one of the same file, or one that `helpers` names.
const TESTS = ['it', 'test'];
const ASSERTIONS = ['expect', 'assert', 'expectTypeOf', 'assertType'];

/** The name at the start of a callee: `it` for `it.each(rows)`, `expect` for `expect(x).toBe`. */
function rootName(node) {
  switch (node.type) {
    case 'Identifier':
      return node.name;
    case 'MemberExpression':
      return rootName(node.object);
    case 'CallExpression':
      return rootName(node.callee);
    case 'TaggedTemplateExpression':
      return rootName(node.tag);
    default:
      return undefined;
  }
}

/** `expect(x).toBe(y)`, `assert.equal(x, y)`, and `fc.assert(property)` of fast-check. */
function isAssertion(callee) {
  const root = rootName(callee);
  return ASSERTIONS.includes(root) || (root === 'fc' && callee.property?.name === 'assert');
}

const isFunction = (node) => /^(?:Arrow)?Function(?:Expression|Declaration)$/.test(node?.type ?? '');
const isNode = (value) => typeof value?.type === 'string';

/** `it(title, body)`, `it.skipIf(x)(title, body)`, `it.each(rows)(title, body)`; not `it.each(rows)` alone. */
function isTest(node, names) {
  return names.has(rootName(node.callee)) && node.arguments.length >= 2;
}

/** The names under which a file imports `it` and `test`: a file may have a function `test` of its own. */
function testNames({ body }) {
  return new Set(
    body
      .filter(({ type, source }) => type === 'ImportDeclaration' && source.value === 'vitest')
      .flatMap(({ specifiers }) => specifiers)
      .filter(({ imported }) => TESTS.includes(imported?.name))
      .map(({ local }) => local.name),
  );
}

/** All nodes below a node, itself included. */
function* nodesBelow(node, keys) {
  yield node;
  for (const key of keys[node.type] ?? []) {
    const children = Array.isArray(node[key]) ? node[key] : [node[key]];
    for (const child of children) if (isNode(child)) yield* nodesBelow(child, keys);
  }
}

/** The name of a function, of a variable that holds one, or of a property of an object that holds one. */
function functionName({ parent, id }) {
  if (id) return id.name;
  if (parent.type === 'VariableDeclarator') return parent.id.name;
  if (parent.type === 'Property' || parent.type === 'MethodDefinition') return parent.key.name;
  // `const helper = wrap(() => …)`
  if (parent.type === 'CallExpression' && parent.parent.type === 'VariableDeclarator')
    return parent.parent.id.name;
  return undefined;
}

/** Follows calls and names that are passed on, as in `.then(check)`, until one asserts. */
function asserts(start, { keys, functions, helpers }) {
  const seen = new Set();
  const waiting = [start];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop())
    for (const { type, name, callee } of nodesBelow(node, keys)) {
      if (type === 'CallExpression' && isAssertion(callee)) return true;
      if (type !== 'Identifier' || seen.has(name)) continue;
      seen.add(name);
      if (helpers.includes(name)) return true;
      waiting.push(...(functions.get(name) ?? []));
    }
  return false;
}

export const testHasAssertion = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object', properties: { helpers: { type: 'array', items: { type: 'string' } } } }],
    messages: {
      none: 'This test asserts nothing, so it can never fail. Say what must hold with `expect`.',
    },
  },
  create(context) {
    const keys = context.sourceCode.visitorKeys;
    const { helpers = [] } = context.options[0] ?? {};
    const names = testNames(context.sourceCode.ast);
    const functions = new Map();
    const tests = [];
    const keep = (node) => {
      const name = functionName(node);
      if (name !== undefined) functions.set(name, [...(functions.get(name) ?? []), node.body]);
    };
    return {
      ':function': keep,
      CallExpression: (node) => void (isTest(node, names) && tests.push(node)),
      'Program:exit': () => {
        for (const node of tests) {
          const body = node.arguments.find((argument) => isFunction(argument)) ?? node.arguments[1];
          if (!asserts(body, { keys, functions, helpers })) context.report({ node, messageId: 'none' });
        }
      },
    };
  },
};
