// A wait that can still end: the agent may be told to look less often, and is never kept from looking.
import { describe, expect, it } from 'vitest';
import { createGuard } from '../guard.js';

const EDGE = { appendToResult: true, injectMessage: true, veto: true, endRun: true, pause: true };
const MINUTE = 60_000;
const HALF_AN_HOUR = 30 * MINUTE;

interface Look {
  readonly command: string;
  readonly result: string;
  readonly isError?: true;
  /** From one look to the next, in seconds. */
  readonly every: number;
}

interface Told {
  readonly at: number;
  readonly rung: string;
  readonly text: string;
}

/** The agent makes the same check for this long and ignores all notes. */
function waiting({ command, result, isError, every }: Look, during: number): readonly Told[] {
  const session = createGuard({ capabilities: EDGE }).session('wait');
  const told: Told[] = [];
  for (let at = every * 1000; at <= during; at += every * 1000) {
    const call = { tool: 'Bash', args: { command }, at };
    const outcome = { ...call, result, ...(isError && { isError }) };
    for (const decision of [session.before(call), session.after(outcome)])
      if (decision.kind === 'act' && decision.rung !== 'observe')
        told.push({ at, rung: decision.rung, text: decision.text });
  }
  return told;
}

const REFUSED = 'curl: (7) Failed to connect to localhost port 3000: Connection refused';
const LOOKS: readonly (readonly [name: string, look: Look])[] = [
  ['a command that sleeps', { command: 'sleep 60; gh run view 7', result: 'in_progress', every: 62 }],
  ['looks a minute apart', { command: 'gh run view 7', result: 'in_progress', every: 65 }],
  ['looks ten seconds apart', { command: 'gh run view 7', result: 'in_progress', every: 10 }],
  ['pods that start', { command: 'kubectl get pods', result: 'web-1 0/1 Pending', every: 30 }],
  [
    'a server that comes up slowly',
    { command: 'sleep 60; curl -sf host/health', result: REFUSED, isError: true, every: 62 },
  ],
  [
    'the same, looked at often',
    { command: 'sleep 5; curl -sf host/health', result: REFUSED, isError: true, every: 6 },
  ],
];

describe('a wait that can still end', () => {
  it.each(LOOKS)('is never stopped in its first half hour: %s', (_, look) => {
    const rungs = new Set(waiting(look, HALF_AN_HOUR).map(({ rung }) => rung));
    expect([...rungs].filter((rung) => !['nudge', 'redirect'].includes(rung))).toEqual([]);
  });

  // What fails for minutes may have a cause that waiting does not remove: there, the advice may be to look for it.
  const pending = LOOKS.filter(([, { isError }]) => isError !== true);
  it.each(pending)('is told to wait longer, and not to stop looking: %s', (_, look) => {
    const [first] = waiting(look, HALF_AN_HOUR);
    expect(first?.text).toContain('Wait longer between looks');
    expect(first?.text).not.toContain('Do not repeat this');
  });

  it('is not spoken of for seven minutes, if the looks are a minute apart', () => {
    const [first] = waiting({ command: 'gh run view 7', result: 'in_progress', every: 60 }, HALF_AN_HOUR);
    expect(first?.at).toBeGreaterThan(7 * MINUTE);
  });

  it('is no excuse for a check that takes a minute and never changes', () => {
    const look = { command: 'npm test', result: '1 failing: sum is 3', isError: true as const, every: 65 };
    expect(waiting(look, HALF_AN_HOUR).map(({ rung }) => rung)).toContain('block');
  });
});
