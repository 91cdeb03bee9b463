/** Separate from reading a file: every hook start searches for one, and there is hardly ever one to read. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CliError } from '../errors/cli-error.js';

const NAMES = ['rutbreak.config.yaml', 'rutbreak.config.yml', 'rutbreak.config.json'];

/** Finds the nearest configuration file, from this folder upwards. Two in one folder are an error. */
export function findConfigFile(folder: string): string | undefined {
  for (let here = folder; ; here = dirname(here)) {
    const [found, other] = NAMES.map((name) => join(here, name)).filter((path) => existsSync(path));
    if (found !== undefined && other !== undefined)
      throw new CliError('CONFIG_FILE', {
        path: found,
        hint: `There is ${other} too: keep one of them.`,
      });
    if (found !== undefined) return found;
    if (dirname(here) === here) return undefined;
  }
}
