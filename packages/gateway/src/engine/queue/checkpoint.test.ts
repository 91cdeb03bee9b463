import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../store/memory.js';
import type { SessionUpdate, Store } from '../../store/store.js';
import { type Started, startGateway } from '../../testing/start.js';

/** Reads a part, then fails the same way again and again. */
const eventAt = (n: number): object =>
  n % 9 < 5
    ? { kind: 'call', tool: 'read_file', args: { path: `src/${n}.ts` }, result: `part ${n} of the text` }
    : { kind: 'call', tool: 'bash', args: { command: 'npm test' }, result: '2 tests failed', isError: true };

const SIZES = [1, 7, 1, 60, 1, 140, 3, 1, 1, 30];

const BATCHES = SIZES.map((size, i) => {
  const firstSeq = SIZES.slice(0, i).reduce((sum, one) => sum + one, 0);
  return { firstSeq, events: Array.from({ length: size }, (_, k) => eventAt(firstSeq + k)) };
});

type Step = (gateway: Started) => Promise<unknown>;

const sent =
  (batch: object): Step =>
  async (gateway) =>
    (await gateway.post('/v1/events', { session: 'run', ...batch })).body;

const told =
  (command: string): Step =>
  async (gateway) => {
    const { body } = await gateway.post(`/gateway/sessions/run/${command}`, { operator_id: 'ada' });
    return body;
  };

const hook: Step = async (gateway) => {
  const input = { session_id: 'run', hook_event_name: 'PostToolUse', tool_name: 'Bash', cwd: '/' };
  const { body } = await gateway.post('/v1/hooks/claude-code', {
    ...{ ...input, tool_input: { command: 'npm test' }, tool_response: { stdout: '2 tests failed' } },
  });
  return body;
};

const ends = (n: number): Step[] => BATCHES.slice(n).map(sent);

const STORIES: Readonly<Record<string, readonly Step[]>> = {
  'sends events': ends(0),
  'is paused and resumed': [
    ...[sent(BATCHES[0] ?? {}), sent(BATCHES[1] ?? {}), told('pause')],
    ...[sent(BATCHES[2] ?? {}), sent(BATCHES[3] ?? {}), told('unpause')],
    ...ends(4),
  ],
  'changes its model': [
    ...BATCHES.map((batch, i) => sent({ ...batch, agent: { id: 'a', model: i < 6 ? 'small' : 'large' } })),
  ],
  'also has hooks': [
    sent({ events: [eventAt(0)] }),
    hook,
    ...[6, 7, 8].map((n) => sent({ events: [eventAt(n)] })),
  ],
};

/** Every answer, and what the gateway knows of the session afterwards. */
async function play(steps: readonly Step[], isRestarted: boolean): Promise<unknown[]> {
  const store = createMemoryStore();
  const begin = (): Promise<Started> =>
    startGateway({ store: { ...store, close: () => Promise.resolve() }, now });
  const now = (): number => 1_000_000;
  let gateway = await begin();
  const answers: unknown[] = [];
  for (const step of steps) {
    if (isRestarted) await gateway.close();
    if (isRestarted) gateway = await begin();
    answers.push(await step(gateway));
  }
  answers.push((await gateway.get('/v1/sessions/run')).body, (await gateway.get('/v1/loops')).body);
  await gateway.close();
  return answers;
}

describe('a gateway that restarts before every request decides as one that never does', () => {
  it.each(Object.keys(STORIES))('for an agent that %s', async (name) => {
    const steps = STORIES[name] ?? [];
    const answers = await play(steps, false);
    expect(await play(steps, true)).toEqual(answers);
    expect(JSON.stringify(answers)).toMatch(/"action":"(nudge|redirect|block)"/);
  });
});

describe("core's state", () => {
  const written = async (batches: readonly object[]): Promise<SessionUpdate[]> => {
    const updates: SessionUpdate[] = [];
    const inner = createMemoryStore();
    const commit: Store['commit'] = (more) => {
      updates.push(...more);
      return inner.commit(more);
    };
    const gateway = await startGateway({ store: { ...inner, commit } });
    for (const batch of batches) await sent(batch)(gateway);
    await gateway.close();
    return updates;
  };
  const isState = ({ kind }: { readonly kind: string }): boolean => kind === 'core';

  it('is written once for about 400 events that come one by one, and never in the record', async () => {
    const one = Array.from({ length: 401 }, (_, n) => ({ events: [eventAt(n * 9)] }));
    const updates = await written(one);
    expect(updates).toHaveLength(401);
    expect(updates.filter(({ documents }) => documents.some(isState))).toHaveLength(1);
    const largest = Math.max(...updates.map(({ record }) => record.length));
    const [state] = updates.flatMap(({ documents }) => documents.filter(isState));
    expect(largest).toBeLessThan((state?.body.length ?? 0) / 3);
  });

  it('is written sooner if the events are large', async () => {
    const large = Array.from({ length: 24 }, (_, n) => ({
      events: [{ kind: 'call', tool: 'read_file', args: { n }, result: `${n} `.repeat(20_000) }],
    }));
    const updates = await written(large);
    expect(updates.filter(({ documents }) => documents.some(isState)).length).toBeGreaterThan(0);
  });
});
