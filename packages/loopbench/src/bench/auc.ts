/** The probability that a loop scores higher than a healthy run; ties count half. .5 is chance. */
export function areaUnderCurve(
  runs: readonly { readonly score: number; readonly isLoop: boolean }[],
): number {
  const sorted = runs.toSorted((a, b) => a.score - b.score);
  const loops = runs.filter(({ isLoop }) => isLoop).length;
  const healthy = runs.length - loops;
  if (loops === 0 || healthy === 0) return 0.5;
  let [below, won] = [0, 0];
  for (let from = 0, to; from < sorted.length; from = to) {
    to = from;
    while (to < sorted.length && sorted[to]?.score === sorted[from]?.score) to++;
    const tied = sorted.slice(from, to);
    const tiedLoops = tied.filter(({ isLoop }) => isLoop).length;
    const tiedHealthy = tied.length - tiedLoops;
    won += tiedLoops * (below + tiedHealthy / 2);
    below += tiedHealthy;
  }
  return won / (loops * healthy);
}
