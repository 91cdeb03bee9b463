import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messageOf } from '../testing/messages.js';
import { PAUSES, type Started, startGateway } from '../testing/start.js';

let gateway: Started;
beforeAll(async () => {
  gateway = await startGateway({ ...PAUSES, permitsOverride: true });
});
afterAll(() => gateway.close());

const again = { kind: 'call', tool: 'Bash', args: { command: 'npm test' }, result: 'boom', isError: true };
const other = (n: number): object => ({
  ...{ kind: 'call', tool: 'Read', args: { path: `src/${n}.ts` }, result: `the words of file ${n}` },
});
const attempt = (command: string): object => ({ kind: 'attempt', tool: 'Bash', args: { command } });

let sessions = 0;
/** Sends events to one session in order and returns the orders. */
function sessionOf() {
  const session = `run-${++sessions}`;
  const send = async (...events: readonly object[]) =>
    (await gateway.post('/v1/events', { session, events })).body;
  const command = async (name: string, body: object = {}) =>
    (await gateway.post(`/gateway/sessions/${session}/${name}`, { operator_id: 'ada', ...body })).body;
  /** Repeats a call until it gets this action. */
  const until = async (action: string): Promise<void> => {
    for (let i = 0; i < 20; i++) if ((await send(again)).action === action) return;
    throw new Error(`never told to ${action}`);
  };
  return { session, send, command, until };
}

describe('the standing action on /v1/events', () => {
  it('stays stop, whatever the agent does, until an operator resumes it', async () => {
    const { session, send, command, until } = sessionOf();
    await until('stop');
    for (const event of [again, other(1), other(2), other(3), other(4), attempt('ls')])
      expect(await send(event)).toMatchObject({ action: 'stop', text: expect.stringMatching(/./) as string });
    const { body } = await gateway.get(`/v1/sessions/${session}/control`);
    expect(body).toMatchObject({ action: 'stop' });
    expect(await command('unpause')).toMatchObject({ changed: true, action: 'continue' });
    expect(await send(other(5))).toMatchObject({ action: 'continue', text: '' });
    expect(await send(attempt('npm test'))).toMatchObject({ action: 'continue' });
    expect(await command('unpause')).toMatchObject({ changed: false });
  });

  it('starts again at the first rung after a resume', async () => {
    const { send, command, until } = sessionOf();
    await until('stop');
    await command('unpause');
    expect(await send(again, again, again)).toMatchObject({ action: 'nudge' });
  });

  it('stays pause while the agent ignores it', async () => {
    const { send, until } = sessionOf();
    await until('pause');
    for (const n of [1, 2, 3, 4, 5]) expect(await send(other(n))).toMatchObject({ action: 'pause' });
  });

  it('tells how often its loop has run by now', async () => {
    const { send, until } = sessionOf();
    await until('stop');
    const seen = async (): Promise<number> => Number(/ (\d+) times/.exec((await send(again)).text)?.[1]);
    const first = await seen();
    expect([await seen(), await seen(), await seen()]).toEqual([first + 1, first + 2, first + 3]);
    expect((await send(other(1))).text).toContain(` ${first + 3} times`);
  });

  it('stays block while the loop continues, and progress clears it', async () => {
    const { send, until } = sessionOf();
    await until('block');
    expect(await send({ kind: 'message', text: 'Let me think about that.' })).toMatchObject({
      action: 'block',
    });
    for (const n of [1, 2, 3]) await send(other(n));
    expect(await send(other(4))).toMatchObject({ action: 'continue' });
  });

  it('answers a question about one call: a block concerns only calls of its loop', async () => {
    const { send, until } = sessionOf();
    await until('block');
    expect(await send(attempt('ls src'))).toMatchObject({ action: 'continue' });
    expect((await send(attempt('npm test'))).action).toMatch(/block|pause/);
  });

  it.each([
    ['a person with a new task', { kind: 'turn', role: 'user', reason: 'prompt', text: 'Write the docs.' }],
    ['a reset', { kind: 'reset' }],
  ])('%s ends a stop', async (_, event) => {
    const { send, until } = sessionOf();
    await until('stop');
    expect(await send(event)).toMatchObject({ action: 'continue' });
    expect(await send(other(1))).toMatchObject({ action: 'continue' });
  });

  it('is cleared by an override and by the end of the session', async () => {
    const one = sessionOf();
    await one.until('stop');
    expect(await one.command('override', { reason: 'it polls' })).toMatchObject({ action: 'continue' });
    expect(await one.send(other(1))).toMatchObject({ action: 'continue' });
    const two = sessionOf();
    await two.until('stop');
    const ended = await gateway.post('/v1/events', { session: two.session, events: [], end: true });
    expect(ended.body).toMatchObject({ action: 'continue' });
  });

  it('is repeated after a lost acknowledgement', async () => {
    const { session, until } = sessionOf();
    await until('stop');
    const repeat = await gateway.post('/v1/events', { session, firstSeq: 0, events: [again] });
    expect(repeat.body).toMatchObject({ duplicates: 1, action: 'stop' });
  });
});

describe('the standing action on /gateway/messages', () => {
  it('stays pause until the steps vary again, or an operator resumes the agent', async () => {
    const send = async (session: string, intent: string) =>
      (await gateway.post('/gateway/messages', messageOf({ session, intent }))).body;
    for (let i = 0; i < 5; i++) await send('steps', 'run the tests');
    expect(await send('steps', 'run the tests')).toMatchObject({ severity: 'LOOP', action: 'pause' });
    expect(await send('steps', 'read the error')).toMatchObject({ severity: 'WARNING', action: 'pause' });
    await send('steps', 'look at the config');
    expect(await send('steps', 'change the code')).toMatchObject({ severity: 'NORMAL', action: 'continue' });
    for (let i = 0; i < 5; i++) await send('more', 'run the tests');
    await gateway.post('/gateway/sessions/more/unpause', { operator_id: 'ada' });
    expect(await send('more', 'run the tests')).toMatchObject({ action: 'continue' });
  });
});
