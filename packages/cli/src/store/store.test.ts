import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createGuard, presetOf } from '@rutbreak/core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundle } from '../testing/bundle.js';
import { folderOf } from '../testing/run-cli.js';
import { fileName, lockOf } from './files.js';
import {
  isDetectionOff,
  newRecord,
  noteDecision,
  noteFeedback,
  noteOverride,
  type LocalRecord,
} from './record.js';
import { openStore, type Store } from './store.js';
import { storeTrouble } from './trouble.js';

const MINUTE = 60_000;
let dir: ReturnType<typeof folderOf>;
let store: Store;
let told: string[];
beforeEach(() => {
  dir = folderOf({});
  told = [];
  store = openStore(dir.path, { onTrouble: (text) => told.push(text) });
});
afterEach(() => dir.remove());

const fileOf = (id: string): string => join(store.folder, fileName(id));
const bump = (record: LocalRecord): LocalRecord => ({ ...record, resets: record.resets + 1 });

describe('a session survives between processes', () => {
  it('written, read, listed and removed', async () => {
    expect(await store.load('a')).toBeUndefined();
    const written = await store.update('a', bump);
    expect(written).toMatchObject({ version: 1, id: 'a', resets: 1, revision: 1 });
    expect(await openStore(dir.path).load('a')).toEqual(written);
    expect(await store.list()).toEqual([written]);
    expect(await store.remove('a')).toBe(true);
    expect(await store.remove('a')).toBe(false);
    expect(await store.list()).toEqual([]);
    expect(readdirSync(store.folder)).toEqual([]);
  });

  it('touches no file until it is used, and reading creates no folder', async () => {
    const elsewhere = openStore(join(dir.path, 'not/there'));
    expect(await elsewhere.list()).toEqual([]);
    expect(await elsewhere.load('a')).toBeUndefined();
    expect(existsSync(join(dir.path, 'not'))).toBe(false);
  });

  it('writes nothing if nothing changed', async () => {
    await store.update('a', bump);
    expect(await store.update('a', (record) => record)).toMatchObject({ revision: 1 });
    await store.update('b', (record) => record);
    expect(await store.load('b')).toBeUndefined();
  });

  it.each([
    '../../etc/passwd',
    'a/b',
    'A',
    'a',
    '',
    'x'.repeat(500),
    'Ünïcode 会话',
    'con',
    '.',
    'a\0b',
    'a b',
  ])('the id %j is a separate file inside the folder', async (id) => {
    await store.update('other', bump);
    await store.update(id, bump);
    expect(await store.load(id)).toMatchObject({ id, resets: 1 });
    expect(readdirSync(store.folder)).toHaveLength(2);
  });

  it('lists the most recently updated first', async () => {
    let time = 1000;
    const timed = openStore(dir.path, { now: () => time++ });
    for (const id of ['a', 'b', 'c', 'a']) await timed.update(id, bump);
    expect((await timed.list()).map(({ id }) => id)).toEqual(['a', 'c', 'b']);
  });

  it('is readable by its owner only', async () => {
    await store.update('a', bump);
    if (process.platform === 'win32') return;
    expect(statSync(fileOf('a')).mode & 0o777).toBe(0o600);
    expect(statSync(store.folder).mode & 0o777).toBe(0o700);
  });

  it('an error from `change` reaches the caller, and the lock is released', async () => {
    const bad = store.update('a', () => {
      throw new TypeError('mine');
    });
    await expect(bad).rejects.toThrow(new TypeError('mine'));
    expect(await store.update('a', bump)).toMatchObject({ resets: 1 });
  });
});

describe('bad files', () => {
  it.each([
    ['half a file', '{"version":1,"id":"a","cre'],
    ['an empty file', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['no version', '{"id":"a"}'],
    ['a wrong shape', '{"version":1,"id":"a","createdAt":"yesterday"}'],
    ['binary', '\u0000\u0001\u0002'],
  ])('%s: is reported with its path, moved aside, and the session starts afresh', async (_, content) => {
    await store.update('a', bump);
    writeFileSync(fileOf('a'), content);
    expect(await store.load('a')).toBeUndefined();
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(fileOf('a'));
    const [aside] = readdirSync(store.folder).filter((name) => name.includes('.corrupt-'));
    expect(readFileSync(join(store.folder, aside!), 'utf8')).toBe(content);
    expect(await store.update('a', bump)).toMatchObject({ resets: 1 });
  });

  it('does not hide the good ones from a list', async () => {
    for (const id of ['a', 'b', 'c']) await store.update(id, bump);
    writeFileSync(fileOf('b'), 'oops');
    expect((await store.list()).map(({ id }) => id).sort()).toEqual(['a', 'c']);
    expect(told).toHaveLength(1);
  });

  it('of a newer version: refused and left unchanged', async () => {
    await store.update('a', bump);
    writeFileSync(fileOf('a'), '{"version":2}');
    await expect(store.load('a')).rejects.toThrow(/^STORE_NEWER: .*upgrade/);
    await expect(store.update('a', bump)).rejects.toThrow(/^STORE_NEWER/);
    expect(readFileSync(fileOf('a'), 'utf8')).toBe('{"version":2}');
  });
});

describe('locks', () => {
  const lock = (content: string, age = 0): void => {
    mkdirSync(store.folder, { recursive: true });
    writeFileSync(lockOf(fileOf('a')), content);
    const then = Date.now() / 1000 - age;
    utimesSync(lockOf(fileOf('a')), then, then);
  };
  const impatient = (): Store => openStore(dir.path, { wait: 60 });

  it('of a living process: waits, then names the owner and a remedy', async () => {
    lock(`${process.pid} ${hostname()} other`);
    await expect(impatient().update('a', bump)).rejects.toThrow(
      /^STORE_BUSY: .*\.lock, process \d+\) Try again/,
    );
  });

  it.each([
    ['a process that is gone', () => lock(`999999999 ${hostname()} x`)],
    ['a process that is too slow', () => lock(`${process.pid} ${hostname()} x`, 6)],
    ['another machine, long ago', () => lock('1 elsewhere x', 6)],
    ['a process killed while it wrote the lock', () => lock('', 6)],
  ])('of %s is removed', async (_, make) => {
    make();
    expect(await impatient().update('a', bump)).toMatchObject({ resets: 1 });
    expect(readdirSync(store.folder)).toHaveLength(1);
  });

  it('of another machine, if recent, is respected', async () => {
    lock('1 elsewhere x');
    await expect(impatient().update('a', bump)).rejects.toThrow(/^STORE_BUSY/);
  });

  it('that was lost in the middle restarts the update, and nothing is lost', async () => {
    await store.update('a', bump);
    let runs = 0;
    const record = await store.update('a', (before) => {
      if (++runs === 1) writeFileSync(lockOf(fileOf('a')), '999999999 elsewhere thief');
      if (runs === 1) utimesSync(lockOf(fileOf('a')), 1, 1);
      return bump(before);
    });
    expect([runs, record.resets, record.revision]).toEqual([2, 2, 2]);
  });

  it('does not block readers', async () => {
    await store.update('a', bump);
    lock(`${process.pid} ${hostname()} other`);
    expect(await impatient().load('a')).toMatchObject({ resets: 1 });
  });
});

describe('retention', () => {
  it('keeps at most this many, the newest', async () => {
    const small = openStore(dir.path, { maxSessions: 3 });
    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      await small.update(id, bump);
      utimesSync(
        join(small.folder, fileName(id)),
        Date.now() / 1000,
        Date.now() / 1000 - 100 + id.charCodeAt(0) - 97,
      );
    }
    const ids = (await small.list()).map(({ id }) => id).sort();
    expect(ids).toContain('e');
    expect(ids).toHaveLength(3);
  });

  it('removes old files, and leftovers of killed processes', async () => {
    for (const id of ['old', 'young']) await store.update(id, bump);
    const long = Date.now() / 1000 - 31 * 86_400;
    utimesSync(fileOf('old'), long, long);
    for (const name of ['x.json.1-ab.tmp', 'x.json.lock']) {
      writeFileSync(join(store.folder, name), '');
      utimesSync(join(store.folder, name), long, long);
    }
    writeFileSync(join(store.folder, 'y.json.1-ab.tmp'), 'just being written');
    await store.update('new', bump);
    expect((await store.list()).map(({ id }) => id).sort()).toEqual(['new', 'young']);
    expect(readdirSync(store.folder).filter((name) => !name.endsWith('.json'))).toEqual(['y.json.1-ab.tmp']);
  });
});

describe('stored data contains no secrets', () => {
  const secret = ['ghp', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_');
  const calls = Array.from({ length: 12 }, () => ({
    ...{ kind: 'call', tool: 'Bash', args: { command: `curl -H "Authorization: Bearer ${secret}"` } },
    ...{ result: `denied for ${secret}`, isError: true },
  }));

  it.each(['default', 'votes', 'cycles', 'drift', 'matrix', 'entropy'])(
    '%s: with the same decisions',
    async (preset) => {
      const straight = createGuard({ preset: presetOf(preset) }).session('a');
      let seen = 0;
      for (const event of [...calls, { kind: 'message', text: `I use ${secret} and password=hunter2.` }]) {
        const before = await store.load('a');
        const guard = createGuard({ preset: presetOf(preset) });
        const session = before?.snapshot ? guard.restore('a', before.snapshot) : guard.session('a');
        const decision = session.observe(event);
        const expected = straight.observe(event);
        expect(decision.kind).toBe(expected.kind);
        if (decision.kind !== 'refused' && expected.kind !== 'refused')
          expect(decision.verdict.status).toBe(expected.verdict.status);
        await store.update('a', (record) => ({
          ...noteDecision(record, decision, 5),
          snapshot: session.snapshot(),
        }));
        seen++;
        expect(readFileSync(fileOf('a'), 'utf8')).not.toMatch(/16C7e42F|hunter2/);
      }
      expect(seen).toBe(13);
    },
  );

  it('an open stream continues as before, give or take two pieces', async () => {
    const deltas = Array.from({ length: 60 }, (_, i) => ({
      kind: 'delta',
      text: `token ${secret} again, row ${i % 3}. `,
    }));
    const decide = async (isStored: boolean): Promise<number> => {
      let session = createGuard().session('a');
      for (const [i, event] of deltas.entries()) {
        const decision = session.observe(event);
        if (decision.kind === 'act' && decision.rung !== 'observe') return i;
        if (!isStored) continue;
        const { snapshot } = await store.update('a', (record) => ({
          ...record,
          snapshot: session.snapshot(),
        }));
        session = createGuard().restore('a', snapshot);
      }
      return -1;
    };
    const straight = await decide(false);
    expect(straight).toBeGreaterThan(0);
    // The newest piece is compared unmasked with masked text of another length.
    expect(Math.abs((await decide(true)) - straight)).toBeLessThanOrEqual(2);
    expect(readFileSync(fileOf('a'), 'utf8')).not.toContain('16C7e42F');
  });

  it('notes and reasons are redacted and cut', async () => {
    const record = await store.update('a', (before) =>
      noteFeedback(noteOverride(before, { at: 1, off: 'reset', reason: `because ${secret}` }), {
        ...{ at: 2, kind: 'false-alarm', note: `it is fine ${'x '.repeat(2000)}` },
      }),
    );
    expect(record.overrides[0]!.reason).toBe('because [redacted:token]');
    expect(record.feedback[0]!.note!.length).toBeLessThan(600);
  });
});

describe('detection that a person has switched off', () => {
  const record = newRecord('a', 0);
  it.each([
    ['never switched off', record, 5, false],
    ['for the session', { ...record, off: 'reset' as const }, 5, true],
    ['until later', { ...record, off: 10 }, 5, true],
    ['until now', { ...record, off: 10 }, 10, false],
  ])('%s', (_, given, now, expected) => expect(isDetectionOff(given, now)).toBe(expected));
});

describe('parallel processes', () => {
  let built: ReturnType<typeof folderOf>;
  let child: string;
  beforeAll(async () => {
    built = folderOf({});
    // Another user must be able to run it.
    chmodSync(built.path, 0o755);
    child = await bundle('packages/cli/src/testing/store-child.ts', built.path);
  }, MINUTE);
  afterAll(() => built.remove());

  const start = (args: string[], more: object = {}): ReturnType<typeof spawn> =>
    spawn(process.execPath, [child, dir.path, ...args], { stdio: ['ignore', 'pipe', 'inherit'], ...more });
  const output = async (running: ReturnType<typeof spawn>): Promise<string> => {
    let text = '';
    running.stdout!.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    await once(running, 'close');
    return text;
  };

  it(
    'eight of them with fifty updates each: none is lost',
    async () => {
      const all = Array.from({ length: 8 }, () => start(['shared', 'count', '50']));
      expect(await Promise.all(all.map(output))).toEqual(all.map(() => 'started\n'));
      const record = await store.load('shared');
      expect(record).toMatchObject({ resets: 400, revision: 400 });
      expect(record!.feedback).toHaveLength(400);
      expect(readdirSync(store.folder)).toEqual([fileName('shared')]);
    },
    MINUTE,
  );

  it(
    'one killed in the middle of an update harms no other',
    async () => {
      await store.update('shared', bump);
      expect(await output(start(['shared', 'die']))).toBe('');
      expect(existsSync(lockOf(fileOf('shared')))).toBe(true);
      expect(await store.load('shared')).toMatchObject({ resets: 1 });
      expect(await store.update('shared', bump)).toMatchObject({ resets: 2 });
      expect(existsSync(lockOf(fileOf('shared')))).toBe(false);
    },
    MINUTE,
  );

  it(
    'killed at any time: the file is complete, and contains every confirmed update',
    async () => {
      for (let round = 0; round < 5; round++) {
        const running = start([`victim-${round}`, 'count', '10000']);
        await once(running.stdout!, 'data');
        await new Promise((done) => setTimeout(done, 7 * round));
        running.kill('SIGKILL');
        await once(running, 'close');
        const record = (await store.load(`victim-${round}`))!;
        expect(record.resets).toBeGreaterThan(0);
        expect(record.feedback).toHaveLength(record.resets);
        expect(await store.update(`victim-${round}`, bump)).toMatchObject({ resets: record.resets + 1 });
      }
      expect(told).toEqual([]);
    },
    MINUTE,
  );

  it.skipIf(process.platform === 'win32')(
    'an unwritable folder: a clear error',
    async () => {
      mkdirSync(join(dir.path, 'sessions'));
      chmodSync(dir.path, 0o755);
      chmodSync(join(dir.path, 'sessions'), 0o555);
      // Root may do anything, so another user has to try.
      const text = await output(
        start(['a', 'count'], process.getuid!() === 0 ? { uid: 65534, gid: 65534 } : {}),
      );
      expect(text).toMatch(/STORE_WRITE: .*path .*sessions.*why permission denied.*--data DIR/);
    },
    MINUTE,
  );

  it.skipIf(process.platform === 'win32')(
    'no room for the file: a clear error, and the old content stays',
    async () => {
      await store.update('a', (record) => ({
        ...record,
        feedback: Array.from({ length: 90 }, () => ({ at: 1, kind: 'right', note: 'x'.repeat(400) })),
      }));
      const before = readFileSync(fileOf('a'), 'utf8');
      // The shell's limit counts blocks of 512 or 1024 bytes: less than the session needs, more than a lock.
      const command = `ulimit -f 4; exec "$0" "$@"`;
      const running = spawn('sh', ['-c', command, process.execPath, child, dir.path, 'a', 'count'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      expect(await output(running)).toMatch(/STORE_WRITE: .*larger than the system allows.*Make room/);
      expect(readFileSync(fileOf('a'), 'utf8')).toBe(before);
      expect(readdirSync(store.folder)).toEqual([fileName('a')]);
    },
    MINUTE,
  );
});

describe('disk errors come with a hint', () => {
  it.each([
    ['ENOSPC', 'the disk is full', 'Make room'],
    ['EDQUOT', 'the disk quota is used up', 'Make room'],
    ['EROFS', 'the disk is read-only', '--data DIR'],
    ['EACCES', 'permission denied', '--data DIR'],
    ['EWEIRD', 'something odd', '--data DIR'],
  ])('%s: %s', (code, why, hint) => {
    const error = Object.assign(new Error('something odd'), { code });
    expect(storeTrouble(error, '/p', 'write').message).toMatch(
      new RegExp(`^STORE_WRITE: .*path /p, why ${why}\\).*${hint}`),
    );
  });

  it('a file in place of the folder', async () => {
    writeFileSync(join(dir.path, 'file'), '');
    const odd = openStore(join(dir.path, 'file'));
    await expect(odd.update('a', bump)).rejects.toThrow(/STORE_WRITE: .*a part of the path is a file/);
    await expect(odd.list()).rejects.toThrow(/STORE_READ: .*a part of the path is a file/);
  });
});
