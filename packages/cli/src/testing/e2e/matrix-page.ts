/** The page with the last results. Agents are run one at a time, so each run replaces only its own cells. */

/** The cells of one agent, by case. */
export interface Column {
  /** Its name and version. */
  readonly title: string;
  readonly cells: ReadonlyMap<string, string>;
  /** The program that was run, and when: `0.2.0 (50cc425), 2026-11-18`. */
  readonly measured?: string;
}

/** Behind a cell that the last run of its column did not measure. */
const EARLIER = '†';
const MEASURED = 'measured';

const TEXT = `<!-- prettier-ignore-start -->

# Real agents, with the guard and without

Written by \`npm run e2e:agents -- --write\`, which runs the real programs offline against a scripted model
([how](guides/hooks.md)). A cell says after how many calls the model was told, and then after how many the run ended or calls
were denied. "same": the same conversation, files and exit code as without the guard. "–": nothing was said, or the case is
not possible for this agent. An empty cell was not run yet. The first row says which state of this program was measured, and
when; ${EARLIER} marks a cell that comes from an earlier state, or from one that is not known.
`;
const END = '<!-- prettier-ignore-end -->\n';

/** `titles` and `names` give the order; columns of other versions and rows of other cases are dropped. */
export function mergedPage(
  page: string,
  run: readonly Column[],
  titles: readonly string[],
  names: readonly string[],
  measured = '',
): string {
  const before = columnsOf(page).map((column) => (isOf(column, measured) ? column : marked(column)));
  const columns = titles.flatMap((title) => {
    const [old, now] = [before, run].map((some) => some.find((column) => column.title === title));
    if (!now) return old ? [old] : [];
    return [{ title, measured, cells: new Map([...(old?.cells ?? []), ...now.cells]) }];
  });
  const lines = [
    ['case', ...columns.map(({ title }) => title)],
    ['---', ...columns.map(() => '---')],
    [MEASURED, ...columns.map((column) => column.measured ?? '')],
    ...names.map((name) => [name, ...columns.map(({ cells }) => cells.get(name) ?? '')]),
  ];
  return `${TEXT}\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n\n${END}`;
}

/** Of the same state of the program, on whatever day. */
function isOf(column: Column, measured: string): boolean {
  const stateOf = (text = ''): string => text.replace(/,[^,]*$/, '');
  return stateOf(column.measured) === stateOf(measured);
}

function marked(column: Column): Column {
  const mark = (cell: string): string =>
    cell === '' || cell.endsWith(EARLIER) ? cell : `${cell} ${EARLIER}`;
  return { ...column, cells: new Map([...column.cells].map(([name, cell]) => [name, mark(cell)])) };
}

function columnsOf(page: string): readonly Column[] {
  const [head = [], , ...rows] = page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '));
  return head.slice(1).map((title, i) => {
    const cells = new Map(rows.map((row) => [row[0] ?? '', (row[i + 1] ?? '').trim()]));
    return { title, cells, measured: cells.get(MEASURED) ?? '' };
  });
}
