import { readFileSync, statSync } from 'node:fs';
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { CliError } from '../errors/cli-error.js';

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
    const { size } = statSync(path);
    if (size <= MAX_BYTES) return readFileSync(path, 'utf8');
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

/** A duplicate key is an error, because either value could be the intended one. */
export function parseConfig(text: string, path: string): ConfigFile {
  const lines = new LineCounter();
  const document = parseDocument(text.replace(/^\ufeff/, ''), {
    ...{ lineCounter: lines, prettyErrors: false, uniqueKeys: true, version: '1.2', merge: false },
  });
  const [error] = document.errors;
  if (error) {
    const { line } = lines.linePos(error.pos[0]);
    throw new CliError('CONFIG_FILE', { path, line, why: error.message, hint: 'Correct that line.' });
  }
  const lineAt = (offset: number): number => Math.max(1, lines.linePos(offset).line);
  return {
    path,
    value: toPlain(document, path) ?? {},
    lineOf: (path) => lineAt(offsetOf(document.contents, path)),
  };
}

function toPlain(document: ReturnType<typeof parseDocument>, path: string): unknown {
  try {
    // Anchors that reference each other many times would expand exponentially.
    return document.toJS({ maxAliasCount: 50 });
  } catch (error) {
    const why = (error as Error).message;
    throw new CliError('CONFIG_FILE', {
      path,
      why,
      hint: 'Write the values out instead of naming them.',
    });
  }
}

function offsetOf(node: unknown, path: string, above = 0): number {
  if (isMap(node)) {
    const named = node.items.flatMap(({ key, value }) =>
      isScalar(key) && leadsTo(String(key.value), path) ? [{ key, value, name: String(key.value) }] : [],
    );
    // Names may contain dots: the longest match wins.
    const [pair] = named.sort((a, b) => b.name.length - a.name.length);
    if (!pair) return above;
    return offsetOf(pair.value, path.slice(pair.name.length + 1), pair.key.range?.[0] ?? above);
  }
  if (!isSeq(node) || path === '') return above;
  const [place = ''] = path.split('.');
  const item = node.items[Number(place)] as { range?: readonly number[] } | undefined;
  return item ? offsetOf(item, path.slice(place.length + 1), item.range?.[0] ?? above) : above;
}

function leadsTo(name: string, path: string): boolean {
  return path === name || path.startsWith(`${name}.`);
}
