// Copy and paste in the sources: no two places share ten or more equal lines, besides those that
// scripts/checks/allowed-copies.mjs lists. White space, comments and import statements do not count.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Detector, weak } from '@jscpd/core';
import { Tokenizer } from '@jscpd/tokenizer';
import { ALLOWED_COPIES, DATA_TABLES } from './allowed-copies.mjs';
import { ROOT } from '../tools.mjs';

const MIN_LINES = 10;
/** Ten short lines have about this many tokens. */
const MIN_TOKENS = 25;
const SOURCE = /^[^/]+\/src\/.*(?<!\.test)\.tsx?$/;
const FROM = /^(?:import|export) [^;]*? from '[^']*';$/gm;

/** jscpd hashes each token and each window of tokens; a cache makes that three times as fast. */
function cachedHash() {
  const known = new Map();
  return (text) => {
    if (text.length > 200) return createHash('sha1').update(text).digest('hex');
    if (!known.has(text)) known.set(text, createHash('sha1').update(text).digest('hex'));
    return known.get(text);
  };
}

/** The store that jscpd asks for; it must reject for an unknown key. */
function mapStore() {
  const values = new Map();
  const unknown = new Error('not found');
  return {
    namespace: () => undefined,
    get: (key) => (values.has(key) ? Promise.resolve(values.get(key)) : Promise.reject(unknown)),
    set: (key, value) => Promise.resolve(values.set(key, value).get(key)),
    close: () => values.clear(),
  };
}

const linesOf = ({ start, end }) => end.line - start.line + 1;
const place = ({ sourceId, start, end }) => ({ file: sourceId, start: start.line, end: end.line });

/** Returns the pairs of places with equal code; `sources` are `[path, text]`. */
export async function copiesIn(sources) {
  const options = { minLines: MIN_LINES - 1, minTokens: MIN_TOKENS, mode: weak, hashFunction: cachedHash() };
  const detector = new Detector(new Tokenizer(), mapStore(), [], options);
  const pairs = [];
  for (const [path, text] of sources) {
    const code = text.replaceAll(FROM, (statement) => statement.replaceAll(/[^\n]/g, ''));
    for (const { duplicationA, duplicationB } of await detector.detect(path, code, 'typescript')) {
      const lines = Math.min(linesOf(duplicationA), linesOf(duplicationB));
      if (lines >= MIN_LINES) pairs.push({ lines, places: [place(duplicationA), place(duplicationB)] });
    }
  }
  return pairs;
}

const keyOf = (files) => [...files].sort().join(' ~ ');

/** Returns one line for each pair that the list does not allow, and for each entry that is no longer needed. */
export function problemsOf(pairs, allowed) {
  const room = new Map(allowed.map(({ files, lines }) => [keyOf(files), lines]));
  const used = new Map();
  for (const { lines, places } of pairs) {
    const key = keyOf(places.map(({ file }) => file));
    used.set(key, (used.get(key) ?? 0) + lines);
  }
  const copied = pairs
    .filter(({ places }) => {
      const key = keyOf(places.map(({ file }) => file));
      return used.get(key) > (room.get(key) ?? 0);
    })
    .map(({ lines, places }) => {
      const [a, b] = places.map(({ file, start, end }) => `${file}:${start}-${end}`);
      return `${a} repeats ${lines} lines of ${b}: share the code`;
    });
  const stale = [...room.keys()]
    .filter((key) => !used.has(key))
    .map((key) => `${key} share no code any more: remove the entry from scripts/checks/allowed-copies.mjs`);
  return [...copied, ...stale];
}

function sources() {
  const home = join(ROOT, 'packages');
  return readdirSync(home)
    .flatMap((name) =>
      readdirSync(join(home, name, 'src'), { recursive: true }).map((file) => `${name}/src/${file}`),
    )
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => SOURCE.test(file) && !DATA_TABLES.includes(`packages/${file}`))
    .sort()
    .map((file) => [`packages/${file}`, readFileSync(join(home, file), 'utf8')]);
}

if (process.argv[1] === import.meta.filename) {
  const files = sources();
  const pairs = await copiesIn(files);
  const problems = problemsOf(pairs, ALLOWED_COPIES);
  for (const problem of problems) console.error(problem);
  console.log(`copies: ${files.length} files, ${pairs.length} pairs, ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
