import { describe, expect, it } from 'vitest';
import { between, call } from '../../testing/mcp-between.js';
import type { RelayOptions, RelayReport } from './relay-types.js';

const structured = (id: number, content: string): string =>
  `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"x"}],"structuredContent":${content}}}\n`;
const tools = (schema: object | undefined): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id: 'list', result: { tools: [{ name: 'echo', outputSchema: schema }] } })}\n`;
const LIST = '{"jsonrpc":"2.0","id":"list","method":"tools/list"}\n';
const STRICT = {
  ...{ type: 'object', additionalProperties: false },
  properties: { state: { enum: ['on', 'off'] }, text: { type: 'string', description: 'the file' } },
};

describe('advice about a tool with structured results', () => {
  /** Repeats a call until its result carries advice; returns that structured result. */
  function advised(schema: object | undefined | 'unknown', content: string): Record<string, unknown> {
    const { say, answer, toClient } = between();
    if (schema !== 'unknown') {
      say(LIST);
      answer(tools(schema));
      expect(toClient()).toBe(tools(schema));
    }
    for (let id = 1; id < 12; id++) {
      say(call(id));
      answer(structured(id, content));
      const { content: texts, structuredContent } = JSON.parse(toClient()).result;
      if (texts.length > 1) return structuredContent;
    }
    return expect.fail('no advice');
  }

  it.each<[string, object | undefined | 'unknown', string, object]>([
    [
      'goes into a property of its own where the schema is open',
      { type: 'object', properties: { a: {} } },
      '{"a":1.0}',
      { a: 1, rutbreak_notice: expect.stringMatching(/echo/) as string },
    ],
    [
      'also into an empty object',
      undefined,
      '{}',
      { rutbreak_notice: expect.stringMatching(/echo/) as string },
    ],
    [
      'goes to the end of a plain string where the schema is closed',
      STRICT,
      '{"state":"on","text":"a \\"b\\""}',
      { state: 'on', text: expect.stringMatching(/^a "b"\n\n.*echo/s) as string },
    ],
    [
      'stays out where the schema has no place for it',
      { ...STRICT, properties: { state: { enum: ['on'] } } },
      '{"state":"on"}',
      { state: 'on' },
    ],
    ['stays out where the schema is not known', 'unknown', '{"a":1}', { a: 1 }],
  ])('%s', (_, schema, content, expected) => {
    expect(advised(schema, content)).toEqual(expected);
  });
});

describe('texts about a call', () => {
  const REFUSED = /passed (\d+) times/;

  it.each([1, 7])('the breaker reports %i after that many calls', (limit) => {
    const { say, answer, toClient, toServer } = between({
      relay: { mode: 'shadow', breaker: { calls: limit } },
    });
    let passed = 0;
    for (let id = 1; id < 12; id++) {
      say(call(id));
      if (toServer() !== '') answer(structured(id, `{"n":${passed++}}`));
      const [, said] = REFUSED.exec(toClient()) ?? [];
      if (said !== undefined) expect(Number(said)).toBe(passed);
    }
    expect(passed).toBe(limit);
  });

  it('refused calls do not count as forwarded', () => {
    const { say, answer, toClient, toServer, clock } = between();
    let passed = 0;
    for (let id = 1; id < 60; id++) {
      clock.now += 100;
      say(call(id));
      if (toServer() !== '') {
        passed++;
        answer(structured(id, '{}'));
      }
      expect(toClient()).not.toMatch(REFUSED);
    }
    expect(passed).toBeLessThan(20);
  });

  it('nine failing calls of one step are one round, so the next step is not refused', () => {
    const { say, answer, toClient, toServer } = between();
    for (let id = 1; id <= 9; id++) say(call(id));
    for (let id = 1; id <= 9; id++)
      answer(
        `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"boom"}],"isError":true}}\n`,
      );
    toClient();
    toServer();
    say(call(10, 'echo', { other: true }));
    expect(toServer()).toContain('"id":10');
  });

  it('a budget holds at the call that exceeds it, and nobody calls it a loop', () => {
    const { say, answer, toClient, toServer, audited } = between({ relay: { budgets: { calls: 3 } } });
    const made = [1, 2, 3, 4, 5].map((id) => {
      say(call(id, 'echo', { id }));
      const isMade = toServer() !== '';
      if (isMade) answer(structured(id, `{"id":${id}}`));
      return isMade;
    });
    expect(made).toEqual([true, true, true, false, false]);
    const told = toClient();
    expect(told).toContain('The budget for calls is used up (3 of 3)');
    expect(told + JSON.stringify(audited)).not.toMatch(/loop/i);
  });
});

describe('actions that a preset asks for', () => {
  function played(relay: Partial<RelayOptions>): {
    reports: RelayReport[];
    audited: Record<string, unknown>[];
  } {
    const reports: RelayReport[] = [];
    const { say, answer, audited } = between({
      relay: { preset: 'drift', ...relay, onReport: (report) => reports.push(report) },
    });
    for (let id = 1; id < 14; id++) {
      say(call(id, 'read_file', { path: 'a.ts' }));
      answer(structured(id, '{}'));
    }
    return { reports, audited };
  }

  it('are reported one by one, with the reason if they failed', () => {
    const { reports, audited } = played({});
    const all = reports.flatMap(({ actions }) => actions);
    expect(all).toContainEqual({ action: 'warn-user', result: 'carried out' });
    expect(all).toContainEqual({
      ...{ action: 'checkpoint', result: 'not carried out', why: 'the host has no callback for it' },
    });
    expect(audited).toContainEqual(
      expect.objectContaining({
        type: 'decision',
        actions: expect.arrayContaining(all.slice(0, 1)) as unknown,
      }),
    );
  });

  it('are carried out by the callbacks of the host', () => {
    const sessions: string[] = [];
    const { reports } = played({ host: { checkpoint: ({ session }) => sessions.push(session) } });
    expect(new Set(sessions)).toEqual(new Set(['one']));
    const all = reports.flatMap(({ actions }) => actions);
    expect(all).toContainEqual({ action: 'checkpoint', result: 'carried out' });
  });
});
