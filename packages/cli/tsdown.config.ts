import { defineConfig, type UserConfig } from 'tsdown';

const shared = {
  platform: 'node',
  target: 'node20.19',
  dts: false,
  // "type": "module" already says what .js means; package.json names dist/cli.js.
  fixedExtension: false,
} as const;

const hookFile = (entry: string): UserConfig => ({
  ...shared,
  entry: [entry],
  format: 'cjs',
  clean: false,
  minify: true,
  deps: { alwaysBundle: [/^@rutbreak\//, 'yaml'], onlyBundle: false },
  outputOptions: {
    codeSplitting: false,
    banner: '/* hook-main.cjs contains yaml, copyright Eemeli Aro and contributors, ISC licence. */',
  },
  inputOptions: { resolve: { conditionNames: ['@rutbreak/source', 'node', 'import', 'default'] } },
});

export default defineConfig([
  {
    ...shared,
    // src/cli.ts starts with "#!/usr/bin/env node"; tsdown keeps that line and makes the file executable.
    // opencode's plugin, which `init` writes, loads src/opencode.ts by its place in dist/.
    // Threads of `scan` run src/scan-worker.ts.
    entry: ['src/cli.ts', 'src/opencode.ts', 'src/scan-worker.ts'],
    format: 'esm',
  },
  // Agents start hook.cjs for each call. All that a hook needs is one file, so that its compiled code can be cached.
  hookFile('src/hook.ts'),
  hookFile('src/hook-main.ts'),
]);
