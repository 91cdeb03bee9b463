import { describe, expect, it } from 'vitest';
import { type Column, mergedPage } from './matrix-page.js';
import { masked } from './model.js';
import { chosenBy } from './options.js';

const TITLES = ['one 1.0', 'two 2.0'];
const CASES = ['loop', 'healthy'];
const column = (title: string, loop: string, healthy: string): Column => ({
  ...{
    title,
    cells: new Map([
      ['loop', loop],
      ['healthy', healthy],
    ]),
  },
});
const tableIn = (page: string): readonly string[] =>
  page.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:---|measured)/.test(line));

describe('the page of the matrix', () => {
  const first = mergedPage('', [column('one 1.0', '3 / 8', 'same')], TITLES, CASES);

  it('has a row for each case and a column for each agent that was run', () => {
    expect(tableIn(first)).toEqual(['| case | one 1.0 |', '| loop | 3 / 8 |', '| healthy | same |']);
  });

  it('keeps the columns of other agents', () => {
    const page = mergedPage(first, [column('two 2.0', '5', 'FAILED')], TITLES, CASES);
    expect(tableIn(page)).toEqual([
      ...['| case | one 1.0 | two 2.0 |', '| loop | 3 / 8 | 5 |', '| healthy | same | FAILED |'],
    ]);
  });

  it('keeps the cells of other cases', () => {
    const page = mergedPage(first, [{ title: 'one 1.0', cells: new Map([['loop', '4']]) }], TITLES, CASES);
    expect(tableIn(page).slice(1)).toEqual(['| loop | 4 |', '| healthy | same |']);
  });

  it('marks cells of another state of the program, of each agent', () => {
    const old = mergedPage(first, [column('two 2.0', '5', '–')], TITLES, CASES, '0.1 (a), 2026-01-01');
    const loop = { title: 'two 2.0', cells: new Map([['loop', '6']]) };
    const page = mergedPage(old, [loop], TITLES, CASES, '0.1 (b), 2026-01-02');
    expect(page).toContain('| measured |  | 0.1 (b), 2026-01-02 |');
    expect(tableIn(page).slice(1)).toEqual(['| loop | 3 / 8 † | 6 |', '| healthy | same † | – † |']);
  });

  it('marks nothing that the same state of the program gave on another day', () => {
    const old = mergedPage('', [column('one 1.0', '3', 'same')], TITLES, CASES, '0.1 (a), 2026-01-01');
    const loop = { title: 'one 1.0', cells: new Map([['loop', '4']]) };
    const page = mergedPage(old, [loop], TITLES, CASES, '0.1 (a), 2026-01-02');
    expect(tableIn(page).slice(1)).toEqual(['| loop | 4 |', '| healthy | same |']);
  });

  it('drops the column of a version that is no longer run', () => {
    const page = mergedPage(first, [column('one 1.1', '3', 'same')], ['one 1.1'], CASES);
    expect(tableIn(page)[0]).toBe('| case | one 1.1 |');
  });
});

describe('what differs between two runs of the same agent', () => {
  it.each([
    ['an id with digits', 'Chunk ID: 6e885e', 'Chunk ID: 98d0aa'],
    ['an id without a digit', 'Chunk ID: efccfb', 'Chunk ID: 98d0aa'],
    ['a time', 'Wall time: 0.8 seconds', 'Wall time: 12 seconds'],
  ])('is left out of the comparison: %s', (_, one, other) => {
    expect(masked(one)).toBe(masked(other));
  });

  it('is no word', () => {
    expect(masked('The facade has decade.')).toBe('The facade has decade.');
  });
});

describe('the options of npm run e2e:agents', () => {
  it.each([
    ['--help', 'with the guard and without'],
    ['--shrot', '--short'],
    ['clien', 'no agent clien'],
    ['--case=nothing like this', 'No case'],
  ])('%s: nothing is run, and the user is told', (arg, text) => {
    expect(chosenBy([arg])).toContain(text);
  });

  it('choose agents and cases', () => {
    expect(chosenBy(['cline', '--case', 'A-B'])).toMatchObject({
      agents: [{ agent: 'cline' }],
      cases: [{ name: 'A-B-A-B, 20 calls' }],
      writes: false,
    });
  });
});
