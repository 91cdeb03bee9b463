import { describe, expect, it } from 'vitest';
import { startGateway } from '../../testing/start.js';
import { cutManyValues, MAX_VALUES } from './many-values.js';

const numbers = (count: number, last = 0): number[] => [...Array<number>(count - 1).fill(0), last];
const named = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`name${i}`, i]));
const LEFT_OUT = /^\[\d+ values left out, sha256:[0-9a-f]{24}\]$/;

describe('an event with very many values', () => {
  it.each([
    ['a text', 'x'],
    ['an ordinary event', { kind: 'call', tool: 't', args: { a: [1, { b: null }] } }],
    ['as many values as allowed', { args: numbers(MAX_VALUES - 1) }],
  ])('%s stays as it is', async (_, value) => {
    expect(await cutManyValues(value)).toBe(value);
  });

  it.each([
    ['a long list', numbers(20_000)],
    ['an object with many names', named(20_000)],
    ['a list of lists', Array.from({ length: 200 }, () => numbers(100))],
  ])('%s keeps its first values and a digest of the rest', async (_, args) => {
    const event = await cutManyValues({ kind: 'call', args, result: 'ok' });
    expect(event).toMatchObject({ kind: 'call', result: 'ok' });
    const kept = (event as { readonly args: object }).args;
    expect(Object.values(kept).at(-1)).toMatch(LEFT_OUT);
    expect(JSON.stringify(kept).length).toBeLessThan(JSON.stringify(args).length);
  });

  it('equals another one only if all values are equal', async () => {
    const cut = async (last: number) =>
      JSON.stringify(await cutManyValues({ args: numbers(20_000, last), result: [numbers(9000, last)] }));
    expect(await cut(1)).toBe(await cut(1));
    expect(await cut(1)).not.toBe(await cut(2));
  });

  it('has no more than so many fields', async () => {
    expect(Object.keys((await cutManyValues(named(20_000))) as object).length).toBeLessThan(MAX_VALUES + 20);
  });

  it('is stored without the rest, and without the secrets of its first values', async () => {
    const gateway = await startGateway();
    const args = { password: 'hunter2hunter2', ...named(9000), last: 'the last one' };
    const events = [{ kind: 'call', tool: 't', args }];
    expect((await gateway.post('/v1/events', { session: 'many', events })).status).toBe(200);
    const { text } = await gateway.get('/v1/sessions/many/events');
    await gateway.close();
    expect(text).toContain('values left out');
    expect(text).not.toMatch(/hunter2hunter2|the last one/);
  });
});
