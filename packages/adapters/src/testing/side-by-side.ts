import { expect, it } from 'vitest';
import { callOf, recordingGuard, scripted } from './script.js';
import type { Stage } from './stage.js';

/** Runs of one agent at the same time, and calls of one step. */
export function describeSideBySide({ make }: Stage): void {
  it('parallel runs of one agent stay separate', async () => {
    const { guard, recorded } = recordingGuard();
    const counts = { A: 0, B: 0 };
    const model = scripted((_, request) => {
      const task = request.includes('task A') ? 'A' : 'B';
      return (counts[task] += 1) <= 4 ? { calls: [callOf('x')] } : { text: `Done ${task}.` };
    });
    const agent = make(model, { guard });
    const ended = await Promise.all([agent.run('task A'), agent.run('task B')]);
    expect(ended.map(({ text }) => text)).toEqual(['Done A.', 'Done B.']);
    expect(
      [...recorded.values()].map((events) => events.filter(({ kind }) => kind === 'call').length),
    ).toEqual([4, 4]);
    expect(model.requests.join()).not.toContain('rutbreak');
  });

  it('calls of one step share a round and do not count as repeats of each other', async () => {
    const { guard, recorded } = recordingGuard();
    const model = scripted((step) =>
      step === 1 ? { calls: [callOf('a'), callOf('b'), callOf('c')] } : { text: 'Done.' },
    );
    await make(model, { guard, session: 'one' }).run('Find x.');
    const calls = recorded.get('one')?.filter(({ kind }) => kind === 'call') ?? [];
    expect(calls.map(({ round }) => round)).toEqual([1, 1, 1]);
    expect(calls.map(({ args }) => (args as { q: string }).q).sort()).toEqual(['a', 'b', 'c']);
  });
}
