// Rows of the designs through the gateway: what each acknowledgement, and each reply to a hook, says about a call.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentEvent, PresetOptions } from '@rutbreak/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Started, startGateway } from '../testing/start.js';

interface Row {
  readonly row: string;
  readonly name: string;
  readonly preset: string;
  readonly options?: PresetOptions;
  readonly events: readonly AgentEvent[];
  readonly acts: readonly { readonly at: number; readonly category: string; readonly told: string }[];
}
type Tell = (session: string, event: AgentEvent, calls: number) => Promise<string>;

const FILE = join(import.meta.dirname, '../../../../quality/design-rows.json');
const ROWS = JSON.parse(readFileSync(FILE, 'utf8')) as readonly Row[];
const gateways = new Map<string, Started>();
const keyOf = ({ preset, options = {} }: Pick<Row, 'preset' | 'options'>): string =>
  JSON.stringify([preset, options]);
beforeAll(async () => {
  for (const { preset, options = {} } of ROWS) {
    const key = keyOf({ preset, options });
    if (!gateways.has(key))
      gateways.set(key, await startGateway({ config: { events: { preset, options } } }));
  }
});
afterAll(() => Promise.all([...gateways.values()].map(({ close }) => close())));

/** The text of the acknowledgement, which belongs to its action. */
const byEvents = ({ post }: Started): Tell => {
  return async (session, event, round) => {
    const { body } = await post('/v1/events', { session, events: [{ ...event, round }] });
    return (body as { text: string }).text;
  };
};

/** Everything that the hooks of one call reply. */
const byHooks = ({ post }: Started): Tell => {
  return async (session_id, event, calls) => {
    const fire = async (hook_event_name: string, more: object): Promise<string> => {
      const { body } = await post('/v1/hooks/claude-code', { session_id, hook_event_name, ...more });
      return JSON.stringify(body) === '{}' ? '' : JSON.stringify(body);
    };
    if (event.kind === 'turn') return fire('UserPromptSubmit', { prompt: event.text });
    if (event.kind !== 'call') return '';
    const call = { tool_name: event.tool, tool_input: event.args, tool_use_id: `t${calls}` };
    const before = await fire('PreToolUse', call);
    const outcome = event.isError === true ? { error: event.result } : { tool_response: event.result };
    const after = await fire(`PostToolUse${event.isError === true ? 'Failure' : ''}`, {
      ...{ ...call, ...outcome },
    });
    return before + after + (await fire('PostToolBatch', {}));
  };
};

const DOORS = [
  ['POST /v1/events', byEvents, (id: string) => id, (text: string) => text],
  [
    ...(['POST /v1/hooks/claude-code', byHooks, (id: string) => `claude-code/${id}`] as const),
    (text: string) => JSON.stringify(text).slice(1, -1),
  ],
] as const;

describe.each(DOORS)('%s', (door, tellBy, idOf, written) => {
  it.each(ROWS)('$row $name', async (one) => {
    const { row, events, acts } = one;
    const gateway = gateways.get(keyOf(one))!;
    const session = `run-${ROWS.indexOf(one)}-${door.length}`;
    const tell = tellBy(gateway);
    const heard: object[] = [];
    let calls = 0;
    for (const event of events) {
      if (event.kind === 'call') calls += 1;
      const told = await tell(session, event, calls);
      if (told !== '') heard.push({ at: calls, told });
    }
    const expected = acts.map(({ at, told }) => ({ at, told: expect.stringContaining(written(told)) }));
    expect(heard).toEqual(expected);
    const { body } = await gateway.get(`/v1/sessions/${encodeURIComponent(idOf(session))}/loops`);
    const found = (body as { loops: { category: string }[] }).loops.map(({ category }) => category);
    if (row === 'C6') {
      expect([found, JSON.stringify(heard)]).toEqual([[], expect.not.stringMatching(/loop/i)]);
      const { body: known } = await gateway.get(`/v1/sessions/${encodeURIComponent(idOf(session))}`);
      expect(known).toMatchObject({ status: 'healthy', action: 'stop', stop_status: 'BUDGET_EXHAUSTED' });
      expect(known.packet).toBeNull();
    } else for (const { category } of acts) expect(found).toContain(category);
  });
});
