import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../usage-error.js';

/** The location of the benchmark data. */
export interface BenchFolders {
  readonly corpus: string;
  /** Every `blind-….jsonl` in it is a set. */
  readonly blind: string;
  /** The file that names the reported split. */
  readonly reported: string;
}

/** The layout in a clone, relative to its root. */
export function foldersOfClone(root = '.'): BenchFolders {
  const data = join(root, 'packages/loopbench/data');
  return { corpus: join(root, 'corpus'), blind: join(data, 'blind'), reported: join(data, 'reported.json') };
}

const OWN_NAME = '@rutbreak/loopbench';

/** The folder of this package, wherever the bundle is inside it. */
export function ownFolder(from = fileURLToPath(import.meta.url)): string {
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (existsSync(file)) {
      const { name } = JSON.parse(readFileSync(file, 'utf8')) as { name?: string };
      if (name === OWN_NAME) return folder;
    }
    if (folder === dirname(folder)) throw new UsageError(`${OWN_NAME} cannot find its own data.`);
  }
}

/** The data in the package, or in the clone that contains it. */
export function ownFolders(home = ownFolder()): BenchFolders {
  const packed = join(home, 'dist/data');
  if (!existsSync(join(home, 'data/reported.json'))) {
    return {
      ...{ corpus: join(packed, 'corpus'), blind: join(packed, 'blind') },
      reported: join(packed, 'reported.json'),
    };
  }
  return foldersOfClone(join(home, '../..'));
}
