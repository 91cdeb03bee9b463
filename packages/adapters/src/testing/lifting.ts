import { expect, it } from 'vitest';
import { callOf, recordingGuard, scripted } from './script.js';
import type { Stage } from './stage.js';

/** Seven searches for `x` set the block. */
const BLOCKED = 7;

/** The agent's calls before it searches for `x` again, and whether that search runs. */
const ROWS: readonly [name: string, others: number, runs: boolean][] = [
  ['another call alone lifts nothing', 1, false],
  ['new content, call after call, lifts it', 3, true],
];

/** A block has a way back through every adapter. */
export function describeLifting({ make }: Stage): void {
  it.each(ROWS)('%s', async (_, others, runs) => {
    const { guard, recorded } = recordingGuard();
    const model = scripted((step) => {
      if (step <= BLOCKED || step === BLOCKED + others + 1) return { calls: [callOf('x')] };
      return step <= BLOCKED + others ? { calls: [callOf(`topic ${step}`)] } : { text: 'Done.' };
    });
    const { text } = await make(model, { guard, session: 'one' }).run('Find x.');
    expect(text).toBe('Done.');
    const isSearch = ({ kind, args }: Readonly<Record<string, unknown>>): boolean =>
      kind === 'call' && (args as { q?: string }).q === 'x';
    expect(recorded.get('one')?.filter(isSearch)).toHaveLength(BLOCKED + Number(runs));
  });
}
