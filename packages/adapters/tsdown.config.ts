import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: ['src/mcp-transport.ts', 'src/hooks/index.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // "type": "module" already says what .js means; package.json names the files.
  fixedExtension: false,
  dts: true,
});
