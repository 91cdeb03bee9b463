import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Workspace packages resolve to their sources, so tests run without a build. Vitest's own
// conditions follow, because setting the list replaces them.
const conditions = ['@rutbreak/source', 'node', 'development|production'];

/** Tests that leave nothing behind in their process. A worker runs many of these files and loads the modules once. */
const TOGETHER = ['core', 'proxy', 'adapters', 'gateway', 'loopbench'].map(
  (name) => `packages/${name}/**/*.test.ts`,
);

export default defineConfig({
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
    projects: [
      { extends: true, test: { name: 'together', isolate: false, include: TOGETHER } },
      {
        extends: true,
        test: {
          name: 'apart',
          include: [
            'packages/**/*.test.ts',
            'scripts/**/*.test.{ts,mjs}',
            'bench/**/*.test.ts',
            'quality/**/*.test.ts',
            'examples/**/*.test.ts',
          ],
          exclude: TOGETHER,
        },
      },
    ],
    exclude: ['**/node_modules/**', '**/dist/**', '.cache/**'],
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      exclude: ['**/*.test.ts'],
    },
  },
});
