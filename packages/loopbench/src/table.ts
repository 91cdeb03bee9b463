export type Cell = string | number;

/** Columns as wide as their longest cell, numbers right-aligned; a column without values is omitted. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const columns = head
    .map((title, i) => [title, ...rows.map((row) => String(row[i] ?? ''))])
    .filter(([, ...cells]) => cells.some((cell) => cell !== ''))
    .map(aligned);
  const lines = Array.from({ length: rows.length + 1 }, (_, i) =>
    columns.map((cells) => cells[i] ?? '').join('  '),
  );
  return lines.map((line) => line.trimEnd()).join('\n');
}

function aligned(column: readonly string[]): string[] {
  const width = Math.max(...column.map(({ length }) => length));
  const isNumeric = column.slice(1).every((cell) => /^[\d./–%+-]*$/.test(cell));
  return column.map((cell) => (isNumeric ? cell.padStart(width) : cell.padEnd(width)));
}

export function decimal(value: number): string {
  return value.toFixed(2);
}
