/** What a model asks for in one step counts once: the newest of each round, in order. */
export function oncePerRound<Item extends { readonly round: number }>(
  items: readonly Item[],
): readonly Item[] {
  return items.length < 2 ? items : [...new Map(items.map((item) => [item.round, item])).values()];
}
