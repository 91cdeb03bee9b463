import Libsql from 'libsql';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { folderOf, runCli } from '../../testing/run-cli.js';

const folders: (() => void)[] = [];
afterEach(() => {
  for (const remove of folders.splice(0)) remove();
});
function folder(files: Record<string, string> = {}): string {
  const { path, remove } = folderOf(files);
  folders.push(remove);
  return path;
}

/** The tables of opencode, as far as they are read. */
function databaseIn(home: string, calls: number): string {
  const file = join(home, 'opencode.db');
  const database = new Libsql(file);
  database.exec(
    'CREATE TABLE session (id text PRIMARY KEY, title text, time_created integer);' +
      'CREATE TABLE message (id text PRIMARY KEY, session_id text, time_created integer, data text);' +
      'CREATE TABLE part (id text PRIMARY KEY, message_id text, session_id text, time_created integer, data text);',
  );
  database.prepare('INSERT INTO session VALUES (?, ?, ?)').run('ses_1', 'a title', 1);
  const message = database.prepare('INSERT INTO message VALUES (?, ?, ?, ?)');
  const part = database.prepare('INSERT INTO part VALUES (?, ?, ?, ?, ?)');
  message.run('msg_0', 'ses_1', 1, JSON.stringify({ role: 'user', time: { created: 1 } }));
  part.run('prt_00', 'msg_0', 'ses_1', 1, JSON.stringify({ type: 'text', text: 'Fix it' }));
  for (let i = 1; i <= calls; i++) {
    message.run(
      `msg_${i}`,
      'ses_1',
      i + 1,
      JSON.stringify({ role: 'assistant', modelID: 'm', tokens: { input: 7, output: 2 } }),
    );
    const state = { status: 'completed', input: { command: 'git status' }, output: 'clean' };
    part.run(
      `prt_${i}0`,
      `msg_${i}`,
      'ses_1',
      i,
      JSON.stringify({ type: 'tool', tool: 'bash', callID: `c${i}`, state }),
    );
  }
  database.close();
  return file;
}

describe('the database of opencode', () => {
  it.each([
    ['named itself', (file: string) => file],
    ['found in its folder', (file: string) => join(file, '..')],
    ['found by a pattern', (file: string) => join(file, '..', '*.db')],
  ])('is read one session at a time, %s', async (_, path) => {
    const file = databaseIn(folder(), 9);
    const ran = await runCli(['scan', '--json', path(file)]);
    expect(ran.err).toBe('');
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.out)).toMatchObject({ trace: 'ses_1', verdict: 'looping', events: 10 });
  });

  it('one that is not from opencode is reported, and the other files are scanned', async () => {
    const home = folder({ 'z.jsonl': '{"id": "fine", "events": []}' });
    const database = new Libsql(join(home, 'opencode.db'));
    database.exec('CREATE TABLE other (id text)');
    database.close();
    const ran = await runCli(['scan', '--json', home]);
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(/opencode\.db:1: is a database that cannot be read: no such table: session/);
    expect(JSON.parse(ran.out)).toMatchObject({ trace: 'fine' });
  });

  it('a pattern that matches nothing is reported', async () => {
    const ran = await runCli(['scan', join(folder(), '*.jsonl')]);
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toMatch(/matches no file\. Check the pattern/);
  });
});
