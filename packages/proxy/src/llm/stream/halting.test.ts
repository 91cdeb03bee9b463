import { afterEach, describe, expect, it } from 'vitest';
import { CLIENTS } from '../../testing/clients.js';
import { proxies } from '../../testing/proxied.js';

const { begin, end } = proxies();
afterEach(end);

const FINE =
  'Here is the plan. First I read the file, then I change the parser, and at last I run the tests. ';
const TAIL = 'I will check the file again. ';
const STOPPED = /^(stop|end_turn|completed|STOP)$/;

/** A model that never stops by itself. */
function* endless(unit: string, first = ''): Generator<string> {
  if (first !== '') yield first;
  for (;;) yield unit;
}

describe.each(CLIENTS)('$id, through its official library', (client) => {
  it('a healthy answer passes unchanged', async () => {
    const calls = [{ name: 'read', args: { path: 'a.ts' } }];
    const { url, reports } = await begin(() => ({ reasoning: 'Let me see.', text: [FINE, 'Done.'], calls }));
    const heard = await client.stream(url);
    expect(heard).toMatchObject({ text: `${FINE}Done.`, calls });
    expect(reports).toEqual([]);
  });

  it.each([
    { name: 'a phrase', unit: TAIL, category: 'PHRASE_LOOP' },
    { name: 'a word', unit: 'the ', category: 'TOKEN_REPETITION' },
  ])('endless $name is cut off, and the library returns the text so far', async ({ unit, category }) => {
    const { url, mock, reports } = await begin(() => ({ text: endless(unit, FINE) }));
    const heard = await client.stream(url);
    expect(heard.text.startsWith(FINE + unit)).toBe(true);
    // This model sends large chunks; the chunk with the finding is sent as a whole.
    expect(heard.text.length).toBeLessThan(30_000);
    expect(heard.reason).toMatch(STOPPED);
    expect(mock.asked).toHaveLength(1);
    expect(reports.at(-1)).toMatchObject({ kind: 'halt', protocol: client.id, category, model: 'mock' });
    await expect.poll(() => mock.abandoned()).toBe(1);
  });

  it('looping reasoning is cut off', async () => {
    const { url, mock, reports } = await begin(() => ({ reasoning: endless(TAIL), text: 'never' }));
    const heard = await client.stream(url);
    expect(heard).toMatchObject({ text: '', calls: [] });
    expect(mock.asked).toHaveLength(1);
    expect(reports.at(-1)).toMatchObject({ kind: 'halt' });
  });

  it('an incomplete tool call cannot run', async () => {
    if (client.id === 'gemini') return; // In this protocol calls arrive whole.
    const args = endless('aaaa ', '{"path":"a.txt","content":"');
    const { url } = await begin(() => ({ text: FINE, calls: [{ name: 'write', args }] }));
    const heard = await client.stream(url);
    expect(heard.text).toBe(FINE);
    expect(heard.calls).toEqual([
      { name: 'write', args: { path: null, content: null, LOOP_DETECTED: true } },
    ]);
    expect(heard.reason).toMatch(/^(length|max_tokens|completed)$/);
  });

  it('with --on-loop error the library throws, once', async () => {
    const { url, mock, reports } = await begin(() => ({ text: endless(TAIL) }), { onLoop: 'error' });
    await expect(client.stream(url)).rejects.toThrow(/LOOP_DETECTED/);
    expect(mock.asked).toHaveLength(1);
    expect(reports.at(-1)).toMatchObject({ kind: 'error' });
  });

  it('with no interventions allowed, nothing is halted', async () => {
    const text = Array.from({ length: 200 }, () => TAIL);
    const { url, reports } = await begin(() => ({ text }), { maxInterventions: 0 });
    expect((await client.stream(url)).text).toBe(text.join(''));
    expect(reports).toEqual([]);
  });

  it('parallel answers are not mixed up', async () => {
    const text = FINE.match(/\S+ /g) ?? [];
    const { url, reports } = await begin(() => ({ text, pause: 1 }));
    const heard = await Promise.all(Array.from({ length: 8 }, () => client.stream(url)));
    expect(new Set(heard.map((one) => one.text))).toEqual(new Set([text.join('')]));
    expect(reports).toEqual([]);
  });
});

it('an incomplete Gemini call with streamed arguments is reported as malformed', async () => {
  const { gemini } = await import('../protocols/gemini.js');
  const writer = gemini.newWriter({ isStream: true, model: 'm', wantsUsage: true });
  const parts = [{ functionCall: { name: 'write', willContinue: true } }];
  writer.track({ candidates: [{ content: { role: 'model', parts } }] });
  expect(writer.finish('stop')).toContain('MALFORMED_FUNCTION_CALL');
});
