import { describe, expect, it } from 'vitest';
import { jsonPathOf, valuesAt } from './json-path.js';

const args = {
  path: '/etc',
  'a b': 1,
  deep: { list: [{ id: 1 }, { id: 2 }], flag: null },
  empty: {},
};

describe('a JSON path', () => {
  it.each<[string, unknown[]]>([
    ['$', [args]],
    ['$.path', ['/etc']],
    ["$['a b']", [1]],
    ['$["a b"]', [1]],
    ['$.deep.list[1].id', [2]],
    ['$.deep.list[*].id', [1, 2]],
    ['$.deep.flag', [null]],
    ['$.deep.*', [args.deep.list, null]],
    ['$.gone', []],
    ['$.path.length', []],
    ['$.deep.list[9]', []],
    ['$.toString', []],
    ['$.__proto__', []],
  ])('%s selects the named values, and only own properties', (source, expected) => {
    expect(valuesAt(args, jsonPathOf(source)!)).toEqual(expected);
  });

  it.each(['path', '', '$path', '$.', '$..a', '$[', '$[a]', '$[-1]', "$['a", '$[01]', '$.a]'])(
    '%j is no path',
    (source) => {
      expect(jsonPathOf(source)).toBeUndefined();
    },
  );
});
