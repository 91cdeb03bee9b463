import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: ['src/mcp/index.ts'],
  outDir: 'dist/mcp',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // "type": "module" already says what .js means; package.json names dist/mcp/index.js.
  fixedExtension: false,
  dts: true,
});
