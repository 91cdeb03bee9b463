import { afterEach, expect, test } from 'vitest';
import { deltasOf, isSetName, readCorpus, readSets } from './sets.js';
import { different, folderOf, same } from './made-up.js';

let clean: (() => void)[] = [];
afterEach(() => {
  for (const remove of clean) remove();
  clean = [];
});

const good = { id: 'a', expect: 'loop', by_event: 1, events: same(2) };
const CORPUS_FILES = { 'corpus/looping/a.jsonl': [], 'corpus/healthy/a.jsonl': [] };

function sets(files: Record<string, readonly unknown[]>, only?: Parameters<typeof readSets>[1]) {
  const { path, remove } = folderOf({ ...CORPUS_FILES, ...files });
  clean.push(remove);
  return readSets({ data: path, corpus: `${path}/corpus` }, only).filter(({ cases }) => cases.length > 0);
}

const ids = (found: ReturnType<typeof sets>) =>
  found.map(({ name, cases }) => [name, cases.map(({ id }) => id)]);

test('only labels that the peers agree on count', () => {
  const row = { expect: 'loop', by_event: 1, events: same(2) };
  const [set, ...others] = sets({
    'peer-vectors.jsonl': [
      { ...row, id: 'a', strength: 'consensus' },
      { ...row, id: 'b', strength: 'threshold' },
      { ...row, id: 'c', strength: 'policy' },
    ],
  });
  expect(others).toEqual([]);
  expect(set?.cases.map(({ id }) => id)).toEqual(['a']);
  // Such a loop may be found until its end, even if one peer asked for less.
  expect(set?.cases[0]).not.toHaveProperty('by');
});

test('real traces are split by labeller', () => {
  const row = { expect: 'no_loop', span: null, kind: 'none', events: different(2) };
  const found = sets({
    'real-labelled.jsonl': [
      { ...row, id: 'a', label_by: 'audit' },
      { ...row, id: 'h', label_by: 'human' },
      { ...row, id: 'l', label_by: 'human', expect: 'loop', span: [1, 3], kind: null },
    ],
  });
  expect(ids(found)).toEqual([
    ['real-audit', ['a']],
    ['real-human', ['h', 'l']],
  ]);
  expect(found[1]?.cases[1]).toMatchObject({ span: [1, 3], category: 'unnamed' });
});

test('in the second file of real traces an audit has a deadline, and debatable traces are left out', () => {
  const row = { label_by: 'audit', span: [1, null], by_event: 4, events: same(6) };
  const found = sets({
    'real-labelled-2.jsonl': [
      { ...row, id: 'a', expect: 'loop' },
      { ...row, id: 'd', expect: 'debatable' },
      { id: 'h', label_by: 'human', expect: 'loop', events: same(6) },
    ],
  });
  expect(ids(found)).toEqual([
    ['real-audit-2', ['a']],
    ['real-human-2', ['h']],
  ]);
  expect(found[0]?.cases[0]).toMatchObject({ by: 4, span: [1, 5] });
  expect(found[1]?.cases[0]).not.toHaveProperty('by');
});

test('a gzipped file is read like any other', () => {
  const found = sets({ 'real-unlabelled-2.jsonl.gz': [{ id: 'u', events: same(2) }] });
  expect(found).toMatchObject([{ name: 'real-unlabelled-2', cases: [{ id: 'u', expect: 'unknown' }] }]);
});

test('every further file with a blind name is a separate set, with deadlines', () => {
  const row = { expect: 'loop', by_event: 1, events: same(2) };
  const found = sets({
    'blind-b.jsonl': [{ ...row, id: 'two' }],
    'blind-a.jsonl': [{ ...row, id: 'one' }],
    'other.jsonl': [{ ...row, id: 'three' }],
  });
  expect(ids(found)).toEqual([
    ['blind-a', ['one']],
    ['blind-b', ['two']],
  ]);
  expect(found[0]?.cases[0]).toMatchObject({ by: 1 });
});

test('the corpus is labelled by its folders', () => {
  const found = sets({
    'scenarios.jsonl': [good],
    'corpus/looping/x.jsonl': [{ id: 'l', start: 1, by_event: 3, events: same(5) }],
    'corpus/healthy/y.jsonl': [{ id: 'h', events: different(2) }],
    'corpus/healthy/notes.md': ['no trace'],
  }).at(-1);
  expect(found).toMatchObject({
    name: 'corpus',
    cases: [
      { id: 'l', expect: 'loop', span: [1, 4] },
      { id: 'h', expect: 'no_loop' },
    ],
  });
});

test('the repository has a corpus of both kinds', () => {
  const { cases } = readCorpus('corpus');
  expect(cases.filter((one) => one.expect === 'loop').length).toBeGreaterThan(100);
  expect(cases.filter((one) => one.expect === 'no_loop').length).toBeGreaterThan(100);
});

test('several sets can be asked for', () => {
  const files = { 'scenarios.jsonl': [good], 'scenarios-2.jsonl': [good], 'probes.jsonl': [good] };
  expect(sets(files, ['probes', 'scenarios-2']).map(({ name }) => name)).toEqual(['scenarios-2', 'probes']);
});

test.each([
  ['scenarios-2', true],
  ['corpus', true],
  ['blind-3', true],
  ['blind-', false],
  ['mine', false],
])('the set name %s: %s', (name, isName) => {
  expect(isSetName(name)).toBe(isName);
});

test('a text is fed in pieces, and a second time as a whole', () => {
  const text = 'a'.repeat(95);
  const [pieces, whole] = sets({ 'degenerate-text.jsonl': [{ id: 't', degenerate: true, text }] });
  expect(pieces?.cases[0]).toMatchObject({ expect: 'loop' });
  expect(pieces?.cases[0]?.events.map((event) => (event as { text: string }).text.length)).toEqual([
    40, 40, 15,
  ]);
  expect(whole?.cases[0]?.events).toEqual([{ kind: 'message', text }]);
});

test('no character is cut in two', () => {
  const text = `${'a'.repeat(39)}😀${'b'.repeat(40)}`;
  const pieces = deltasOf(text).map((piece) => piece.text);
  expect(pieces.join('')).toBe(text);
  expect(pieces[0]).toBe(`${'a'.repeat(39)}😀`);
});

test.each([
  ['a broken line', [good, '{"id":'], 'scenarios.jsonl, line 2: not JSON.'],
  ['a line that is no object', ['7'], 'scenarios.jsonl, line 1: a trace is an object with an `id`.'],
  [
    'a trace without events',
    [{ ...good, events: undefined }],
    'scenarios.jsonl, line 1: neither `events` nor a `text`.',
  ],
  ['an unknown label', [{ ...good, expect: 'maybe' }], 'line 1: `expect` must be loop or no_loop'],
  ['a loop without a deadline', [{ ...good, by_event: null }], 'line 1: a loop needs a `by_event`.'],
  ['a bad span', [{ ...good, span: [1] }], 'line 1: `span` must be [first, last].'],
])('%s is reported with file and line', (_, rows, message) => {
  expect(() => sets({ 'scenarios.jsonl': rows })).toThrow(message);
});

test('blank lines are not traces', () => {
  expect(sets({ 'scenarios.jsonl': [good, '', ' '] })[0]?.cases).toHaveLength(1);
});

test('a folder without the data is refused', () => {
  expect(() => sets({})).toThrow('has no data');
  expect(() => sets({ 'scenarios.jsonl': [good] }, ['real-audit'])).toThrow('has no real-audit');
  expect(() => readSets({ corpus: 'corpus' }, ['probes'])).toThrow('Without --data there is no probes');
});
