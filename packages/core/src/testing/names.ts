/** Different things of one kind, for traces that go through many of them. */
export const NAMES = [
  ...['ledger', 'guests', 'routes', 'stock', 'prices', 'visits'],
  ...['wagons', 'pumps', 'valves', 'bolts', 'hinges', 'gears'],
] as const;
