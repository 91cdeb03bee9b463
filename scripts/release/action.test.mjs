import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT } from '../tools.mjs';

const folder = mkdtempSync(join(tmpdir(), 'rutbreak-action-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function act(env) {
  const output = join(folder, 'output');
  writeFileSync(output, '');
  const done = spawnSync(process.execPath, [join(ROOT, 'scripts/release/action.mjs')], {
    cwd: ROOT,
    env: { ...process.env, RUNNER_TEMP: folder, GITHUB_OUTPUT: output, ...env },
    encoding: 'utf8',
  });
  const outputs = Object.fromEntries(
    readFileSync(output, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('=')),
  );
  return { code: done.status, out: done.stdout, err: done.stderr, outputs };
}

describe('the action', () => {
  it('annotates the line of each loop, and names its files', () => {
    const { code, out, outputs } = act({ SCAN_PATHS: 'corpus/looping/tool-repetition.jsonl\n' });
    expect(code).toBe(1);
    expect(out).toContain(
      '::warning file=corpus/looping/tool-repetition.jsonl,line=1,title=TOOL_REPETITION::',
    );
    expect(outputs['result']).toBe('1');
    expect(JSON.parse(readFileSync(outputs['sarif'], 'utf8'))).toMatchObject({ version: '2.1.0' });
    expect(readFileSync(outputs['report'], 'utf8')).toContain('<!doctype html>');
  });

  it.each([
    [
      'never fails where it shall not',
      { SCAN_PATHS: 'corpus/looping/tool-repetition.jsonl', SCAN_FAIL_ON: 'never' },
      0,
    ],
    ['says that a path is not there', { SCAN_PATHS: 'nowhere' }, 2],
  ])('%s', (_, env, code) => expect(act(env).code).toBe(code));
});

describe('the workflow files', () => {
  const yaml = createRequire(join(ROOT, 'packages/cli/package.json'))('yaml');
  const read = (file) => yaml.parse(readFileSync(join(ROOT, file), 'utf8'));

  it('action.yml passes every input on, and has every output of the script', () => {
    const { inputs, outputs, runs } = read('action.yml');
    const given = JSON.stringify(runs.steps.at(-1).env);
    for (const name of Object.keys(inputs)) expect(given).toContain(`inputs.${name} }}`);
    expect(Object.keys(outputs)).toEqual(Object.keys(act({ SCAN_PATHS: 'nowhere' }).outputs));
  });

  it('the release is published with provenance and without a stored token', () => {
    const { publish } = read('.github/workflows/release.yml').jobs;
    expect(publish.permissions['id-token']).toBe('write');
    expect(JSON.stringify(publish)).toContain('NPM_CONFIG_PROVENANCE');
    expect(JSON.stringify(publish)).not.toMatch(/secrets\./);
  });

  it.each(['ci', 'release', 'docs'])('%s.yml runs only scripts that exist', (name) => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const commands = Object.values(read(`.github/workflows/${name}.yml`).jobs)
      .flatMap(({ steps }) => steps)
      .flatMap(({ run }) => (run === undefined ? [] : [run]));
    expect(commands.length).toBeGreaterThan(0);
    const missing = commands
      .flatMap((command) => /^npm run (\S+)/.exec(command)?.[1] ?? [])
      .filter((one) => !scripts[one]);
    expect(missing).toEqual([]);
  });
});
