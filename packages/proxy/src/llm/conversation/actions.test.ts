import { afterEach, describe, expect, it } from 'vitest';
import { AGENTS } from '../../testing/agents.js';
import type { Script } from '../../testing/index.js';
import { proxies } from '../../testing/proxied.js';
import type { Report } from '../report.js';

const { begin, end } = proxies();
afterEach(end);

const LOOP: Script = () => ({ calls: [{ name: 'bash', args: { command: 'npm test' } }] });
const run = (agent: (typeof AGENTS)[number], url: string, most = 12) =>
  agent.run({ url, task: 'Make the tests pass.', tool: () => 'Error: 3 tests failed', most });
const actionsOf = (reports: readonly Report[]) => reports.flatMap(({ actions = [] }) => actions);

describe('a preset that resets the history', () => {
  const withHistory = AGENTS.filter(({ id }) => !['gemini', 'openai-responses, stored'].includes(id));

  it.each(withHistory.map((agent) => [agent.id, agent] as const))(
    'R9 %s: the model gets a history without the loop, also with later requests',
    async (_, agent) => {
      const { url, mock, reports } = await begin(LOOP, { preset: 'votes' });
      await run(agent, url);
      expect(actionsOf(reports)).toContainEqual({ action: 'reset', result: 'carried out' });
      const lengths = mock.asked.map(({ body }) => ((body['messages'] ?? body['input']) as unknown[]).length);
      const reset = lengths.findIndex((length, i) => i > 0 && length < lengths[i - 1]!);
      expect(reset).toBeGreaterThan(0);
      const told = mock.asked[reset]!.bytes.toString();
      expect(told).toContain('## Constraints for This Attempt');
      expect(told.split('<loop-recovery ')).toHaveLength(2);
    },
  );

  it('gemini: the report says that it was not carried out', async () => {
    const { url, reports } = await begin(LOOP, { preset: 'votes' });
    await run(
      AGENTS.find(({ id }) => id === 'gemini')!,
      url,
    );
    expect(actionsOf(reports)).toContainEqual({
      ...{ action: 'reset', result: 'not carried out', why: 'the proxy cannot edit histories of gemini' },
    });
  });
});

describe('actions of the host', () => {
  const chat = AGENTS[0]!;

  it('the model named by the host is used from then on', async () => {
    const reads: Script = () => ({ calls: [{ name: 'read_file', args: { path: 'a.ts' } }] });
    const host = { switchModel: () => 'other-model' };
    const { url, mock, reports } = await begin(reads, { preset: 'drift', host });
    await chat.run({ url, task: 'Read it.', tool: () => 'the same text', most: 20 });
    expect(actionsOf(reports)).toContainEqual({ action: 'switch-model', result: 'carried out' });
    expect(mock.asked[0]?.body['model']).toBe('mock');
    expect(mock.asked.at(-1)?.body['model']).toBe('other-model');
  });

  it('an action without a callback is reported as not carried out', async () => {
    const { url, reports } = await begin(LOOP);
    await run(chat, url, 30);
    expect(actionsOf(reports)).toContainEqual({
      ...{ action: 'checkpoint', result: 'not carried out', why: 'the host has no callback for it' },
    });
  });
});

describe('the user-message action', () => {
  it('C3 each warning, also the first, is a message of the user, and the results stay as they are', async () => {
    const { url, mock, reports } = await begin(LOOP, { preset: 'cycles' });
    await run(AGENTS[0]!, url);
    expect(actionsOf(reports)).toContainEqual({ action: 'user-message', result: 'carried out' });
    const last = mock.asked.map(({ body }) =>
      (body['messages'] as { role: string; content: string }[]).at(-1)!,
    );
    const warnings = last.filter(({ content }) => content.includes('⚠️ Loop detected'));
    expect(warnings.map(({ role }) => role)).toEqual(['user', 'user']);
    const [first, second] = warnings.map((one) => last.indexOf(one));
    expect([first, second]).toEqual([2, 3]);
    const results = mock.asked.flatMap(({ body }) => body['messages'] as { role: string; content: string }[]);
    const said = results.filter(({ role }) => role === 'tool').map(({ content }) => content);
    expect(new Set(said)).toEqual(new Set(['Error: 3 tests failed']));
  });
});

it('an exhausted budget ends a run of different calls, and nobody calls it a loop', async () => {
  const { url, reports } = await begin(
    (_, count) => ({ calls: [{ name: 'bash', args: { command: `cat part-${count}.md` } }] }),
    { budgets: { calls: 3 } },
  );
  const tool = (_: unknown, step: number): string => `the text of part ${step * 7919}`;
  const { last, steps } = await AGENTS[0]!.run({ url, task: 'Read all.', tool, most: 9 });
  expect(last).toMatch(/^BUDGET_EXHAUSTED: .*budget for calls is used up \(3 of 3\)/);
  expect(steps).toBe(5);
  expect(reports.at(-1)).toMatchObject({ kind: 'answer', brief: 'BUDGET_EXHAUSTED' });
  expect(JSON.stringify([last, reports])).not.toMatch(/loop/i);
});
