import { expect, it } from 'vitest';
import { callOf, type Heard, recordingGuard, scripted, type ScriptedModel } from './script.js';
import type { Team } from './stage.js';

/** Each task and its answer. The answers differ, so that they do not look like repetition. */
const RESULTS: Readonly<Record<string, string>> = {
  'task A': 'the parser has a bug in line 12',
  'task B': 'all tests pass',
  'task C': 'nothing about it in the changelog',
  'task D': 'two dependencies are out of date',
  'task E': 'documentation is missing for the client',
};
const TASKS = Object.keys(RESULTS);

const atOnce = (ask: Team['ask']) =>
  scripted((step) =>
    step === 1 ? { calls: TASKS.map((task) => ({ id: task, ...ask(task) })) } : { text: 'Done.' },
  );
const oneByOne = (ask: Team['ask']) =>
  scripted((step) => {
    const task = TASKS[step - 1];
    return task === undefined ? { text: 'Done.' } : { calls: [{ id: task, ...ask(task) }] };
  });

type NameCalls = (made: number) => { readonly id?: string };
const byItself: NameCalls = () => ({});
/** Some models number their calls from the start in every conversation. */
const byNumber: NameCalls = (made) => ({ id: `functions.search:${made}` });

/** Searches for `x`, the given number of times for each task. */
function subAgentOf(searches: (task: string) => number, name: NameCalls): ScriptedModel {
  const made = new Map<string, number>();
  return scripted((_, request) => {
    const task = [...request.matchAll(/task [A-E]/g)].at(-1)?.[0] ?? '';
    const count = made.get(task) ?? 0;
    made.set(task, count + 1);
    if (count >= searches(task)) return { text: `Did ${task}: ${RESULTS[task] ?? ''}.` };
    return { calls: [{ ...callOf('x'), ...name(count) }] };
  });
}

/** How often each session searched, in ascending order. */
function searchesIn(recorded: ReadonlyMap<string, readonly Heard[]>): number[] {
  return [...recorded.values()]
    .map((events) => events.filter(({ kind, tool }) => kind === 'call' && tool === 'search').length)
    .sort((a, b) => a - b);
}

/** Every framework must keep sub-agents apart: each delegation is a session of its own. */
export function describeSubAgents({ ask, make }: Team): void {
  it.each([
    ['at once', atOnce, byItself],
    ['at once, by models that count their calls', atOnce, byNumber],
    ['one after the other', oneByOne, byItself],
    ['one after the other, by models that count their calls', oneByOne, byNumber],
  ])('the same call, made once by each of five sub-agents %s, is not a loop', async (_, bossOf, name) => {
    const { guard, recorded } = recordingGuard();
    const [boss, subAgent] = [bossOf(ask), subAgentOf(() => 1, name)];
    const { text, stop } = await make(boss, subAgent, { guard }).run('Do it.');
    expect([text, stop]).toEqual(['Done.', undefined]);
    expect([...boss.requests, ...subAgent.requests].join()).not.toContain('rutbreak');
    expect(searchesIn(recorded)).toEqual([0, 1, 1, 1, 1, 1]);
  });

  it.each([
    ['', byItself],
    [', where models count their calls', byNumber],
  ])(
    'a loop in one sub-agent is ended, and leaves the others and the first agent alone%s',
    async (_, name) => {
      const { guard, recorded } = recordingGuard();
      const [boss, subAgent] = [atOnce(ask), subAgentOf((task) => (task === 'task C' ? 99 : 3), name)];
      const { text, stop } = await make(boss, subAgent, { guard }).run('Do it.');
      expect([text, stop]).toEqual(['Done.', undefined]);
      expect(searchesIn(recorded)).toEqual([0, 3, 3, 3, 3, 7]);
      expect(boss.requests.at(-1)).toContain('LOOP_DETECTED');
      const others = subAgent.requests.filter(
        (request) => [...request.matchAll(/task [A-E]/g)].at(-1)?.[0] !== 'task C',
      );
      expect(others).toHaveLength(16);
      // Some frameworks keep one history for all runs of a sub-agent; only the part after the task counts.
      const since = others.map((request) => request.slice(request.lastIndexOf('task ')));
      expect(since.join()).not.toContain('rutbreak');
    },
  );
  healthyTeam({ ask, make });
}

function healthyTeam({ ask, make }: Team): void {
  it('healthy sub-agents behave as without the guard', async () => {
    const plain = [oneByOne(ask), subAgentOf(() => 1, byNumber)] as const;
    const watched = [oneByOne(ask), subAgentOf(() => 1, byNumber)] as const;
    const without = await make(...plain).run('Do it.');
    const withGuard = await make(...watched, {}).run('Do it.');
    expect(watched.map(({ requests }) => requests)).toEqual(plain.map(({ requests }) => requests));
    expect(JSON.stringify(withGuard.seen)).toBe(JSON.stringify(without.seen));
  });
}
