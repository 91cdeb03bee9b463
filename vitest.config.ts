import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Workspace packages resolve to their sources, so tests run without a build. Vitest's own
// conditions follow, because setting the list replaces them.
const conditions = ['@rutbreak/source', 'node', 'development|production'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: [
      'packages/**/*.test.ts',
      'scripts/**/*.test.{ts,mjs}',
      'bench/**/*.test.ts',
      'quality/**/*.test.ts',
      'examples/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**', '.cache/**'],
    // A worker runs many files and loads the modules once, so a test leaves nothing behind in its process.
    isolate: false,
    // Many suites wait for processes of their own; with one less than there are cores, half of two would lie idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Generous: several suites share two cores, and a slow machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    // Browsers and processes share two cores in CI. A test that passes the second time is reported as flaky.
    retry: process.env['CI'] === undefined ? 0 : 1,
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      exclude: ['**/*.test.ts'],
    },
  },
});
