import { afterEach, expect, it } from 'vitest';
import { createMemoryStore } from '../store/memory.js';
import { type Started, startGateway } from '../testing/start.js';

const store = createMemoryStore();
/** A gateway closes its store; the next one goes on with the same data. */
const kept = { ...store, close: () => Promise.resolve() };
let gateway: Started;
afterEach(() => gateway.close());

const call = (round: number, command = 'npm test') => ({
  ...{ kind: 'call', tool: 'Bash', args: { command }, result: 'failed: 3 tests', isError: true, round },
});
const send = async (session: string, event: object) =>
  (await gateway.post('/v1/events', { session, events: [event] })).body;
/** The first words about the loop. */
async function firstWords(session: string): Promise<string> {
  for (let round = 0; round < 12; round++) {
    const { action, text } = await send(session, call(round));
    if (action !== 'continue') return text as string;
  }
  throw new Error('There is no loop.');
}

it('R16 the first words about a loop say what helped against it in earlier sessions', async () => {
  gateway = await startGateway({ store: kept });
  expect(await firstWords('first')).not.toContain('once before');
  for (let round = 20; round < 40; round++)
    await send('first', {
      ...call(round, `ls src/part-${round}`),
      result: `file-${round}.ts`,
      isError: false,
    });
  await expect
    .poll(async () => (await gateway.get('/v1/archive')).body.patterns[0]?.outcomes ?? {})
    .not.toEqual({});
  // A restart reads the archive at once; a running gateway reads it within seconds.
  await gateway.close();
  gateway = await startGateway({ store: kept });
  expect(await firstWords('second')).toMatch(/seen once before .* It was ended by/);
  const again = await send('second', call(50));
  expect(again.text).not.toContain('seen once before');
});
