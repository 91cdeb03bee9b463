import { expect, it } from 'vitest';
import { recordingGuard } from '../testing/script.js';
import { createRun } from './run.js';

it('a run sends derived events once, right after each call', () => {
  const { guard, recorded } = recordingGuard();
  const run = createRun(guard.session('one'), { userText: () => undefined } as never, {});
  const todos = [{ content: 'a', status: 'pending' }];
  run.after({ tool: 'write_file', args: { path: 'a.ts', content: 'x' } }, { result: 'ok' });
  run.after({ tool: 'write_todos', args: { todos } }, { result: 'ok' });
  run.after({ tool: 'bash', args: { command: 'go test' } }, { result: '--- FAIL: TestA\nFAIL' });
  run.after({ tool: 'write_file', args: { path: 'a.ts', content: 'x' } }, { result: 'no', isError: true });
  expect(recorded.get('one')).toMatchObject([
    { kind: 'call', tool: 'write_file' },
    { kind: 'edit', path: 'a.ts', derived: true },
    { kind: 'call', tool: 'write_todos' },
    { kind: 'state', todos: [{ text: 'a', status: 'pending' }], derived: true },
    { kind: 'call', tool: 'bash' },
    { kind: 'error', type: 'test', message: '--- FAIL: TestA', derived: true },
    { kind: 'call', tool: 'write_file', isError: true },
  ]);
});
