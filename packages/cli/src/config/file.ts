import { readFileSync, statSync } from 'node:fs';
import { CliError } from '../errors/cli-error.js';
import { parseYaml } from './yaml.js';

/** A parsed configuration file with the line of each key. Other files interpret it. */
export interface ConfigFile {
  readonly path: string;
  /** Plain JSON; an empty file is an empty object. */
  readonly value: unknown;
  /** The line of a key, from 1: `loop_detection.defaults`; or of its nearest ancestor. */
  readonly lineOf: (path: string) => number;
}

const MAX_BYTES = 1 << 20;

/** YAML or JSON, which is also YAML. Throws a RutbreakError with path, line and a hint. */
export function readConfigFile(path: string): ConfigFile {
  return parseConfig(readBounded(path), path);
}

function readBounded(path: string): string {
  try {
    const found = statSync(path);
    // Reading a pipe waits for its writer, and the agent waits for its hook.
    if (!found.isFile()) throw new Error('it is not a regular file');
    if (found.size <= MAX_BYTES) return readFileSync(path, 'utf8');
  } catch (error) {
    const why =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (error as Error).message;
    throw new CliError('CONFIG_FILE', { path, why, hint: 'Name a file that you can read.' });
  }
  throw new CliError('CONFIG_FILE', {
    path,
    why: 'it is larger than 1 MiB',
    hint: 'Name another file.',
  });
}

export function parseConfig(text: string, path: string): ConfigFile {
  const parsed = parseYaml(text.replace(/^\ufeff/, ''));
  if ('why' in parsed) throw new CliError('CONFIG_FILE', { path, ...parsed });
  return { path, value: parsed.value ?? {}, lineOf: parsed.lineOf };
}
