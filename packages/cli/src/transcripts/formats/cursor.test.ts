import { describe, expect, it } from 'vitest';
import { runCli } from '../../testing/run-cli.js';

const line = (role: string, ...content: object[]): string =>
  `${JSON.stringify({ role, message: { content } })}\n`;
const call = (id?: string): object => ({
  ...{ type: 'tool_use', name: 'Shell', input: { command: 'npm test' } },
  ...(id !== undefined && { id }),
});
const prompt = line('user', { type: 'text', text: 'Fix the tests.' });

describe('transcripts of Cursor', () => {
  it('calls with results: a failure that repeats is a loop', async () => {
    const failed = (id: string): string =>
      line('assistant', call(id)) +
      line('user', { type: 'tool_result', tool_use_id: id, content: 'Error: no module', is_error: true });
    const { code, out } = await runCli(['scan', '-', '--json'], {
      stdin: prompt + Array.from({ length: 8 }, (_, i) => failed(`c${i}`)).join(''),
    });
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ verdict: 'looping' });
  });

  it('calls without ids and results are still calls', async () => {
    const stdin = prompt + line('assistant', { type: 'text', text: 'I run the tests.' }, call(), call());
    const { out } = await runCli(['explain', '-'], { stdin });
    expect(out.match(/npm test/g)?.length).toBeGreaterThanOrEqual(2);
  });
});

describe('a file in which no call was read, and lines were not understood', () => {
  it('is reported as a problem, not as a success', async () => {
    const { code, err } = await runCli(['scan', '-'], {
      stdin: `${prompt}{"role": "tool", "call": "new"}\n`,
    });
    expect(code).toBe(2);
    expect(err).toMatch(/no tool call was read: 1 line not understood, first at line 2/);
  });
});
