import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { testHasAssertion } from './scripts/checks/test-has-assertion.mjs';

const TESTS = ['**/*.test.ts', '**/*.test.mjs'];
const CORE = 'packages/core/src';
const PURE =
  'packages/core judges; it does not look at the world. Take the value from the event or the caller.';
const LEAVE = 'Only cli.ts and hook.ts of packages/cli/src end the process. Return what should happen.';
const ENV = 'Only packages/cli/src/config/ reads the environment. Take the value from the configuration.';

/** Clocks, chance, I/O and everything that answers later. */
const WORLD = [
  ...['process', 'console', 'performance', 'crypto', 'fetch', 'navigator', 'Buffer', 'globalThis', 'require'],
  ...['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'queueMicrotask'],
];

/** Long lists with hardly any code. */
const DATA_TABLES = [
  'dependency-cruiser.config.cjs',
  'quality/redaction/look-alikes/ids.ts',
  'packages/dashboard/src/testing/hostile.ts',
];

const EVERYWHERE = [
  { selector: 'ExportAllDeclaration', message: 'Name what you export.' },
  { selector: 'TSEnumDeclaration', message: 'Use a union of string literals.' },
];

const NOT_IN_CORE = [
  "NewExpression[callee.name='Date'][arguments.length=0]",
  "CallExpression[callee.name='Date']",
  ':function[async=true]',
  'AwaitExpression',
  'ForOfStatement[await=true]',
  'ImportExpression',
].map((selector) => ({ selector, message: PURE }));

const exit = [
  { object: 'process', property: 'exit', message: LEAVE },
  { object: 'process', property: 'exitCode', message: LEAVE },
];
const env = [{ object: 'process', property: 'env', message: ENV }];
// `import { env } from 'node:process'` would go around the rules above.
const processByName = ['process', 'node:process'].map((name) => ({
  name,
  message: 'Use the global `process`, so that the rules about it can see it.',
}));

export default defineConfig(
  { ignores: ['**/dist/', 'coverage/', '.cache/'] },
  ...tseslint.configs.strictTypeChecked,
  { languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } } },
  {
    name: 'rutbreak/house-style',
    rules: {
      // All lines count, also blank lines and comments: a reader scrolls past them, too.
      'max-lines': ['error', { max: 250 }],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      'no-restricted-exports': [
        'error',
        { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } },
      ],
      'no-restricted-syntax': ['error', ...EVERYWHERE],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // `this: void` says that a method may be taken off its object.
      '@typescript-eslint/no-invalid-void-type': ['error', { allowAsThisParameter: true }],
      // A number in a template reads well and cannot go wrong; objects and undefined still can.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `onEnd: () => list.push(x)` is fine; the value is dropped where the type says void.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
    },
  },
  {
    name: 'rutbreak/one-exit-one-environment',
    files: ['packages/*/src/**'],
    ignores: TESTS,
    rules: {
      'no-restricted-imports': ['error', { paths: processByName }],
      'no-restricted-properties': ['error', ...exit, ...env],
    },
  },
  {
    files: ['packages/cli/src/cli.ts', 'packages/cli/src/hook.ts'],
    rules: { 'no-restricted-properties': ['error', ...env] },
  },
  {
    files: ['packages/cli/src/config/**'],
    ignores: TESTS,
    rules: { 'no-restricted-properties': ['error', ...exit] },
  },
  {
    name: 'rutbreak/core-is-pure',
    files: [`${CORE}/**`],
    ignores: [...TESTS, `${CORE}/testing/**`],
    rules: {
      'no-restricted-globals': ['error', ...WORLD.map((name) => ({ name, message: PURE }))],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: PURE },
        { object: 'Math', property: 'random', message: PURE },
      ],
      'no-restricted-syntax': ['error', ...EVERYWHERE, ...NOT_IN_CORE],
    },
  },
  {
    // Windows and columns: the index is in range by construction, and a check would only hide a mistake.
    files: [`${CORE}/**`, 'bench/**'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    // `parsed<Call>(texts)` says what the JSON is; that is all the type parameter is for.
    files: ['bench/**'],
    rules: { '@typescript-eslint/no-unnecessary-type-parameters': 'off' },
  },
  {
    // Tables of templates: the type of the table says what each of them is.
    files: ['quality/redaction/{surroundings,look-alikes/*}.ts'],
    rules: { '@typescript-eslint/explicit-module-boundary-types': 'off' },
  },
  {
    // Markup takes lines without being complicated.
    files: ['packages/dashboard/**/*.tsx'],
    rules: { 'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }] },
  },
  {
    // Tests are tables, and free to look into parsed JSON.
    files: [...TESTS, 'packages/gateway/src/testing/**'],
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // A detector of `default` is a declaration: what it listens to, says and counts. The weights stand beside it.
    files: [`${CORE}/detection/detectors/*.ts`],
    rules: { 'max-lines': ['error', { max: 60 }] },
  },
  { files: [`${CORE}/designs/*/detectors/*.ts`], rules: { 'max-lines': ['error', { max: 120 }] } },
  { files: TESTS, rules: { 'max-lines': ['error', { max: 500 }] } },
  { name: 'rutbreak/data-tables', files: DATA_TABLES, rules: { 'max-lines': 'off' } },
  {
    name: 'rutbreak/tests-assert',
    files: TESTS,
    plugins: { rutbreak: { rules: { 'test-has-assertion': testHasAssertion } } },
    rules: { 'rutbreak/test-has-assertion': 'error' },
  },
  {
    // In a browser, waiting for something that does not come fails the test.
    files: ['packages/dashboard/**/*.test.ts'],
    rules: {
      'rutbreak/test-has-assertion': ['error', { helpers: ['waitFor', 'waitForURL', 'screenshot'] }],
    },
  },
  {
    // Plain JavaScript has no types to check; configuration files must export a default.
    files: ['**/*.{js,mjs,cjs}'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: {
      '@typescript-eslint/explicit-module-boundary-types': 'off',
      '@typescript-eslint/no-require-imports': 'off',
    },
  },
  { files: ['**/*.config.{ts,js,cjs}'], rules: { 'no-restricted-exports': 'off' } },
);
