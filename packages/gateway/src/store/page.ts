/**
 * A page of history or of the outbox ends after about this many bytes, and has at least one entry. Entries are as large as
 * agents make them, so a number of entries alone does not bound memory.
 */
export const PAGE_BYTES = 8 * 1024 * 1024;

/** The last position of a page, where sizes are listed in order; undefined where nothing is left. */
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
