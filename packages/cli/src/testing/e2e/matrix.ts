/** A table of cases and agents, for a terminal. */
export function matrixOf(
  columns: readonly string[],
  rows: readonly { readonly name: string; readonly cells: readonly string[] }[],
): string {
  const table = [{ name: 'case', cells: columns }, ...rows].map(({ name, cells }) => [name, ...cells]);
  const widths = ['', ...columns].map((_, i) => Math.max(...table.map((row) => (row[i] ?? '').length)));
  const lines = table.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return lines.toSpliced(1, 0, widths.map((width) => '-'.repeat(width)).join('  ')).join('\n');
}
