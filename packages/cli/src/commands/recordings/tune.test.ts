import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createGateway, createMemoryStore } from '@rutbreak/gateway';
import { openStore } from '../../store/store.js';
import { noteFeedback } from '../../store/record.js';
import { folderOf, runCli } from '../../testing/run-cli.js';

const call = (command: string, result: string): object => ({
  kind: 'call',
  tool: 'Bash',
  args: { command },
  result,
});
const circle = (length: number): object[] => Array.from({ length }, () => call('git status', 'clean'));
const work = (length: number, seed: number): object[] =>
  Array.from({ length }, (_, i) => call(`cat src/part-${seed}-${i}.ts`, `text ${seed * 100 + i} of it`));
const lines = (...traces: readonly object[]): string =>
  traces.map((one) => `${JSON.stringify(one)}\n`).join('');
const seeds = Array.from({ length: 6 }, (_, i) => i);

/** A user for whom three equal calls are already a loop. */
const strict = lines(
  ...seeds.map((i) => ({
    id: `l${i}`,
    expect: 'loop',
    by_event: i + 2,
    events: [...work(i, i), ...circle(3)],
  })),
  ...seeds.map((i) => ({ id: `h${i}`, expect: 'no_loop', events: work(i + 3, i) })),
);
/** What the preset already does. */
const plain = lines(
  ...seeds.map((i) => ({ id: `l${i}`, expect: 'loop', events: [...work(i, i), ...circle(12)] })),
  ...seeds.map((i) => ({ id: `h${i}`, expect: 'no_loop', events: work(i + 3, i) })),
);

describe('tune', () => {
  const { path, remove } = folderOf({
    'strict.jsonl': strict,
    'plain.jsonl': plain,
    'few.jsonl': lines({ id: 'a', expect: 'loop', events: circle(5) }, { id: 'b', events: circle(5) }),
  });
  const at = (name: string): string => join(path, name);
  afterAll(remove);

  it('proposes a threshold that finds more, in lines that other commands accept', async () => {
    const { code, out } = await runCli(['tune', at('strict.jsonl')]);
    expect(code).toBe(0);
    expect(out).toContain('as it is:   0 of 6 loops found in time, 0 of 6 healthy runs disturbed');
    expect(out).toContain('proposed:   6 of 6 loops found in time, 0 of 6 healthy runs disturbed');
    expect(out).toMatch(/Cross-validated gain: 1\.000/);
    const config = at('rutbreak.config.yaml');
    writeFileSync(config, out.slice(out.indexOf('# rutbreak.config.yaml')));
    const scanned = await runCli(['scan', '--json', '--config', config, at('strict.jsonl')]);
    expect(scanned.code).toBe(1);
    expect(scanned.err).toBe('');
    expect(scanned.out.match(/"looping"/g)).toHaveLength(6);
  });

  it('says so if nothing is better', async () => {
    const { code, out } = await runCli(['tune', at('plain.jsonl')]);
    expect(code).toBe(0);
    expect(out).toContain('6 of 6 loops found in time');
    expect(out).toContain('nothing to change');
    expect(out).not.toContain('rutbreak.config.yaml');
  });

  it('takes its labels from feedback about sessions', async () => {
    const data = folderOf({});
    const store = openStore(data.path);
    for (const i of seeds) {
      await store.update(`l${i}`, (record) =>
        noteFeedback(record, { at: 1, kind: 'missed', note: undefined }),
      );
      await store.update(`h${i}`, (record) =>
        noteFeedback(record, { at: 1, kind: 'false-alarm', note: undefined }),
      );
    }
    const { code, out } = await runCli(['tune', '--feedback', '--data', data.path, at('plain.jsonl')]);
    data.remove();
    expect(code).toBe(0);
    expect(out).toContain('12 labelled traces');
  });

  it('takes its labels from what people say on the page of a gateway, by the exports of its sessions', async () => {
    const gateway = createGateway({ store: createMemoryStore(), token: 'rbt_tune' });
    const url = await gateway.listen();
    const headers = { authorization: 'Bearer rbt_tune', 'content-type': 'application/json' };
    const ask = async (address: string, body?: object): Promise<string> =>
      (
        await fetch(
          url + address,
          body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
        )
      ).text();
    const files: Record<string, string> = {};
    for (const [session, verdict] of seeds.flatMap(
      (i) =>
        [
          [`l${i}`, 'correct'],
          [`h${i}`, 'false-positive'],
        ] as const,
    )) {
      await ask('/v1/events', { session, events: circle(12) });
      const { loops } = JSON.parse(await ask(`/v1/sessions/${session}/loops`)) as { loops: { id: string }[] };
      await ask(`/v1/loops/${loops[0]?.id ?? ''}/feedback`, { operator_id: 'ada', verdict });
      files[`${session}.json`] = await ask(`/v1/sessions/${session}/export`);
    }
    await gateway.close();
    const exports = folderOf(files);
    const { code, out, err } = await runCli(['tune', exports.path]);
    exports.remove();
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('as it is:   6 of 6 loops found in time, 6 of 6 healthy runs disturbed');
  });

  it.each([
    ['too few labels', ['few.jsonl'], /^error: 1 loop and 0 healthy runs with a label; at least 5 of each/],
    ['a file that is not there', ['gone.jsonl'], /^error: .*gone\.jsonl: is not there/],
  ])('%s is told', async (_, names, says) => {
    const { code, err } = await runCli(['tune', ...names.map(at)]);
    expect(code).toBe(2);
    expect(err).toMatch(says);
  });
});
