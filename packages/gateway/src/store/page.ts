/**
 * A page of history or outbox ends after about this many bytes and has at least one entry. Agents determine the size of
 * entries, so a limit on their number does not bound memory.
 */
export const PAGE_BYTES = 8 * 1024 * 1024;

/** The last position of a page, from the sizes in order; undefined if nothing is left. */
export function pageEnd(
  sizes: readonly { readonly at: number; readonly size: number }[],
): number | undefined {
  let bytes = 0;
  let end: number | undefined;
  for (const { at, size } of sizes) {
    if (end !== undefined && bytes + size > PAGE_BYTES) break;
    bytes += size;
    end = at;
  }
  return end;
}

/** The beginning of a list that fits into one page. */
export function pageOf<Entry>(entries: readonly Entry[], sizeOf: (entry: Entry) => number): readonly Entry[] {
  const end = pageEnd(entries.map((entry, at) => ({ at, size: sizeOf(entry) })));
  return end === undefined ? [] : entries.slice(0, end + 1);
}
