import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { folderOf, runCli } from '../../testing/run-cli.js';

const call = (command: string, result = 'nothing new') => ({
  kind: 'call',
  tool: 'Bash',
  args: { command },
  result,
});
const repeats = (count: number): unknown[] => Array.from({ length: count }, () => call('git status'));
const line = (id: string, events: unknown[], more: object = {}): string =>
  `${JSON.stringify({ id, events, ...more })}\n`;

const FINE = line('fine', [call('ls', 'a'), call('pwd', 'b')]);
const LOOP = line('loop', repeats(5));

const folders: (() => void)[] = [];
afterEach(() => {
  for (const remove of folders.splice(0)) remove();
});
function inFolder(files: Record<string, string | Uint8Array>): (name?: string) => string {
  const { path, remove } = folderOf(files);
  folders.push(remove);
  return (name = '') => join(path, name);
}
const ids = (out: string): string[] =>
  out.split('\n').flatMap((text) => (text ? [JSON.parse(text).trace] : []));

describe('scan finds its input', () => {
  it('in folders, by name, without hidden ones and node_modules', async () => {
    const at = inFolder({
      'b/two.jsonl': line('two', []),
      'b/a/deep.json': line('deep', []),
      'a.jsonl': line('one', []),
      'notes.txt': 'no trace',
      '.git/x.json': 'no trace',
      'node_modules/x/package.json': '{}',
    });
    const ran = await runCli(['scan', '--json', at()]);
    expect(ids(ran.out)).toEqual(['one', 'deep', 'two']);
    expect(ran.code).toBe(0);
  });

  it('behind links to files of the same folder, but not behind links that lead elsewhere', async () => {
    const at = inFolder({ 'outside.jsonl': LOOP, 'in/a.jsonl': FINE });
    symlinkSync(at('in/a.jsonl'), at('in/linked.jsonl'));
    symlinkSync(at('outside.jsonl'), at('in/outside.jsonl'));
    symlinkSync(at('in'), at('in/circle.json'));
    symlinkSync(at('gone'), at('in/dangling.jsonl'));
    const ran = await runCli(['scan', '--json', at('in')]);
    expect(ids(ran.out)).toEqual(['fine', 'fine']);
    expect(ran.err).toMatch(/^error: \S+dangling\.jsonl: is not there\./);
    expect(ran.code).toBe(2);
  });

  it.skipIf(process.platform === 'win32')('in a folder with a named pipe, which is skipped', async () => {
    const at = inFolder({ 'a.jsonl': FINE });
    execFileSync('mkfifo', [at('pipe.jsonl')]);
    const ran = await runCli(['scan', '--json', at()]);
    expect(ids(ran.out)).toEqual(['fine']);
    expect(ran.code).toBe(0);
  });

  it.skipIf(process.platform === 'win32')('not in a pipe without a writer', async () => {
    const at = inFolder({ 'a.jsonl': FINE });
    execFileSync('mkfifo', [at('pipe.jsonl')]);
    const ran = await runCli(['scan', '--json', at('a.jsonl'), at('pipe.jsonl')]);
    expect(ids(ran.out)).toEqual(['fine']);
    expect(ran.err).toMatch(/^error: \S+pipe\.jsonl: is a pipe to which no program writes\./);
    expect(ran.code).toBe(2);
  });

  it.skipIf(process.platform === 'win32')('in a pipe whose writer comes a little later', async () => {
    const at = inFolder({ 'a.jsonl': LOOP });
    execFileSync('mkfifo', [at('pipe.jsonl')]);
    const writer = spawn('sh', ['-c', 'sleep 0.3; cat "$0" > "$1"', at('a.jsonl'), at('pipe.jsonl')]);
    const ran = await runCli(['scan', '--json', at('pipe.jsonl')]);
    expect(ids(ran.out)).toEqual(['loop']);
    expect(writer.exitCode ?? (await once(writer, 'exit'))[0]).toBe(0);
  });

  it('in the folder of an agent, beside files that are not transcripts', async () => {
    const at = inFolder({
      's1.jsonl': FINE,
      's1/subagents/agent-a3e4.meta.json': '{"agentType":"Explore","description":"do"}',
      'usage_record.jsonl': '{"version":1,"sessionId":"s1"}\n',
      // Of Cline, beside `….messages.json`.
      '1794903592472_ff1y3/1794903592472_ff1y3.json': '{"version":1,"session_id":"s1"}',
    });
    const ran = await runCli(['scan', '--json', at()]);
    expect({ code: ran.code, err: ran.err, ids: ids(ran.out) }).toEqual({ code: 0, err: '', ids: ['fine'] });
  });

  it('not on an empty standard input without names: nothing was scanned', async () => {
    const ran = await runCli(['scan'], { stdin: '' });
    expect(ran).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(/^error: scan: nothing was scanned.*rutbreak scan PATH/m),
    });
  });

  it('on standard input if nothing is named', async () => {
    const ran = await runCli(['scan', '--json'], { stdin: LOOP });
    expect(ids(ran.out)).toEqual(['loop']);
  });

  it('in several places, even if one is missing', async () => {
    const at = inFolder({ 'a.jsonl': FINE, 'empty/x.txt': '' });
    const ran = await runCli(['scan', '--json', at('gone.jsonl'), at('a.jsonl'), at('empty'), '-'], {
      stdin: LOOP,
    });
    expect(ids(ran.out)).toEqual(['fine', 'loop']);
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(/gone\.jsonl: is not there\. Check the path/);
    expect(ran.err).toMatch(/empty: has no \*\.jsonl, \*\.json or \*\.traj files\. Name a folder/);
  });

  it('but asks for a path on a terminal instead of waiting forever', async () => {
    const ran = await runCli(['scan'], { isTerminal: true });
    expect(ran).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(/nothing to scan.+\nSee: rutbreak scan --help\n$/),
    });
  });

  it('names a trace without an id by its position', async () => {
    const at = inFolder({ 'a.jsonl': `${FINE}{"events": []}\n` });
    const ran = await runCli(['scan', '--json', at('a.jsonl')]);
    expect(ids(ran.out)).toEqual(['fine', `${at('a.jsonl')}:2`]);
  });
});

describe('scan of transcripts', () => {
  const call = (i: number): readonly object[] => [
    {
      type: 'assistant',
      sessionId: 's1',
      uuid: `a${i}`,
      timestamp: new Date(i * 60_000).toISOString(),
      message: {
        id: `m${i}`,
        model: 'model-x',
        content: [{ type: 'tool_use', id: `t${i}`, name: 'Bash', input: { command: 'npm test' } }],
        usage: { input_tokens: 1000, output_tokens: 100 },
      },
    },
    {
      type: 'user',
      sessionId: 's1',
      uuid: `u${i}`,
      message: {
        content: [{ type: 'tool_result', tool_use_id: `t${i}`, content: 'Error: boom', is_error: true }],
      },
    },
  ];
  const session = [0, 1, 2, 3, 4, 5]
    .flatMap(call)
    .map((line) => JSON.stringify(line))
    .join('\n');
  const { path, remove } = folderOf({
    '.claude/projects/app/s1.jsonl': session,
    'prices.json': '{"model": {"input": 10, "output": 100}}',
  });
  afterAll(remove);
  const file = join(path, '.claude/projects/app/s1.jsonl');

  it("finds the loop in an agent's own files, and its cost", async () => {
    const ran = await runCli(['scan', '--json', '--prices', join(path, 'prices.json'), file]);
    const report = JSON.parse(ran.out) as { trace: string; verdict: string; wasted: object };
    expect(report).toMatchObject({ trace: 's1', verdict: 'looping' });
    expect(report.wasted).toEqual({ calls: 5, tokens: 5500, minutes: 4, money: 0.1 });
  });

  it('searches the known places if nothing is named, and names them', async () => {
    const ran = await runCli(['scan'], { isTerminal: true, home: path });
    expect(ran.err).toContain(`scanning Claude Code: ${join(path, '.claude/projects')}`);
    expect(ran.code).toBe(1);
  });

  it.each([
    ['looping', 1],
    ['suspicious', 1],
    ['never', 0],
  ])('--fail-on %s ends with %i', async (verdict, code) => {
    expect((await runCli(['scan', '--fail-on', verdict, file])).code).toBe(code);
  });

  it('--format sarif prints one document with one result per loop', async () => {
    const { out } = await runCli(['scan', '--format', 'sarif', file]);
    const { version, runs } = JSON.parse(out) as { version: string; runs: { results: object[] }[] };
    expect(version).toBe('2.1.0');
    expect(runs[0]?.results[0]).toMatchObject({
      ruleId: 'ERROR_REPETITION',
      locations: [{ physicalLocation: { artifactLocation: { uri: file }, region: { startLine: 1 } } }],
    });
  });

  it('--format junit prints one failed test per looping trace, without characters that XML forbids', async () => {
    const odd = JSON.stringify({ id: '<&"\u0001>', events: [] });
    const { out } = await runCli(['scan', '--format', 'junit', file, '-'], { stdin: odd });
    expect(out).toContain('<testsuites name="rutbreak" tests="2" failures="1">');
    expect(out).toContain('name="&#60;&#38;&#34;\\u{1}&#62;"');
    expect(out).toMatch(/<failure type="ERROR_REPETITION" message="[^"<]+">/);
  });

  it.each(['json', 'sarif', 'junit'])(
    '--format %s prints no characters that act on a terminal, and no line that a CI service runs',
    async (format) => {
      const odd = 'x\u009b31m\u202e\r\n::error::pwned\n::add-mask::x';
      const call = { kind: 'call', tool: odd, args: { command: odd }, result: odd, isError: true };
      const stdin = JSON.stringify({ id: odd, events: Array<unknown>(12).fill(call) });
      const { out } = await runCli(['scan', '--format', format, '-'], { stdin });
      expect(out).toContain('::error::pwned');
      expect(out).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u);
      expect(out).not.toMatch(/^\s*::/m);
    },
  );

  it('a bad price table is refused with its name', async () => {
    const ran = await runCli(['scan', '--prices', file, file]);
    expect(ran).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('A price table is') as string,
    });
  });
});
