/** How many turns of the event loop others got while this ran. */
export async function countTurns(run: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const count = (): void => void (turns++, (timer = setImmediate(count)));
  let timer = setImmediate(count);
  await run();
  clearImmediate(timer);
  return turns;
}
