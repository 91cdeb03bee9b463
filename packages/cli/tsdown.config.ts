import { defineConfig } from 'tsdown';

export default defineConfig({
  // src/cli.ts starts with "#!/usr/bin/env node"; tsdown keeps that line and makes the file executable.
  // opencode's plugin, which `init` writes, loads src/opencode.ts by its place in dist/.
  // Threads of `scan` run src/scan-worker.ts.
  entry: ['src/cli.ts', 'src/opencode.ts', 'src/scan-worker.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // "type": "module" already says what .js means; package.json names dist/cli.js.
  fixedExtension: false,
  dts: false,
});
