/** The only file that loads the parser: a quarter of all code, and hardly any hook has a configuration to read. */
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';

export interface ParsedYaml {
  /** Plain JSON. */
  readonly value: unknown;
  /** The line of a key, from 1: `loop_detection.defaults`; or of its nearest ancestor. */
  readonly lineOf: (path: string) => number;
}

export interface YamlProblem {
  readonly why: string;
  readonly hint: string;
  readonly line?: number;
}

/** A duplicate key is a problem, because either value could be the intended one. */
export function parseYaml(text: string): ParsedYaml | YamlProblem {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    ...{ lineCounter: lines, prettyErrors: false, uniqueKeys: true, version: '1.2', merge: false },
  });
  const lineAt = (offset: number): number => Math.max(1, lines.linePos(offset).line);
  const [error] = document.errors;
  if (error)
    return { line: lines.linePos(error.pos[0]).line, why: error.message, hint: 'Correct that line.' };
  try {
    // Anchors that reference each other many times would expand exponentially.
    const value: unknown = document.toJS({ maxAliasCount: 50 });
    return { value, lineOf: (path) => lineAt(offsetOf(document.contents, path)) };
  } catch (error) {
    return { why: (error as Error).message, hint: 'Write the values out instead of naming them.' };
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
