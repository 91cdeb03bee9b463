import { createHash } from 'node:crypto';
import { defineConfig, type UserConfig } from 'tsdown';

const shared = {
  platform: 'node',
  target: 'node20.19',
  dts: false,
  // "type": "module" already says what .js means; package.json names dist/cli.js.
  fixedExtension: false,
} as const;

const YAML_LICENCE = '/* Contains yaml, copyright Eemeli Aro and contributors, ISC licence. */';

const hookFile = (entry: Record<string, string>, more: UserConfig = {}): UserConfig => ({
  ...shared,
  entry,
  format: 'cjs',
  clean: false,
  minify: true,
  deps: { alwaysBundle: [/^@rutbreak\//, 'yaml'], onlyBundle: false },
  outputOptions: { codeSplitting: false },
  inputOptions: { resolve: { conditionNames: ['@rutbreak/source', 'node', 'import', 'default'] } },
  ...more,
});

/** Text with other characters takes twice the memory in V8. */
function inAscii(code: string): string {
  return code.replaceAll(/\\?[\u0080-\uffff]/g, (sign) => {
    if (sign.startsWith('\\'))
      throw new Error(`Write the escaped sign in ${JSON.stringify(sign)} as a number.`);
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** As `code-cache.ts` runs it: one function in ASCII, behind a digest by which compiled code is recognised. */
const asFunction: NonNullable<UserConfig['plugins']> = {
  name: 'as-function',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const code = inAscii(chunk.code);
      const digest = createHash('sha256').update(code).digest('hex').slice(0, 16);
      chunk.code = `/*${digest}*/(function (exports, require, module) {\n${code}\n})`;
    }
  },
};

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
  hookFile({ hook: 'src/hook.ts' }),
  hookFile(
    { 'hook-main': 'src/hook-main.ts' },
    {
      plugins: asFunction,
      inputOptions: {
        resolve: {
          alias: { './yaml.js': new URL('src/hook-yaml.ts', import.meta.url).pathname },
          conditionNames: ['@rutbreak/source', 'node', 'import', 'default'],
        },
      },
    },
  ),
  hookFile(
    { 'hook-yaml': 'src/config/yaml.ts' },
    { outputOptions: { codeSplitting: false, banner: YAML_LICENCE } },
  ),
]);
