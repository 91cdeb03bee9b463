import { createGuard } from '@rutbreak/core';
import { describe, expect, it } from 'vitest';
import { keyed } from './history-diff.js';
import type { Entry } from '../protocols/history-entry.js';
import { replayHistory } from './replay-history.js';

it('events have the time of their request and the arguments of their call, so that waiting is measured', () => {
  const args = { command: 'sleep 60; gh run view' };
  const history = keyed([
    { kind: 'user', text: 'Wait for the build.', at: [0, 0] },
    { kind: 'call', id: '1', name: 'shell', args, at: [1, 0] },
    { kind: 'result', id: '1', result: 'in progress', at: [2, 0] },
  ]);
  const events: unknown[] = [];
  const replay = {
    at: 65_000,
    rounds: 0,
    isOwn: () => false,
    onEvent: (event: unknown) => events.push(event),
  };
  replayHistory(createGuard().session('s'), history, [0, 1, 2], replay);
  expect(events).toMatchObject([
    { kind: 'turn', at: 65_000 },
    { kind: 'call', tool: 'shell', args, at: 65_000 },
  ]);
});

describe('the report of a shell tool', () => {
  const gemini = (step: number): unknown => ({
    output: `<untrusted_context>\nOutput: cat: a: No such file\nExit Code: 1\nProcess Group PGID: ${step}\n</untrusted_context>`,
  });
  const qwen = (step: number): unknown =>
    `Command: cat a\nDirectory: (root)\nOutput: cat: a: No such file\nError: (none)\nExit Code: 1\nProcess Group PGID: ${step}`;
  const copilot = (step: number): unknown =>
    `cat: a: No such file\n<shellId: ${step} completed with exit code 1>`;
  const cline = (step: number): unknown =>
    JSON.stringify([
      { query: `cat a${' '.repeat(step % 5)}`, result: 'cat: a: No such file', success: false },
    ]);

  it.each([
    ['Gemini CLI', gemini],
    ['Qwen Code', qwen],
    ['Copilot CLI', copilot],
    ['Cline', cline],
  ])('of %s is the same failure each time, whatever process ran it', (_, report) => {
    const steps = Array.from({ length: 9 }, (__, step): Entry[] => [
      {
        ...{ kind: 'call', id: `${step}`, name: 'shell', at: [2 * step, 0] },
        args: { command: 'cat a', description: `Attempt ${step}` },
      },
      { kind: 'result', id: `${step}`, result: report(4100 + 9 * step), at: [2 * step + 1, 0] },
    ]);
    const history = keyed(steps.flat());
    const events: unknown[] = [];
    const rungs: string[] = [];
    replayHistory(
      createGuard({ capabilities: { pause: true, appendToResult: true } }).session('s'),
      history,
      history.map((__, i) => i),
      {
        ...{ at: 1, rounds: 0, isOwn: () => false, onEvent: (event) => events.push(event) },
        onDecision(made) {
          if (made.kind === 'act') rungs.push(made.rung);
          return undefined;
        },
      },
    );
    expect(events[0]).toMatchObject({ isError: true });
    expect(rungs.at(-1)).toBe('pause');
  });

  it('of Qwen Code with `Error: (none)` and `Exit Code: 0` is no failure, and a poll that moves is left alone', () => {
    const steps = Array.from({ length: 14 }, (_, step): Entry[] => [
      {
        kind: 'call',
        id: `${step}`,
        name: 'shell',
        args: { command: 'cat progress.txt' },
        at: [2 * step, 0],
      },
      {
        ...{ kind: 'result', id: `${step}`, at: [2 * step + 1, 0] },
        result: `Command: cat progress.txt\nDirectory: (root)\nOutput: ${step * 7} of 100 files are done\nError: (none)\nExit Code: 0\nSignal: (none)\nProcess Group PGID: (none)`,
      },
    ]);
    const history = keyed(steps.flat());
    const [events, acts]: [unknown[], unknown[]] = [[], []];
    replayHistory(
      createGuard().session('s'),
      history,
      history.map((_, i) => i),
      {
        ...{ at: 1, rounds: 0, isOwn: () => false, onEvent: (event) => events.push(event) },
        onDecision(made) {
          if (made.kind === 'act') acts.push(made.rung);
          return undefined;
        },
      },
    );
    expect(events.filter((event) => (event as { isError?: boolean }).isError === true)).toEqual([]);
    expect(acts).toEqual([]);
  });

  it('is not seen in a file that speaks of an exit code', () => {
    const history = keyed([
      { kind: 'call', id: '1', name: 'read', args: { path: 'a.log' }, at: [0, 0] },
      { kind: 'result', id: '1', result: 'The job ended.\nExit Code: 1\n', at: [1, 0] },
    ]);
    const events: unknown[] = [];
    replayHistory(undefined, history, [0, 1], {
      ...{ at: 1, rounds: 0, isOwn: () => false, onEvent: (event) => events.push(event) },
    });
    expect(events).toEqual([expect.objectContaining({ result: 'The job ended.\nExit Code: 1\n' })]);
    expect(events[0]).not.toHaveProperty('isError');
  });
});
