/** The page with the last results. Agents are run one at a time, so each run replaces only its own cells. */

/** The cells of one agent, by case. */
export interface Column {
  /** Its name and version. */
  readonly title: string;
  readonly cells: ReadonlyMap<string, string>;
}

const TEXT = `<!-- prettier-ignore-start -->

# Real agents, with the guard and without

Written by \`npm run e2e:agents -- --write\`, which runs the real programs offline against a scripted model
([how](guides/hooks.md)). A cell says after how many calls the model was told, and then after how many the run ended or calls
were denied. "same": the same conversation, files and exit code as without the guard. "–": nothing was said, or the case is
not possible for this agent. An empty cell was not run yet.
`;
const END = '<!-- prettier-ignore-end -->\n';

/** `titles` and `names` give the order; columns of other versions and rows of other cases are dropped. */
export function mergedPage(
  page: string,
  run: readonly Column[],
  titles: readonly string[],
  names: readonly string[],
): string {
  const before = columnsOf(page);
  const columns = titles.flatMap((title) => {
    const found = [...before, ...run].filter((column) => column.title === title);
    return found.length === 0 ? [] : [{ title, cells: new Map(found.flatMap(({ cells }) => [...cells])) }];
  });
  const rows = names.map((name) => [name, ...columns.map(({ cells }) => cells.get(name) ?? '')]);
  const lines = [
    ['case', ...columns.map(({ title }) => title)],
    ['---', ...columns.map(() => '---')],
    ...rows,
  ];
  return `${TEXT}\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n\n${END}`;
}

function columnsOf(page: string): readonly Column[] {
  const [head = [], , ...rows] = page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '));
  return head.slice(1).map((title, i) => ({
    title,
    cells: new Map(rows.map((row) => [row[0] ?? '', (row[i + 1] ?? '').trim()])),
  }));
}
