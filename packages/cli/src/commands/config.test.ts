import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { folderOf, type Ran, runCli } from '../testing/run-cli.js';

const status = (count: number): unknown[] =>
  Array.from({ length: count }, () => ({
    ...{ kind: 'call', tool: 'Bash', args: { command: 'git status' }, result: 'clean' },
  }));
const trace = (id: string, model?: string): string =>
  JSON.stringify({ id, ...(model !== undefined && { model }), events: status(9) });

const PER_MODEL = `loop_detection:
  defaults:
    tool_repetition_threshold: 4
  model_overrides:
    gpu_prime:
      tool_repetition_threshold: 2
    oracle-1.5: { tool_repetition_threshold: 5 }
    silent: { enabled: false }
`;

const OWN = `preset: default
options:
  repeated-call: { limit: 7 }
models:
  lite:
    repeated-call:
      limit: 3
tools:
  Read: { kind: read }
mode: shadow
budgets: { calls: 2 }
`;

const { path, remove } = folderOf({
  'run.jsonl': `${trace('plain')}\n`,
  'models.jsonl': `${trace('none')}\n${trace('prime', 'gpu_prime')}\n${trace('oracle', 'oracle-1.5')}\n${trace('silent', 'silent')}\n`,
  'lite.jsonl': `${trace('lite', 'lite')}\n`,
  'per-model.yaml': PER_MODEL,
  'own.yaml': OWN,
  'found/rutbreak.config.yaml': PER_MODEL,
  'bad-key.yaml': 'detection:\n  enabled: true\n  treshold: 3\n',
  'bad-type.yaml': '# limits\nwindow_size: ten\n',
  'bad-option.yaml': 'options:\n  repeated-call:\n    sucesses: 4\n',
  'bad-model.yaml': 'models:\n  a.b:\n    repeated-call:\n      limit: many\n',
  'bad-tool.yaml': 'tools:\n  Bash:\n    kind: hammer\n',
  'bad-preset.yaml': '\npreset: best\n',
  'bad-form.yaml': 'options: 5\n',
  'bad-mode.yaml': 'mode: loud\n',
  'list.yaml': '- a\n',
  'mcp.json': '{"mcpServers": {"a": {"command": "x"}}}',
});
afterAll(remove);

const at = (name: string): string => join(path, name);
const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> =>
  runCli(args, { env, home: at('nowhere') });

/** The event of the first intervention in each trace. */
async function firsts(
  file: string,
  flags: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<readonly (number | undefined)[]> {
  const { out } = await run(['scan', at(file), '--json', ...flags], env);
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { interventions: { event: number; rung: string }[] })
    .map(({ interventions }) => interventions.find(({ rung }) => rung !== 'observe')?.event);
}

describe('R13 the order: defaults, file, model, environment, flags', () => {
  const votes = ['--preset', 'votes'];
  const file = ['--config', at('per-model.yaml')];
  const env = { LOOP_DETECTION_TOOL_THRESHOLD: '6' };
  it.each([
    ['defaults', votes, {}, 2],
    ['a file', [...votes, ...file], {}, 3],
    ['a model of the file', [...votes, ...file, '--model', 'gpu_prime'], {}, 1],
    ['the environment', [...votes, ...file, '--model', 'gpu_prime'], env, 5],
    ['a flag', [...votes, ...file, '--set', 'tool_repetition_threshold=7'], env, 6],
    ['a flag by the name of the detector', [...votes, '--set', 'tool-repetition.exact=5'], {}, 3],
  ])('%s', async (_, flags, given, expected) => {
    expect(await firsts('run.jsonl', flags, given)).toEqual([expected]);
  });

  it('each trace has the limits of its own model, unless a flag names one', async () => {
    expect(await firsts('models.jsonl', [...votes, ...file])).toEqual([3, 1, 4, undefined]);
    expect(await firsts('models.jsonl', [...votes, ...file, '--model', 'gpu_prime'])).toEqual([1, 1, 1, 1]);
  });

  it('the nearest file is found from the working folder upwards', async () => {
    const folder = at('found/deep');
    const { out } = await runCli(['config', '--json', '-p', 'votes'], { home: folder });
    expect(JSON.parse(out)).toMatchObject({
      exactMatch: { value: 4, from: `${at('found/rutbreak.config.yaml')}, line 3` },
    });
  });
});

describe('our own keys', () => {
  const own = ['--config', at('own.yaml')];
  it('options of detectors, for all sessions and for one model', async () => {
    expect(await firsts('run.jsonl', [])).toEqual([4]);
    expect(await firsts('run.jsonl', own)).toEqual([6]);
    expect(await firsts('lite.jsonl', own)).toEqual([2]);
    expect(await firsts('run.jsonl', [...own, '--set', 'repeated-call.limit=5'])).toEqual([4]);
  });

  it('a recording is evaluated as if the guard could act, whatever the mode and the budgets', async () => {
    const { code, out } = await run(['scan', at('run.jsonl'), ...own]);
    expect(code).toBe(1);
    expect(out).toContain('nudge at event 6');
  });

  it('settings of another preset do not apply, and a note says so', async () => {
    const { code, err } = await run(['scan', at('run.jsonl'), ...own, '--preset', 'votes']);
    expect(code).toBe(1);
    expect(err).toMatch(/^note: options, models in .*own\.yaml: for preset default, not votes\.$/m);
  });
});

describe('a note names settings without effect', () => {
  it.each([
    [
      { LOOP_DETECTION_TOOL_THRESHOLD: '2' },
      [],
      /note: LOOP_DETECTION_TOOL_THRESHOLD: of the preset votes, without effect in default\./,
    ],
    [{ LOOP_DETECTION_TOOL_THRESHOLD: '2' }, ['-p', 'votes'], /^$/],
    [{ LOOP_DETECTION_OVERRIDE: 'true' }, [], /^$/],
    [{ LOOP_DETECTION_ENABLED: 'false' }, [], /note: detection is switched off by the configuration/],
  ])('%j %j', async (env, flags, said) => {
    expect((await run(['scan', at('run.jsonl'), ...flags], env)).err).toMatch(said);
  });

  it('a disabled detector stays disabled', async () => {
    expect((await run(['scan', at('run.jsonl')], { LOOP_DETECTION_ENABLED: 'false' })).code).toBe(0);
  });
});

describe('R13 errors name the file and line, and nothing runs', () => {
  it.each([
    ['bad-key.yaml', /no option detection\.treshold \(.*bad-key\.yaml, line 3\)/],
    ['bad-type.yaml', /window_size cannot be ten \(.*bad-type\.yaml, line 2\)/],
    ['bad-option.yaml', /no option repeated-call\.sucesses \(.*bad-option\.yaml, line 3\)/],
    ['bad-model.yaml', /repeated-call\.limit cannot be many \(.*bad-model\.yaml, line 4\)/],
    ['bad-tool.yaml', /tools\.Bash\.kind cannot be hammer \(.*bad-tool\.yaml, line 3\)/],
    ['bad-preset.yaml', /no preset best \(.*bad-preset\.yaml, line 2\)/],
    ['bad-form.yaml', /options cannot be 5 \(.*bad-form\.yaml, line 1\)/],
    ['bad-mode.yaml', /mode cannot be loud \(.*bad-mode\.yaml, line 1\)/],
    ['list.yaml', /the configuration cannot be a list \(.*list\.yaml/],
    ['gone.yaml', /cannot be used: there is no such file \(.*gone\.yaml\)/],
  ])('%s', async (name, message) => {
    for (const args of [
      ['scan', at('run.jsonl')],
      ['explain', at('run.jsonl')],
      ['replay', at('run.jsonl')],
      ['llm', '-u', 'http://127.0.0.1:9', '--port', '0'],
      ['config'],
    ]) {
      const { code, out, err } = await run([...args, '--config', at(name)]);
      expect(err).toMatch(message);
      expect(err).toMatch(/^error: /);
      expect({ code, out }).toEqual({ code: 2, out: '' });
    }
    const { code, err } = await run(['mcp', '--guard-config', at(name), '--', 'node', '-e', '0']);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(message) as string });
  });

  it.each([
    [['--set', 'nonsense'], {}, /"nonsense" is no setting\. Write detector\.option=value/],
    [['--set', 'window_size=2'], {}, /window_size cannot be 2 \(--set\)/],
    [['--set', 'repeated-call.limit=x'], {}, /repeated-call\.limit cannot be x/],
    [[], { LOOP_DETECTION_WINDOW: '3' }, /no option LOOP_DETECTION_WINDOW \(the environment\)/],
    [[], { LOOP_DETECTION_ENABLED: 'maybe' }, /LOOP_DETECTION_ENABLED cannot be maybe/],
  ])('%j %j', async (flags, env, message) => {
    const { code, err } = await run(['scan', at('run.jsonl'), ...flags], env);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(message) as string });
  });
});

describe('-s', () => {
  it('6: takes one value, so that a path may follow, and can be repeated', async () => {
    const { code, out, err } = await run([
      ...['scan', '--json', '-s', 'repeated-call.limit=3', '-s', 'repeated-call.failures=6'],
      at('run.jsonl'),
    ]);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toContain('"trace"');
  });
});

describe('rutbreak config', () => {
  it('shows every value and its source', async () => {
    const flags = ['--config', at('per-model.yaml'), '--model', 'gpu_prime', '-p', 'votes'];
    const { code, out } = await run(['config', ...flags, '--set', 'window_size=8'], {
      LOOP_DETECTION_OVERRIDE: 'true',
    });
    expect(code).toBe(0);
    expect(out).toMatch(/^preset +votes +--preset$/m);
    expect(out).toMatch(/^exactMatch +2 +.*per-model\.yaml, line 6$/m);
    expect(out).toMatch(/^window +8 +--set$/m);
    expect(out).toMatch(/^override +true +LOOP_DETECTION_OVERRIDE$/m);
    expect(out).toMatch(/^verbatim +0\.95 +default$/m);
    expect(out).toMatch(/^tool-repetition\.exact +2 +the settings above$/m);
  });

  it('7: shows every limit of the active preset, and no setting of another one', async () => {
    const { out } = await run(['config', '-s', 'repeated-call.limit=4']);
    expect(out).toMatch(/^repeated-call\.limit +4 +--set$/m);
    expect(out).toMatch(/^repeated-call\.failures +3 +default$/m);
    expect(out).toMatch(/^ladder\.blockAt +\d+ +default$/m);
    expect(out).toMatch(/^enabled +true +default$/m);
    expect(out).not.toMatch(/^(?:exactMatch|window|verbatim) /m);
  });

  it('shows our own keys, too, and JSON for programs', async () => {
    const { out } = await run(['config', '--config', at('own.yaml'), '--json', '--model', 'lite']);
    expect(JSON.parse(out)).toMatchObject({
      mode: { value: 'shadow', from: `${at('own.yaml')}, line 10` },
      budgets: { value: { calls: 2 } },
      'repeated-call.limit': { value: 3, from: `${at('own.yaml')}, line 7` },
    });
  });
});

it('settings of a client pass the configuration on to the proxy', async () => {
  const { out } = await run([
    'mcp',
    'wrap',
    at('mcp.json'),
    '--guard-config',
    at('own.yaml'),
    '--set',
    'a.b=1',
  ]);
  expect(out).toContain('--guard-config');
  expect(out).toContain(at('own.yaml'));
  expect(out).toContain('a.b=1');
});
