import { defineConfig } from 'tsdown';

export default defineConfig({
  // src/cli.ts starts with "#!/usr/bin/env node"; tsdown keeps that line and makes the file executable.
  entry: ['src/cli.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // "type": "module" already says what .js means; package.json names dist/cli.js.
  fixedExtension: false,
  dts: false,
});
