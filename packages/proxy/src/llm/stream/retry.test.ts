import { afterEach, describe, expect, it } from 'vitest';
import { CLIENTS } from '../../testing/clients.js';
import type { Script } from '../../testing/index.js';
import { proxies } from '../../testing/proxied.js';

const { begin, end } = proxies();
afterEach(end);

const words = (n: number, from = 0): string =>
  Array.from({ length: n }, (_, i) => `${((from + i) * 2654435761).toString(36)} `).join('');
/** Far longer than the text that the proxy holds back. */
const FINE = [words(400), words(400, 400)];
const TAIL = 'I will check the file again. ';

function* looping(...first: readonly string[]): Generator<string> {
  yield* first;
  for (;;) yield TAIL;
}

describe.each(CLIENTS)('$id with --on-loop retry', (client) => {
  it('the repeated tail is dropped, and a second answer continues', async () => {
    const calls = [{ name: 'bash', args: { command: 'ls' } }];
    const script: Script = (_, count) =>
      count === 0 ? { text: looping(...FINE) } : { reasoning: 'Hm.', text: ['So: ', 'done.'], calls };
    const { url, mock, reports } = await begin(script, { onLoop: 'retry' });
    const heard = await client.stream(url);
    expect(heard.text).not.toContain(TAIL);
    expect(heard.text.endsWith('So: done.')).toBe(true);
    const kept = heard.text.slice(0, -'So: done.'.length);
    expect(FINE.join('').startsWith(kept)).toBe(true);
    expect(kept.length).toBeGreaterThan(1000);
    expect(heard.calls).toEqual(calls);
    expect(heard.reason).toMatch(/^(tool_calls|tool_use|completed|STOP)$/);
    expect(reports.at(-1)).toMatchObject({ kind: 'retry' });
    const second = mock.asked[1]?.bytes.toString() ?? '';
    expect(second).toContain(JSON.stringify(kept.trimEnd()).slice(1, -1));
    expect(second).toContain('[rutbreak] Your answer went in circles');
    expect(second).not.toContain(TAIL.repeat(3));
  });

  it('if nothing was sent yet, the client gets only the second answer', async () => {
    const script: Script = (_, count) => (count === 0 ? { text: looping() } : { text: 'Fine.' });
    const { url, mock } = await begin(script, { onLoop: 'retry' });
    expect(await client.stream(url)).toMatchObject({ text: 'Fine.' });
    expect(mock.asked).toHaveLength(2);
  });

  it('a second answer that loops too is halted', async () => {
    const { url, mock, reports } = await begin(() => ({ text: looping() }), { onLoop: 'retry' });
    const heard = await client.stream(url);
    expect(heard.text.startsWith(TAIL)).toBe(true);
    expect(mock.asked).toHaveLength(2);
    expect(reports.at(-1)).toMatchObject({ kind: 'halt' });
  });

  it('if the upstream rejects the retry, the client keeps the text so far', async () => {
    const script: Script = (_, count) =>
      count === 0 ? { text: looping(...FINE) } : { fail: { status: 500, body: {} } };
    const { url, reports } = await begin(script, { onLoop: 'retry' });
    const heard = await client.stream(url);
    expect(FINE.join('').startsWith(heard.text)).toBe(true);
    expect(reports.at(-1)).toMatchObject({ kind: 'halt' });
  });

  it('a healthy answer passes unchanged, to its last byte', async () => {
    const calls = [{ name: 'bash', args: { command: 'ls' } }];
    const { url, reports } = await begin(() => ({ text: FINE, calls }), { onLoop: 'retry' });
    expect(await client.stream(url)).toMatchObject({ text: FINE.join(''), calls });
    expect(reports).toEqual([]);
  });

  it('a looping non-streamed answer is requested again', async () => {
    const script: Script = (_, count) => ({ text: count === 0 ? TAIL.repeat(60) : 'Fine.' });
    const { url, mock, reports } = await begin(script, { onLoop: 'retry' });
    expect(await client.whole(url)).toMatchObject({ text: 'Fine.' });
    expect(mock.asked).toHaveLength(2);
    expect(reports).toMatchObject([{ kind: 'retry' }]);
  });
});

describe.each(CLIENTS)('$id, a non-streamed answer', (client) => {
  it('passes unchanged', async () => {
    const calls = [{ name: 'bash', args: { command: 'ls' } }];
    const { url } = await begin(() => ({ text: 'Fine.', calls }));
    expect(await client.whole(url)).toMatchObject({ text: 'Fine.', calls });
  });

  it('passes unchanged if it loops, and is reported', async () => {
    const { url, mock, reports } = await begin(() => ({ text: TAIL.repeat(60) }));
    expect((await client.whole(url)).text).toBe(TAIL.repeat(60));
    expect(mock.asked).toHaveLength(1);
    expect(reports).toMatchObject([{ kind: 'caution', category: 'PHRASE_LOOP' }]);
  });
});

describe('a looping non-streamed answer', () => {
  it('adds a note to the next request of the conversation, and to no other', async () => {
    const script: Script = (_, count) => ({ text: count === 0 ? TAIL.repeat(60) : 'Fine.' });
    const { url, mock } = await begin(script);
    const ask = async (...messages: object[]): Promise<void> => {
      const reply = await fetch(`${url}/v1/chat/completions`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
        body: JSON.stringify({ model: 'm', messages }),
      });
      await reply.text();
    };
    const hello = { role: 'user', content: 'Hello' };
    const answer = { role: 'assistant', content: TAIL.repeat(60) };
    await ask(hello);
    await ask({ role: 'user', content: 'Another job' });
    await ask(hello, answer, { role: 'user', content: 'Go on.' });
    const NOTE = '[rutbreak] Your last answer went in circles';
    expect(mock.asked.map(({ bytes }) => bytes.includes(NOTE))).toEqual([false, false, true]);
  });
});
