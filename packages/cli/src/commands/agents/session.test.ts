import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGuard, type Decision, presetOf } from '@rutbreak/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileName } from '../../store/files.js';
import { isDetectionOff, noteDecision } from '../../store/record.js';
import { openStore, type Store } from '../../store/store.js';
import { folderOf, type Ran, runCli } from '../../testing/run-cli.js';

let dir: ReturnType<typeof folderOf>;
let store: Store;
beforeEach(() => {
  dir = folderOf({});
  store = openStore(dir.path);
});
afterEach(() => dir.remove());

const session = (...args: string[]): Promise<Ran> => runCli(['session', ...args], { dataDir: dir.path });

/** One call of an agent, as from a hook: a process that knows only the store. */
async function hook(id: string, tool = 'Bash', preset = 'matrix'): Promise<Decision | 'looked away'> {
  const before = await store.load(id);
  if (before && isDetectionOff(before, Date.now())) return 'looked away';
  const guard = createGuard({ preset: presetOf(preset) });
  const run = before?.snapshot ? guard.restore(id, before.snapshot) : guard.session(id);
  const decision = run.after({ tool, args: { command: 'git status' }, result: 'clean' });
  await store.update(id, (record) => ({
    ...noteDecision(record, decision, Date.now()),
    snapshot: run.snapshot(),
  }));
  return decision;
}
async function loop(id: string, calls = 8): Promise<void> {
  for (let i = 0; i < calls; i++) await hook(id);
}

describe('session list', () => {
  it('names the searched folder if there are no sessions', async () => {
    expect(await session('list')).toEqual({ code: 0, out: `No sessions in ${store.folder}.\n`, err: '' });
  });

  it('has one row per session, the most recently updated first', async () => {
    await loop('looping-run');
    await hook('quiet-run');
    const { code, out } = await session('list');
    const [head, first, second, , end] = out.split('\n');
    expect(code).toBe(0);
    expect(head).toMatch(/^STATUS +SESSION +UPDATED +LOOPS +LAST SEEN$/);
    expect(first).toMatch(/^healthy +quiet-run +(now|\d+s)$/);
    expect(second).toMatch(/^block +looping-run +(now|\d+s) +1 +.*Bash\(git status\)/);
    expect(end).toBe('2 sessions.');
  });

  it('--json prints one line per session, without the snapshot', async () => {
    await loop('a');
    const { out } = await session('list', '--json');
    const line = JSON.parse(out);
    expect(line).toMatchObject({
      id: 'a',
      version: 1,
      hasSnapshot: true,
      summary: expect.stringMatching(/^1 detected loop/),
    });
    expect(line).not.toHaveProperty('snapshot');
  });

  it('reports an unreadable file, and shows the rest', async () => {
    await hook('good');
    await hook('bad');
    writeFileSync(join(store.folder, fileName('bad')), '{');
    const { code, out, err } = await session('list');
    expect(code).toBe(0);
    expect(out).toContain('good');
    expect(err).toMatch(
      /^note: .*bad-.*\.json could not be read: it is not JSON\. It was moved to .*corrupt-/,
    );
  });

  it('takes another folder', async () => {
    const elsewhere = join(dir.path, 'elsewhere');
    expect((await session('list', '--data', elsewhere)).out).toContain(join(elsewhere, 'sessions'));
  });

  it("an agent's text cannot act on the terminal", async () => {
    await hook('evil\u001b[2J\nrow', 'x\u001b[31m');
    expect((await session('list')).out).not.toContain('\u001b');
    expect((await session('show', 'evil')).out).not.toContain('\u001b');
  });
});

describe('session show', () => {
  it('shows findings, overrides and messages', async () => {
    await loop('run-1');
    await session('override', 'run-1', '--for', '1h', '--reason', 'a long wait');
    await session('feedback', 'run-1', 'false-alarm', '--note', 'it polls');
    const { code, out } = await session('show', 'run-1');
    expect(code).toBe(0);
    expect(out).toMatch(/^run-1\n1 detected loop \(\w+\), not recovered\.\n/);
    expect(out).toMatch(/Detection is off until \d{4}-\d\d-\d\dT/);
    expect(out).toMatch(/Last seen\n {2}event \d+: block, \d+ % sure\. \w+: .*Bash\(git status\)/);
    expect(out).toMatch(/\n {2}It ran \d+ times and was refused \d+ times?[,.]/);
    expect(out).toMatch(/Overrides\n {2}\S+, \w+, after 1 reset, a long wait\n/);
    expect(out).toMatch(/Feedback\n {2}\S+, false-alarm, \w+, it polls\n/);
  });

  it.each([
    ['the whole name', 'run-1'],
    ['a beginning that only one has', 'run-1'.slice(0, 5)],
  ])('by %s', async (_, name) => {
    await hook('run-1');
    await hook('run-10');
    expect((await session('show', name)).out).toMatch(/^run-1\n/);
  });

  it.each([
    ['nobody', ['show', 'nobody'], 'error: there is no session nobody. See: rutbreak session list\n'],
    ['several', ['show', 'run'], 'error: 2 sessions begin with run: run-2, run-1\n'],
    [
      'an unknown feedback',
      ['feedback', 'run-1', 'meh'],
      'error: there is no feedback meh. Use one of: false-alarm, right, missed.\n',
    ],
    [
      'a bad time',
      ['override', 'run-1', '--for', 'soon'],
      'error: soon is no time. Use a number and s, m, h or d: 90s, 30m, 2h, 1d.\n',
    ],
    ['no time at all', ['override', 'run-1', '--for', '0m'], 'error: 0m is no time.'],
    ['two ways at once', ['override', 'run-1', '--for', '1m', '--once'], 'cannot be used with option'],
    ['no id', ['reset'], "missing required argument 'ID'"],
    ['an unknown command', ['explode'], "unknown command 'explode'"],
  ])('%s: exit code 2 and one sentence', async (_, args, expected) => {
    await hook('run-1');
    await hook('run-2');
    const { code, out, err } = await session(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(expected);
  });
});

describe('session reset', () => {
  it('lifts a block, and detection continues', async () => {
    await loop('a');
    expect(await hook('a', 'Read')).toMatchObject({ kind: 'act', rung: 'block' });
    expect(await session('reset', 'a')).toMatchObject({
      code: 0,
      out: expect.stringContaining('a starts again from zero'),
    });
    expect(await hook('a', 'Read')).toMatchObject({ kind: 'proceed' });
    await loop('a', 6);
    expect(await hook('a')).toMatchObject({ rung: 'block' });
  });

  it('drops a snapshot that no preset can read', async () => {
    await store.update('a', (record) => ({
      ...record,
      snapshot: { version: 1, preset: 'gone', state: {} as never },
    }));
    expect(await session('reset', 'a')).toMatchObject({ code: 0 });
    expect(await store.load('a')).not.toHaveProperty('snapshot');
  });

  it('ends an override', async () => {
    await loop('a');
    await session('override', 'a', '--for', '1h');
    expect(await hook('a')).toBe('looked away');
    await session('reset', 'a');
    expect(await hook('a')).toMatchObject({ kind: 'proceed' });
  });
});

describe('R12 session override', () => {
  const resets = async (id: string, calls: number): Promise<void> => {
    for (let i = 0; i < calls; i++) await hook(id, 'Bash', 'votes');
  };

  it.each([
    ['the first', 5, 1, 'a continues; detection stays on.'],
    ['the second', 10, 2, 'a continues; detection stays on.'],
    ['the third', 15, 3, 'a continues, and detection is off until: rutbreak session reset a.'],
    ['the fourth', 16, 4, 'a continues, and detection is off until: rutbreak session reset a.'],
  ])('%s lets the session continue, and logs type, count, session and reason', async (_, calls, n, said) => {
    await resets('a', calls);
    const { code, out } = await session('override', 'a', '--reason', 'I know');
    expect({ code, out }).toEqual({ code: 0, out: `${said}\n1 override of this session so far.\n` });
    expect((await store.load('a'))!.overrides).toMatchObject([
      { type: 'TOOL_REPETITION', resets: n, session: 'a', reason: 'I know' },
    ]);
    expect(await hook('a', 'Bash', 'votes')).toEqual(
      n < 3 ? expect.objectContaining({ kind: 'proceed' }) : 'looked away',
    );
  });

  it('each override makes the next one harder, and the third switches detection off', async () => {
    for (const n of [1, 2, 3]) {
      await resets('a', 5);
      expect(await store.load('a')).not.toHaveProperty('off');
      expect((await session('override', 'a')).out).toContain(`${n} override`);
    }
    expect((await store.load('a'))!.overrides.map((one) => one.resets)).toEqual([1, 2, 3]);
    expect(await hook('a')).toBe('looked away');
  });

  it('for a time: detection continues afterwards, even after the third', async () => {
    await resets('a', 20);
    await session('override', 'a', '--for', '30m');
    const record = (await store.load('a'))!;
    expect(isDetectionOff(record, Date.now() + 29 * 60_000)).toBe(true);
    expect(isDetectionOff(record, Date.now() + 31 * 60_000)).toBe(false);
    expect(record.snapshot!.state.control).toMatchObject({ isOff: false, overrides: 1 });
  });

  it('--once is refused if it would switch detection off, and nothing changes', async () => {
    await resets('a', 5);
    expect((await session('override', 'a', '--once')).out).toContain('detection stays on');
    await resets('b', 15);
    const before = await store.load('b');
    const { code, err } = await session('override', 'b', '--once');
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining('rutbreak session reset b') as string,
    });
    expect(await store.load('b')).toEqual(before);
  });

  it('without an intervention there is nothing to override, but a person may disable detection for a time', async () => {
    await hook('a');
    const { code, err } = await session('override', 'a');
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('--for 30m') as string });
    expect(await store.load('a')).toMatchObject({ overrides: [] });
    expect((await session('override', 'a', '--for', '1h')).code).toBe(0);
    expect(await hook('a')).toBe('looked away');
  });

  it('an unreadable session is left alone until a reset', async () => {
    await store.update('a', (record) => ({
      ...record,
      snapshot: { version: 1, preset: 'gone', state: {} as never },
    }));
    expect((await session('override', 'a')).out).toContain('rutbreak session reset a');
    expect(await hook('a')).toBe('looked away');
  });

  it.each([
    [
      'y',
      10,
      [],
      {},
      0,
      /Override a after 2 detections or resets\? It was: Bash\(git status\).* Continue anyway\?/,
    ],
    ['n', 10, [], {}, 2, /not confirmed; nothing was changed/],
    [
      '',
      15,
      [],
      {},
      2,
      /after 3 detections or resets\? .* Detection will be off for this session\. .*nothing was changed/,
    ],
    ['', 15, ['--yes'], {}, 0, /^$/],
    ['', 20, [], { LOOP_DETECTION_OVERRIDE: 'true' }, 0, /^$/],
    ['', 5, [], {}, 0, /^$/],
    ['', 10, [], { LOOP_DETECTION_OVERRIDE: 'perhaps' }, 2, /LOOP_DETECTION_OVERRIDE cannot be perhaps/],
  ])('at a terminal, %j after %i calls with %j %j', async (answer, calls, flags, env, code, said) => {
    await resets('a', calls);
    const before = await store.load('a');
    const around = { dataDir: dir.path, isTerminal: true, stdin: `${answer}\n`, env };
    const ran = await runCli(['session', 'override', 'a', ...flags], around);
    expect(ran.code).toBe(code);
    expect(ran.err).toMatch(said);
    if (code !== 0) expect(await store.load('a')).toEqual(before);
  });
});

describe('session feedback', () => {
  it.each([
    ['false-alarm', 'a false alarm'],
    ['right', 'a loop indeed'],
    ['missed', 'a loop that was missed'],
  ])('%s', async (kind, said) => {
    await loop('a');
    const { out } = await session('feedback', 'a', kind);
    expect(out).toMatch(new RegExp(`^Noted for a: ${said} about: .*Bash`));
    expect((await store.load('a'))!.feedback).toMatchObject([
      { kind, category: expect.any(String), seq: expect.any(Number) },
    ]);
  });
});

it('--help has examples', async () => {
  const { code, out } = await session('--help');
  expect(code).toBe(0);
  for (const command of ['list', 'show', 'reset', 'override', 'feedback'])
    expect(out).toMatch(new RegExp(`rutbreak session ${command}`));
});
