import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { failOpen } from './fail-open.js';
import type { AdapterOptions } from './options.js';

/** The tested versions of each framework: from the first, below the second. */
export const TESTED_VERSIONS = {
  '@google/adk': ['2.0', '3.0'],
  '@mastra/core': ['1.0', '2.0'],
  '@openai/agents': ['0.1', '0.21'],
  '@voltagent/core': ['2.0', '3.0'],
  ai: ['5.0', '8.0'],
  langchain: ['1.0', '2.0'],
} as const satisfies Readonly<Record<string, readonly [from: string, below: string]>>;

export type Framework = keyof typeof TESTED_VERSIONS;

const warned = new Set<Framework>();

/** Warns once per process if the installed version is outside the tested range. */
export function checkVersion(name: Framework, options: Pick<AdapterOptions, 'onWarning' | 'onError'>): void {
  if (warned.has(name)) return;
  warned.add(name);
  failOpen(options, undefined, () => {
    const text = versionWarning(name, installedVersion(name, import.meta.dirname));
    if (text === undefined) return;
    if (options.onWarning) options.onWarning(text);
    else process.emitWarning(text, 'RutbreakWarning');
  });
}

/** Undefined if the version is tested or unknown: bundled programs have no package files. */
export function versionWarning(name: Framework, version: string | undefined): string | undefined {
  const [from, below] = TESTED_VERSIONS[name];
  if (version === undefined) return undefined;
  if (!isBelow(version, from) && isBelow(version, below)) return undefined;
  return `@rutbreak/adapters is tested with ${name} ${from} up to, not including, ${below}; ${version} is installed. The guard may miss loops.`;
}

/** Finds the package in the way that Node does. */
export function installedVersion(name: string, from: string): string | undefined {
  try {
    const file = join(from, 'node_modules', name, 'package.json');
    return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version?: string }).version;
  } catch {
    const parent = dirname(from);
    return parent === from ? undefined : installedVersion(name, parent);
  }
}

/** Compares the first two numbers. */
function isBelow(version: string, limit: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [majorLimit = 0, minorLimit = 0] = limit.split('.').map(Number);
  return major < majorLimit || (major === majorLimit && minor < minorLimit);
}
