import { afterEach, expect, test } from 'vitest';
import { deltasOf, readSets } from './data.js';
import { different, folderOf, same } from './made-up.js';

let clean: (() => void)[] = [];
afterEach(() => {
  for (const remove of clean) remove();
  clean = [];
});

function sets(files: Record<string, readonly unknown[]>, only?: Parameters<typeof readSets>[1]) {
  const { path, remove } = folderOf(files);
  clean.push(remove);
  return readSets(path, only);
}

test('only what the peers agree on counts', () => {
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
  // Such a loop may be found until its end, whatever one peer wanted.
  expect(set?.cases[0]).not.toHaveProperty('by');
});

test('real traces are split by who labelled them', () => {
  const row = { expect: 'no_loop', span: null, kind: 'none', events: different(2) };
  const found = sets({
    'real-labelled.jsonl': [
      { ...row, id: 'a', label_by: 'audit' },
      { ...row, id: 'h', label_by: 'human' },
      { ...row, id: 'l', label_by: 'human', expect: 'loop', span: [1, 3], kind: null },
    ],
  });
  expect(found.map(({ name, cases }) => [name, cases.map(({ id }) => id)])).toEqual([
    ['real-audit', ['a']],
    ['real-human', ['h', 'l']],
  ]);
  expect(found[1]?.cases[1]).toMatchObject({ span: [1, 3], category: 'unnamed' });
});

test('a text is fed in pieces, and a second time whole', () => {
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

const good = { id: 'a', expect: 'loop', by_event: 1, events: same(2) };
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
])('%s is named by file and line', (_, rows, message) => {
  expect(() => sets({ 'scenarios.jsonl': rows })).toThrow(message);
});

test('blank lines are no traces', () => {
  expect(sets({ 'scenarios.jsonl': [good, '', ' '] })[0]?.cases).toHaveLength(1);
});

test('a folder without the data is refused', () => {
  expect(() => sets({})).toThrow('has no scenarios.jsonl');
  expect(() => sets({ 'scenarios.jsonl': [good] }, 'real-audit')).toThrow('has no real-labelled.jsonl');
});
