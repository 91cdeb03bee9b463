import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Started, startGateway } from '../testing/start.js';

let gateway: Started;
beforeEach(async () => {
  gateway = await startGateway({ config: { events: { preset: 'drift' } } });
});
afterEach(() => gateway.close());

const done = { at: 1000, action: 'warn-user', result: 'carried out' };
const missed = { at: 1000, action: 'checkpoint', result: 'not carried out', why: 'the host has no callback' };
const report = (outcomes: readonly object[]) =>
  gateway.post('/v1/events', { session: 'run', agent: { id: 'coder' }, events: [], outcomes });
const outcomes = async () => (await gateway.get('/v1/sessions/run')).body.outcomes;

describe('what became of actions', () => {
  it('is kept with the session and in the audit, once however often it is sent', async () => {
    const call = { kind: 'call', tool: 'Read', args: { path: 'a.ts' }, result: 'text' };
    await gateway.post('/v1/events', { session: 'run', agent: { id: 'coder' }, events: [call] });
    expect(await outcomes()).toBeUndefined();
    expect((await report([done, missed])).status).toBe(200);
    await report([done, missed]);
    expect(await outcomes()).toEqual([done, missed]);
    const { entries } = (await gateway.get('/v1/audit?session=run')).body;
    expect(entries).toMatchObject([
      { operator_id: 'agent coder', command: 'action_outcomes', detail: { outcomes: [done, missed] } },
    ]);
  });

  it('keeps the newest fifty', async () => {
    for (let i = 0; i < 60; i++) await report([{ ...done, at: i }]);
    const kept = await outcomes();
    expect([kept.length, kept.at(-1).at]).toEqual([50, 59]);
  });

  it.each([
    ['an unknown result', { ...done, result: 'perhaps' }],
    ['no time', { action: 'reset', result: 'carried out' }],
  ])('%s is refused, and names the field', async (_, outcome) => {
    const { status, body } = await report([outcome]);
    expect([status, body.error.field]).toEqual([422, expect.stringMatching(/^outcomes\.0\./)]);
  });
});
