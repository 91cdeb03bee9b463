import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: [
    'src/index.ts',
    'src/detectors.ts',
    'src/edge.ts',
    'src/designs/*/index.ts',
    'src/testing/index.ts',
  ],
  format: 'esm',
  // No Node in here: core also runs in browsers, workers, Bun and Deno.
  platform: 'neutral',
  target: 'es2022',
  dts: true,
});
