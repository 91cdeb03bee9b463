import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';

// Workspace packages resolve to their sources, so tests run without a build. Vitest's own
// conditions follow, because setting the list replaces them.
const conditions = ['@rutbreak/source', 'node', 'development|production'];

/** One change to one source file, in memory only; `npm run mutate:presets` sets it. */
interface Mutation {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function mutate(json: string): Plugin {
  const { file, start, end, text } = JSON.parse(json) as Mutation;
  const target = resolve(import.meta.dirname, file).replaceAll('\\', '/');
  return {
    name: 'rutbreak-mutate',
    // Before TypeScript is compiled away: the positions are those of the file on disk.
    enforce: 'pre',
    transform: (code, id) =>
      id.split('?')[0] === target ? { code: code.slice(0, start) + text + code.slice(end), map: null } : null,
  };
}

const mutation = process.env['RUTBREAK_MUTATE'];

export default defineConfig({
  plugins: mutation === undefined ? [] : [mutate(mutation)],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // Many suites wait for processes of their own; with one less than there are cores, half of two would lie idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Generous: several suites share two cores, and a slow machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    // Browsers and processes share two cores in CI. A test that passes the second time is reported as flaky.
    retry: process.env['CI'] === undefined ? 0 : 1,
    include: [
      'packages/**/*.test.ts',
      'scripts/**/*.test.{ts,mjs}',
      'bench/**/*.test.ts',
      'quality/**/*.test.ts',
      'examples/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**', '.cache/**'],
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      exclude: ['**/*.test.ts'],
    },
  },
});
