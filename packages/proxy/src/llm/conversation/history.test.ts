import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterEach, describe, expect, it } from 'vitest';
import { AGENTS } from '../../testing/agents.js';
import { KEY } from '../../testing/clients.js';
import type { Asked, Script } from '../../testing/index.js';
import { proxies } from '../../testing/proxied.js';

const { begin, end } = proxies();
afterEach(end);

/** A model that repeats one command until it gets a note. */
const stubborn: Script = ({ bytes }, count) =>
  bytes.includes('[rutbreak]')
    ? { text: 'I see, I stop.' }
    : { text: `Step ${count}.`, calls: [{ name: 'bash', args: { command: 'npm test' } }] };
const TASK = 'Make the tests pass, please.';
const FAILS = (): string => 'Error: 3 tests failed';

interface Message {
  readonly role?: string;
  readonly content: string;
  readonly output: string;
  readonly parts: { readonly functionResponse: { readonly response: { readonly output: string } } }[];
}

/** The last result in the request, which must also be its last message. */
const lastResult: Readonly<Record<string, (last: Message) => string | undefined>> = {
  'openai-chat': ({ content }) => content,
  'openai-responses': ({ output }) => output,
  anthropic: ({ content }) => (content as unknown as Message[]).at(-1)?.content,
  gemini: ({ parts }) => parts.at(-1)?.functionResponse.response.output,
};
const resultIn = ({ protocol, body }: Asked): string | undefined =>
  lastResult[protocol]?.(((body['messages'] ?? body['input'] ?? body['contents']) as Message[]).at(-1)!);

describe.each(AGENTS)('$id', (agent) => {
  it('a looping model gets a note in the last result', async () => {
    const { url, mock, reports } = await begin(stubborn);
    const run = await agent.run({ url, task: TASK, tool: FAILS, most: 20 });
    expect(run.last).toBe('I see, I stop.');
    expect(run.steps).toBeLessThan(10);
    expect(reports.map(({ kind }) => kind)).toEqual(['note']);
    expect(resultIn(mock.asked.at(-1)!)).toMatch(/^Error: 3 tests failed\n\n\[rutbreak\] .*bash\(npm test\)/);
  });

  it('a note stays at its place in later requests', async () => {
    const script: Script = (_, count) =>
      count < 8 ? { calls: [{ name: 'bash', args: { command: 'npm test' } }] } : { text: 'Enough.' };
    const { url, mock } = await begin(script);
    await agent.run({ url, task: TASK, tool: FAILS, most: 20 });
    if (agent.id.endsWith('stored')) return; // In this protocol the upstream keeps the history.
    const told = mock.asked.map(({ bytes }) => bytes.toString().split('[rutbreak]').length - 1);
    const first = told.findIndex((count) => count > 0);
    expect(first).toBeGreaterThan(0);
    // Each request starts with the whole previous one, so that prompt caches stay valid.
    expect(told.slice(first)).toEqual([...told.slice(first)].sort((a, b) => a - b));
  });

  it('results that differ each time are not a loop', async () => {
    const { url, mock, reports } = await begin((_, count) =>
      count < 12
        ? { calls: [{ name: 'bash', args: { command: `cat src/file-${count}.ts` } }] }
        : { text: 'All read.' },
    );
    const tool = (_: unknown, step: number): string => `export const value${step} = ${step * 7919};`;
    const run = await agent.run({ url, task: TASK, tool, most: 20 });
    expect(run).toEqual({ last: 'All read.', steps: 13 });
    expect(mock.asked).toHaveLength(13);
    expect(reports).toEqual([]);
  });

  it('when a preset stops a run, the proxy answers without asking the upstream', async () => {
    const script: Script = () => ({ calls: [{ name: 'bash', args: { command: 'npm test' } }] });
    const { url, mock, reports } = await begin(script, { preset: 'cycles' });
    const run = await agent.run({ url, task: TASK, tool: FAILS, most: 20 });
    expect(run.last).toMatch(/^LOOP_DETECTED: /);
    expect(mock.asked).toHaveLength(run.steps - 1);
    expect(reports.at(-1)).toMatchObject({ kind: 'answer', rung: 'stop' });
  });

  it('the proxy answers instead of the model after three more calls of a blocked loop, and not before', async () => {
    const script: Script = () => ({ calls: [{ name: 'bash', args: { command: 'npm test' } }] });
    let ran = 0;
    const told: (readonly [kind: string, ran: number])[] = [];
    const { url } = await begin(script, { onReport: ({ kind }) => told.push([kind, ran]) });
    const tool = (): string => (ran++, FAILS());
    const run = await agent.run({ url, task: TASK, tool, most: 30 });
    expect(run.last).toMatch(/^LOOP_DETECTED: /);
    expect(told.map(([kind]) => kind)).toEqual(['note', 'note', 'note', 'answer']);
    expect(told[3]![1] - told[2]![1]).toBe(3);
  });

  it.each([
    ['another call alone does not lift a block', 1, 'LOOP_DETECTED'],
    ['new content, call after call, lifts it', 3, 'Done.'],
  ])('%s', async (_, others, last) => {
    // Seven calls set the block; after the others come three more, which end a run that is still blocked.
    const script: Script = (_asked, count) => {
      if (count >= 10 + others) return { text: 'Done.' };
      const isOther = count >= 7 && count < 7 + others;
      return { calls: [{ name: 'bash', args: { command: isOther ? `cat ${count}.txt` : 'npm test' } }] };
    };
    const { url } = await begin(script);
    const tool = (_args: unknown, step: number): string =>
      step > 7 && step <= 7 + others ? `page ${step}: ${'abc'[step - 8]} is new` : FAILS();
    const run = await agent.run({ url, task: TASK, tool, most: 30 });
    expect(run.last.slice(0, last.length)).toBe(last);
  });

  it('parallel agents do not affect each other', async () => {
    const { url, reports } = await begin((_, count) =>
      count < 16 ? { calls: [{ name: 'bash', args: { command: 'date' } }] } : { text: 'Done.' },
    );
    // Two calls each are not a loop; sixteen of one agent would be.
    const tasks = Array.from({ length: 8 }, (_, i) => `Task number ${i}: what time is it in city ${i}?`);
    await Promise.all(tasks.map((task) => agent.run({ url, task, tool: FAILS, most: 3 })));
    expect(reports).toEqual([]);
  });
});

describe('an answer that only the proxy knows', () => {
  it('can be continued by its id', async () => {
    const { url, mock } = await begin((_, count) => ({
      text: count === 0 ? Array.from({ length: 200 }, () => 'I will check the file again. ') : 'Fine.',
    }));
    const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: KEY });
    const halted = await openai.responses.stream({ model: 'm', input: TASK }).finalResponse();
    const asked = { model: 'm', input: 'And now?', previous_response_id: halted.id };
    const next = await openai.responses.create(asked);
    expect(next.output_text).toBe('Fine.');
    const body = mock.asked[1]?.body as { readonly input: Message[]; readonly previous_response_id?: string };
    expect(body.previous_response_id).toBeUndefined();
    expect(body.input.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'developer']);
  });

  it('a stopped run stays stopped until a person writes', async () => {
    const script: Script = () => ({ calls: [{ name: 'bash', args: { command: 'npm test' } }] });
    const { url, mock } = await begin(script, { preset: 'cycles' });
    const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: KEY });
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: TASK }];
    const ask = async (): Promise<OpenAI.ChatCompletionMessage> => {
      const { choices } = await openai.chat.completions.create({ model: 'm', messages });
      messages.push(choices[0]!.message);
      return choices[0]!.message;
    };
    let last = await ask();
    while (last.tool_calls) {
      messages.push({ role: 'tool', tool_call_id: last.tool_calls[0]!.id, content: FAILS() });
      last = await ask();
    }
    const before = mock.asked.length;
    messages.push({ role: 'user', content: '<system-reminder>Go on.</system-reminder>' });
    expect((await ask()).content).toMatch(/^LOOP_DETECTED/);
    expect(mock.asked).toHaveLength(before);
    messages.push({ role: 'user', content: 'Then write the tests anew.' });
    expect((await ask()).tool_calls).toHaveLength(1);
  });

  it('a halted thinking block is not sent back', async () => {
    const { url, mock } = await begin((_, count) =>
      count === 0
        ? { reasoning: Array.from({ length: 200 }, () => 'I will check the file again. ') }
        : { text: 'Fine.' },
    );
    const anthropic = new Anthropic({ baseURL: url, apiKey: KEY });
    const asked = { model: 'm', max_tokens: 1000 };
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: TASK }];
    const halted = await anthropic.messages.stream({ ...asked, messages }).finalMessage();
    expect(halted.content).toMatchObject([{ type: 'thinking', signature: '' }]);
    messages.push({ role: 'assistant', content: halted.content }, { role: 'user', content: 'And now?' });
    await anthropic.messages.create({ ...asked, messages });
    expect(JSON.stringify(mock.asked[1]?.body)).not.toContain('thinking');
  });
});
