import { expect, test } from 'vitest';
import { crossValidate, halve, type Tabled } from './cross-validate.js';
import type { Case } from './data.js';
import { fit, type Sample, utility } from './fit.js';
import { figuresOf, markOf } from './score.js';
import type { Variant } from './variants.js';

const NEVER = Infinity;
const variant = (id: string, factor: number): Variant => ({ id, factor, detector: undefined as never });
const traceOf = (expect_: Case['expect'], i: number): Case => ({
  ...{ id: `${expect_}-${i}`, expect: expect_, events: [], category: '', source: '' },
});

/** One row a trace: when each column fires. */
function tabled(
  columns: readonly Variant[],
  loops: readonly number[][],
  healthy: readonly number[][],
): Tabled {
  const cases = [...loops.map((_, i) => traceOf('loop', i)), ...healthy.map((_, i) => traceOf('no_loop', i))];
  const rows = [...loops, ...healthy];
  const marked = cases.map((one, i) => {
    const fired = Math.min(...(rows[i] ?? []).filter((_, column) => columns[column]?.factor === 1));
    return { case: one, mark: markOf(one, fired === NEVER ? undefined : fired) };
  });
  return { name: 'scenarios', cases, table: { variants: columns, rows }, plain: figuresOf(marked) };
}

const samplesOf = ({ cases, table }: Tabled): Sample[] =>
  cases.map((one, i) => ({ case: one, row: table.rows[i] ?? [] }));
const many = <T>(count: number, of: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => of(i));

test('halves are stratified by label, complete and always the same', () => {
  const { cases, table } = tabled(
    [variant('a', 1)],
    many(9, () => [1]),
    many(6, () => [NEVER]),
  );
  const { left, right } = halve('scenarios', cases, table, 3);
  const loopsIn = (half: readonly Sample[]) => half.filter(({ case: one }) => one.expect === 'loop').length;
  expect([loopsIn(left), loopsIn(right), left.length, right.length]).toEqual([5, 4, 8, 7]);
  expect(new Set([...left, ...right].map(({ case: one }) => one.id)).size).toBe(15);
  expect(halve('scenarios', cases, table, 3)).toEqual({ left, right });
  expect(halve('scenarios', cases, table, 4)).not.toEqual({ left, right });
});

test('a fit takes what finds loops and leaves what cries wolf', () => {
  const columns = [variant('good', 1), variant('wolf', 1), variant('useless', 1)];
  const set = tabled(
    columns,
    many(8, (i) => (i < 6 ? [2, 1, NEVER] : [NEVER, 1, NEVER])),
    many(8, (i) => [NEVER, i < 4 ? 1 : NEVER, NEVER]),
  );
  expect(fit({ variants: columns }, samplesOf(set))).toEqual([0]);
  expect(utility(samplesOf(set), [0])).toBe(0.75);
  expect(utility(samplesOf(set), [1])).toBe(1 - 3 * 0.5);
});

test('a fit takes one strictness of a detector, and its own limits when others do as well', () => {
  const columns = [variant('a', 1), variant('a', 0.75), variant('b', 1), variant('b', 1.5)];
  const set = tabled(
    columns,
    [
      [NEVER, 3, NEVER, NEVER],
      [NEVER, NEVER, 3, 4],
    ],
    [[NEVER, NEVER, NEVER, NEVER]],
  );
  expect(fit({ variants: columns }, samplesOf(set)).toSorted()).toEqual([1, 2]);
});

test('the same data gives the same figures', () => {
  const columns = [variant('a', 1), variant('a', 0.75), variant('b', 1)];
  const set = tabled(
    columns,
    many(20, (i) => [i % 3 === 0 ? 2 : NEVER, i % 2 === 0 ? 2 : NEVER, i % 5 === 0 ? 1 : NEVER]),
    many(20, (i) => [NEVER, i % 9 === 0 ? 2 : NEVER, i === 7 ? 1 : NEVER]),
  );
  expect(crossValidate([set])).toEqual(crossValidate([set]));
});

test('a detector that everything needs is stable; one a loop is fitting', () => {
  const general = tabled(
    [variant('a', 1)],
    many(10, () => [2]),
    many(10, () => [NEVER]),
  );
  expect(crossValidate([general]).get('scenarios')).toEqual({
    ...{ recall: 1, falseAlarms: 0, healthy: 10, recallRange: [1, 1], reading: 'stable' },
  });
  const columns = many(10, (i) => variant(`only-${i}`, 1));
  const loops = many(10, (i) => columns.map((_, column) => (column === i ? 2 : NEVER)));
  const special = tabled(
    columns,
    loops,
    many(10, () => columns.map(() => NEVER)),
  );
  expect(special.plain.recall).toBe(1);
  expect(crossValidate([special]).get('scenarios')).toMatchObject({ recall: 0, reading: 'fitting' });
});

test('giving up recall for far fewer alarms is no fitting', () => {
  const set = tabled(
    [variant('wolf', 1)],
    many(10, () => [1]),
    many(10, (i) => [i < 8 ? 1 : NEVER]),
  );
  expect(crossValidate([set]).get('scenarios')).toMatchObject({
    recall: 0,
    falseAlarms: 0,
    reading: 'other trade-off',
  });
});
