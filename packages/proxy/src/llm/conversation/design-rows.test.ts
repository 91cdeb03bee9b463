// Rows of the designs through the LLM proxy: what the model, or the agent in its place, reads after each result.
import { afterAll, describe, expect, it } from 'vitest';
import {
  DESIGN_ROWS,
  type DesignRow,
  gatherSaid,
  saidOf,
  textOfResult,
} from '../../testing/replay/design-rows.js';
import { proxies } from '../../testing/proxied.js';

const { begin, end } = proxies();
afterAll(end);

const SUMMARISE = expect.stringContaining('summarise what was done') as string;
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** An agent of Anthropic's interface, whose results say whether a call failed. */
async function play({ row, preset, options = {}, events }: DesignRow): Promise<readonly object[]> {
  const { found, onDecision } = gatherSaid();
  // With a budget, detection comes first. Otherwise the proxy may send a quiet request on and tell the next one.
  const settings = { preset, options, onDecision, budgets: { calls: 1000 } };
  const { url, mock, reports } = await begin(() => ({ text: 'Go on.' }), settings);
  const messages: { role: string; content: unknown }[] = [{ role: 'user', content: 'Go.' }];
  /** What the proxy sent to the model, or answered in its place. */
  const ask = async (): Promise<string> => {
    const before = mock.asked.length;
    const reply = await fetch(`${url}/v1/messages`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json', 'x-api-key': 'x' } },
      body: JSON.stringify({ model: 'mock', max_tokens: 99, messages }),
    });
    const answer = await reply.text();
    return mock.asked.length > before ? mock.asked.at(-1)!.bytes.toString() : answer;
  };
  await ask();
  const heard: object[] = [];
  let calls = 0;
  for (const event of events) {
    if (event.kind === 'turn') messages.push({ role: 'user', content: event.text });
    if (event.kind !== 'call') continue;
    const id = `t${(calls += 1)}`;
    messages.push(
      { role: 'assistant', content: [{ type: 'tool_use', id, name: event.tool, input: event.args }] },
      {
        role: 'user',
        content: [
          {
            ...{ type: 'tool_result', tool_use_id: id, content: textOfResult(event.result) },
            is_error: event.isError === true,
          },
        ],
      },
    );
    const read = await ask();
    for (const one of found.splice(0)) {
      expect(read).toContain(escaped(one.told));
      if (row === 'C6') expect(`${read} ${JSON.stringify(reports)}`).not.toMatch(/loop/i);
      heard.push({ at: calls, ...one });
    }
  }
  return heard;
}

describe('the LLM proxy', () => {
  it.each(DESIGN_ROWS)('$row $name', async (row) => {
    expect(await play(row)).toEqual(saidOf(row));
  });

  it('M3 answers every later step, also after a prompt', async () => {
    const row = DESIGN_ROWS.find((one) => one.row === 'M3')!;
    const prompt = { kind: 'turn', role: 'user', reason: 'prompt', text: 'Then list the files.' } as const;
    const other = { kind: 'call', tool: 'Bash', args: { command: 'ls' }, result: 'a.ts' } as const;
    const heard = await play({ ...row, events: [...row.events, prompt, other] });
    expect(heard.slice(row.acts.length)).toMatchObject([{ at: row.events.length + 1, told: SUMMARISE }]);
  });
});
