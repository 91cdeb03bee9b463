import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { folderOf, runCli } from '../../testing/run-cli.js';

const test = (result: string, isError = false): object => ({
  kind: 'call',
  tool: 'Bash',
  args: { command: 'npm test' },
  result,
  isError,
});
const { path, remove } = folderOf({
  'runs.jsonl': [
    { id: 'loop', events: [1, 2, 3, 4].map(() => test('Error: boom', true)) },
    {
      id: 'work',
      events: [
        test('3 warnings'),
        test('2 warnings'),
        { kind: 'turn', role: 'user', text: 'again' },
        test('2 warnings'),
        test('2 warnings'),
      ],
    },
  ]
    .map((trace) => JSON.stringify(trace))
    .join('\n'),
});
afterAll(remove);
const file = join(path, 'runs.jsonl');

describe('explain', () => {
  it('shows every event, with findings and evidence', async () => {
    const { out, code } = await runCli(['explain', file, '--trace', 'loop']);
    expect(code).toBe(0);
    expect(out).toContain('loop, 4 events\n');
    expect(out).toContain('    2  Bash(npm test) ✗ Error: boom\n');
    expect(out).toMatch(/▲ nudge {2}ERROR_REPETITION 0\.\d\d {2}Bash\(npm test\) failed 3x/);
    expect(out).toMatch(/repeated-call: events 0, 1, 2/);
  });

  it('says why other repetitions are not loops', async () => {
    const { out } = await runCli(['explain', file, '--trace', 'work']);
    expect(out).toContain('left alone: the same call as #0, but the outcome has changed');
    expect(out).toContain('left alone: the same call as #1, but the user has spoken since');
    expect(out).toContain('left alone: the same call as #3, 2 times now: too few');
  });

  it('shows all traces if none is named, and lists them if a name is wrong', async () => {
    expect((await runCli(['explain', file])).out).toMatch(/loop, 4 events[^]+work, 5 events/);
    const ran = await runCli(['explain', file, '--trace', 'gone']);
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toContain('has no trace "gone". It has: loop, work.');
  });

  it.each([
    ['8: the beginning of a name', [file, '--trace', 'wo'], 'work'],
    ['a line, as scan names it', [`${file}:2`], 'work'],
  ])('takes %s', async (_, args, name) => {
    const { out, code } = await runCli(['explain', ...args]);
    expect({ code, heads: out.match(/^\S+, \d events$/gm) }).toEqual({
      code: 0,
      heads: [`${name}, 5 events`],
    });
  });

  it('a line without a trace is reported', async () => {
    const ran = await runCli(['explain', `${file}:9`]);
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toContain('has no trace at line 9. It has: loop, work.');
  });
});

describe('replay', () => {
  it('shows the effect of another limit', async () => {
    const { out, code } = await runCli(['replay', file, '--set', 'repeated-call.failures=2']);
    expect(code).toBe(0);
    expect(out).toMatch(/loop +nudge @2 ERROR_REPETITION +→ nudge @1 ERROR_REPETITION\n/);
    expect(out).toContain('2 traces: 1 unchanged, 1 stopped earlier or more often, 0 later or less often.');
  });

  it.each([
    ['nonsense', /"nonsense" is no setting\. Write detector\.option=value/],
    ['nobody.limit=3', /nobody/],
    ['repeated-call.failures=0', /failures/],
  ])('refuses %s', async (setting, message) => {
    const ran = await runCli(['replay', file, '--set', setting]);
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(message);
  });
});
