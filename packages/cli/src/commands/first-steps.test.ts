import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../store/store.js';
import { folderOf, runCli } from '../testing/run-cli.js';

let folder: ReturnType<typeof folderOf>;
beforeEach(() => void (folder = folderOf({})));
afterEach(() => folder.remove());

describe('rutbreak demo', () => {
  it('shows a loop that is noticed, then blocked, and an agent that goes on', async () => {
    const { code, out } = await runCli(['demo', '--fast'], { columns: 60 });
    expect(code).toBe(0);
    expect(out.indexOf('[rutbreak]')).toBeGreaterThan(out.indexOf('$ npm test'));
    expect(out).toMatch(/\$ npm test\n {2}not run\n {2}▲ block; the model reads:\n/);
    expect(out).toContain('12 tests passed');
    expect(out).toContain('rutbreak init');
  });

  it('fits 60 columns', async () => {
    const { out } = await runCli(['demo', '--fast'], { columns: 60 });
    expect(Math.max(...out.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(60);
  });
});

describe('rutbreak watch', () => {
  it('shows the sessions of the last hour', async () => {
    await openStore(folder.path).update('cursor/run-1', (record) => ({ ...record, resets: 1 }));
    const { code, out } = await runCli(['watch', '--once'], { dataDir: folder.path, columns: 60 });
    expect(code).toBe(0);
    expect(out).toMatch(/^1 session in the last hour, 0 in circles\n\n○ healthy +cursor\/run-1 {2}now\n$/);
    expect(Math.max(...out.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(60);
  });

  it('shows a looping session first, with its repeats and the next command', async () => {
    const store = openStore(folder.path);
    const last = {
      at: 0,
      seq: 4,
      status: 'looping',
      rung: 'block',
      category: 'ERROR_REPETITION',
      score: 0.9,
    } as const;
    const brief = 'Bash(npm test) failed 5x in the same way';
    await store.update('claude-code/0f3c', (record) => ({ ...record, last: { ...last, brief } }));
    await store.update('cursor/run-1', (record) => ({ ...record, resets: 1 }));
    const { out } = await runCli(['watch', '--once'], { dataDir: folder.path, columns: 60 });
    expect(out.split('\n').slice(2, 6)).toEqual([
      '● block     claude-code/0f3c  now',
      '            Bash(npm test) failed 5x in the same way',
      '            → rutbreak session show claude-code/0f3c',
      '○ healthy   cursor/run-1  now',
    ]);
  });

  it('without a session it says what it waits for', async () => {
    const { out } = await runCli(['watch', '--once'], { dataDir: folder.path });
    expect(out).toContain('Waiting for an agent; see: rutbreak doctor');
  });
});

describe('rutbreak completion', () => {
  const complete = (script: string, ...words: string[]): string[] => {
    const list = words.map((word) => `'${word}'`).join(' ');
    const ask = `${script}\nCOMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _rutbreak; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return spawnSync('bash', ['-c', ask], { encoding: 'utf8' }).stdout.trim().split('\n');
  };

  it.each<[words: string[], expected: string]>([
    [['rutbreak', 'doc'], 'doctor'],
    [['rutbreak', 'session', 're'], 'reset'],
    [['rutbreak', 'init', 'cur'], 'cursor'],
    [['rutbreak', 'scan', '--fail'], '--fail-on'],
  ])('bash completes %j to %s', async (words, expected) => {
    const { out } = await runCli(['completion', 'bash']);
    expect(complete(out, ...words)).toEqual([expected]);
  });

  it.each(['zsh', 'fish'])('%s: names every command', async (shell) => {
    const { out } = await runCli(['completion', shell]);
    for (const name of ['scan', 'init', 'demo', 'watch']) expect(out).toContain(name);
  });
});
