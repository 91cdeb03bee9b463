import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WordEntry } from './entry.js';
import * as fields from './field-names.js';
import * as outcomes from './outcome-words.js';
import * as shell from './shell.js';
import * as tools from './tool-names.js';
import * as units from './units.js';

const MOST = 150;
const CORPUS = join(import.meta.dirname, '../../../../corpus');

const lists = Object.entries({ ...tools, ...shell, ...outcomes, ...units, ...fields }) as [
  string,
  readonly WordEntry[],
][];
const entries = lists.flatMap(([, list]) => list);

function corpusIds(): ReadonlySet<string> {
  const files = ['healthy', 'looping'].flatMap((folder) =>
    readdirSync(join(CORPUS, folder)).map((file) => join(CORPUS, folder, file)),
  );
  const traces = files.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'));
  return new Set(traces.map((trace) => (JSON.parse(trace) as { readonly id: string }).id));
}

describe('the words that detection knows', () => {
  it('are few', () => {
    expect(new Set(entries.map(({ word }) => word)).size).toBeLessThanOrEqual(MOST);
  });

  it.each(lists)('%s: no word occurs twice, and each is in lower case', (_, list) => {
    const words = list.map(({ word }) => word);
    expect(new Set(words).size).toBe(words.length);
    expect(words).toEqual(words.map((word) => word.toLowerCase()));
    expect(words).not.toContain('');
  });

  it('each names a trace, and a second one from another source if there is one', () => {
    for (const { word, traces } of entries) {
      expect(traces.length, word).toBeGreaterThanOrEqual(1);
      expect(new Set(traces).size, word).toBe(traces.length);
    }
  });

  it('each trace named as part of the corpus exists there', () => {
    const ids = corpusIds();
    const named = entries.flatMap(({ traces }) => traces.filter((trace) => trace.startsWith('corpus: ')));
    expect(named.length).toBeGreaterThan(0);
    for (const trace of named) expect(ids, trace).toContain(trace.slice('corpus: '.length));
  });
});
