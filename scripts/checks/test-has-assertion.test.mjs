import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { testHasAssertion } from './test-has-assertion.mjs';

function problemsIn(code, helpers = []) {
  const config = {
    languageOptions: { sourceType: 'module' },
    plugins: { local: { rules: { 'test-has-assertion': testHasAssertion } } },
    rules: { 'local/test-has-assertion': ['error', { helpers }] },
  };
  return new Linter()
    .verify(`import { expect, it } from 'vitest';\n${code}`, config)
    .map(({ messageId }) => messageId);
}

describe('a test', () => {
  it.each([
    ['that calls expect passes', "it('a', () => expect(1).toBe(1));"],
    ['of a table passes', "it.each([1])('a', (x) => { expect(x).toBe(1); });"],
    [
      'that calls a function of its file passes',
      "const check = (x) => expect(x).toBe(1);\nit('a', () => check(1));",
    ],
    [
      'that hands a function on passes',
      "function check(x) { expect(x).toBe(1); }\nit('a', () => load().then(check));",
    ],
    ['whose body is a name passes', "const body = () => expect(1).toBe(1);\nit('a', body);"],
    ['of properties passes', "it('a', () => fc.assert(fc.property(any, isRight)));"],
  ])('%s', (_, code) => expect(problemsIn(code)).toEqual([]));

  it.each([
    ['without an assertion fails', "it('a', () => { run(); });"],
    ['that only mentions expect fails', "it('a', () => run({ expect: 1 }));"],
    ['of a table fails', "it.each([1])('a', (x) => run(x));"],
    ['that calls a function without assertion fails', "const check = (x) => x;\nit('a', () => check(1));"],
  ])('%s', (_, code) => expect(problemsIn(code)).toEqual(['none']));

  it('may call a helper that the configuration names', () =>
    expect(problemsIn("it('a', () => page.waitFor());", ['waitFor'])).toEqual([]));

  it('is not every function called "test"', () => {
    const code = "const test = (a, b) => [a, b];\ntest('a', () => 1);";
    expect(problemsIn(code)).toEqual([]);
  });
});
