import type { Amount, Figures, Loop, SessionSummary } from '../contract.js';

const addUp = (all: readonly Amount[]): Amount => ({
  calls: all.reduce((sum, { calls }) => sum + calls, 0),
  tokens: all.reduce((sum, { tokens }) => sum + tokens, 0),
  cost: all.reduce((sum, { cost }) => sum + cost, 0),
});

const HOUR_MS = 3_600_000;

function hoursOf(loops: readonly Loop[]): Figures['fleet']['loops_by_hour'] {
  const last = Math.floor(Math.max(0, ...loops.map(({ first_at }) => first_at)) / HOUR_MS);
  return Array.from({ length: 24 }, (_, i) => {
    const at = (last - 23 + i) * HOUR_MS;
    return { at, loops: loops.filter(({ first_at }) => first_at >= at && first_at < at + HOUR_MS).length };
  });
}

function countsOf(names: readonly string[]): Figures['fleet']['loops_by_category'] {
  const all = [...new Set(names)].map((name) => ({
    name,
    loops: names.filter((one) => one === name).length,
  }));
  return all.toSorted((a, b) => b.loops - a.loops || a.name.localeCompare(b.name));
}

export function makeFleetFigures(
  sessions: readonly SessionSummary[],
  loops: readonly Loop[],
  deleted = 0,
): Figures {
  const many = (state: string): number => sessions.filter((one) => one.state === state).length;
  return {
    definitions: [
      ...[{ id: 'fleet.looping', label: 'Looping now', definition: 'In a loop now.', is_estimate: false }],
      ...[{ id: 'fleet.saved', label: 'Saved', definition: 'What refused calls cost.', is_estimate: true }],
    ],
    fleet: {
      ...{ sessions: sessions.length, active: many('active'), paused: many('paused'), ended: many('ended') },
      looping: sessions.filter(({ state, severity }) => state === 'active' && severity === 'LOOP').length,
      loops_today: loops.length + deleted,
      loops_by_hour: hoursOf(loops),
      loops_by_category: countsOf(loops.map(({ category }) => category)),
      recovered_today: loops.filter(({ outcome }) => outcome === 'recovered').length,
      wasted: addUp(sessions.map(({ wasted }) => wasted)),
      saved: addUp(sessions.map(({ saved }) => saved)),
    },
  };
}
