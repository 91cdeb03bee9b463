import { createGuard, type Decision, type GuardSession } from '@rutbreak/core';
import { expect, it } from 'vitest';
import type { Entry } from '../protocols/history-entry.js';
import { keyed } from './history-diff.js';
import { replayHistory } from './replay-history.js';

const at: [number, number] = [0, 0];
const todos = (status: string): object => ({ todos: [{ content: 'Port the job', status }] });

/** A history in which each call has its result. */
function historyOf(calls: readonly (readonly [tool: string, args: unknown])[]): ReturnType<typeof keyed> {
  const entries = calls.flatMap(([name, args], i): Entry[] => [
    { kind: 'call', id: `c${i}`, name, args, at },
    { kind: 'result', id: `c${i}`, name, result: 'ok', at },
  ]);
  return keyed(entries);
}

function play(
  session: GuardSession,
  calls: readonly (readonly [string, unknown])[],
  onDecision: (decision: Decision) => undefined = () => undefined,
) {
  const history = historyOf(calls);
  return replayHistory(session, history, [...history.keys()], {
    ...{ at: 1, rounds: 0, isOwn: () => false, onEvent: () => undefined, onDecision },
  });
}

it('a call in a history yields its derived events once', () => {
  const session = createGuard().session('one');
  const events: unknown[] = [];
  const observe: GuardSession['observe'] = (event) => (events.push(event), session.observe(event));
  play({ ...session, observe }, [
    ['Write', { file_path: 'a.ts', content: 'x' }],
    ['Read', { file_path: 'a.ts' }],
    ['TodoWrite', todos('pending')],
  ]);
  expect(events).toMatchObject([
    { kind: 'edit', path: 'a.ts', derived: true, at: 1 },
    { kind: 'state', todos: [{ text: 'Port the job', status: 'pending' }], derived: true },
  ]);
});

it('a todo that flips between two states is detected', () => {
  const flips = Array.from({ length: 6 }, (_, i): (readonly [string, unknown])[] => [
    ['Read', { file_path: `part-${i}.md` }],
    ['TodoWrite', todos(i % 2 === 0 ? 'in_progress' : 'completed')],
  ]).flat();
  const found: unknown[] = [];
  play(createGuard().session('one'), flips, (decision) => {
    if (decision.kind === 'act') found.push(decision.verdict.primary?.category);
    return undefined;
  });
  expect(found).toContain('STATE_OSCILLATION');
});
