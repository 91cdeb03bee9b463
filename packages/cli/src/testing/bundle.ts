import { join } from 'node:path';
import { build } from 'tsdown';

const ROOT = join(import.meta.dirname, '../../../..');

/** The current sources as one file that another process can run. */
export async function bundle(entry: string, outDir: string): Promise<string> {
  await build({
    ...{ config: false, cwd: ROOT, entry: { child: entry }, outDir, format: 'esm', platform: 'node' },
    ...{ target: 'node20.19', dts: false, logLevel: 'error', clean: false },
    deps: { alwaysBundle: [/^@rutbreak\//] },
    inputOptions: { resolve: { conditionNames: ['@rutbreak/source', 'node', 'import', 'default'] } },
  });
  return join(outDir, 'child.mjs');
}
