import { createGuard } from '@rutbreak/core';
import { expect, it } from 'vitest';
import { keyed } from './history-diff.js';
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
