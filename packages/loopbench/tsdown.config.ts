import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: ['src/index.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // "type": "module" already says what .js means.
  fixedExtension: false,
  dts: true,
});
