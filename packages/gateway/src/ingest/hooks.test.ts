import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../store/memory.js';
import { type Started, startGateway } from '../testing/start.js';

let gateway: Started;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

let sessions = 0;
const command = { tool_name: 'Bash', tool_input: { command: 'npm test', description: 'Run the tests' } };

/** A run of Claude Code, as its hooks report it. */
function runOf(at: () => Started = () => gateway, more: object = {}) {
  const session_id = `c${++sessions}`;
  let calls = 0;
  const tell = (hook_event_name: string, fields: object = {}) =>
    at().post('/v1/hooks/claude-code', { session_id, hook_event_name, ...more, ...fields });
  /** Asks before the call and, if allowed, reports a failure; returns both replies. */
  const call = async (fields: object = command) => {
    const tool_use_id = `toolu_${++calls}`;
    const before = await tell('PreToolUse', { ...fields, tool_use_id });
    if (before.body?.hookSpecificOutput?.permissionDecision === 'deny')
      return { before: before.body, batch: (await tell('PostToolBatch')).body };
    const after = await tell('PostToolUseFailure', { ...fields, tool_use_id, error: 'Exit code 1\nboom' });
    return { before: before.body, after: after.body, batch: (await tell('PostToolBatch')).body };
  };
  return { id: `claude-code/${session_id}`, session_id, tell, call };
}

describe("Claude Code's HTTP hooks", () => {
  it('warn, then deny, then end the run; a new prompt clears it', async () => {
    const { tell, call, id } = runOf();
    expect((await tell('SessionStart', { source: 'startup' })).body).toEqual({});
    expect((await tell('UserPromptSubmit', { prompt: 'Make the tests pass.' })).body).toEqual({});
    const said: unknown[] = [];
    let body: unknown;
    for (let i = 0; i < 10; i++) {
      const { before, after, batch } = await call();
      said.push(
        before.hookSpecificOutput?.permissionDecision ?? after?.hookSpecificOutput?.additionalContext,
      );
      body ??= batch.continue === false ? batch : undefined;
    }
    expect(said.slice(0, 2)).toEqual([undefined, undefined]);
    expect(said[2]).toMatch(/^\[rutbreak\]/);
    expect(said.slice(5)).toEqual(said.slice(5).map(() => 'deny'));
    expect(body).toMatchObject({
      continue: false,
      stopReason: expect.stringContaining('rutbreak') as string,
    });
    const { body: known } = await gateway.get(`/v1/sessions/${encodeURIComponent(id)}`);
    expect(known).toMatchObject({ agent_id: 'claude-code', status: 'looping' });
    expect(known.events).toBeGreaterThan(10);
    await tell('UserPromptSubmit', { prompt: 'Something else: write the docs.' });
    expect((await call({ tool_name: 'Read', tool_input: { file_path: 'README.md' } })).before).toEqual({});
  });

  it('record the change of a call as a separate event with its own number', async () => {
    const { tell, id } = runOf();
    const edit = { file_path: 'a.ts', old_string: 'a', new_string: 'b' };
    const call = { tool_name: 'Edit', tool_input: edit, tool_use_id: 'toolu_1' };
    await tell('PreToolUse', call);
    await tell('PostToolUse', { ...call, tool_response: { filePath: 'a.ts' } });
    const { body } = await gateway.get(`/v1/sessions/${encodeURIComponent(id)}/events`);
    expect(body.events).toMatchObject([
      { seq: 0, body: { kind: 'attempt' } },
      { seq: 1, body: { kind: 'call', tool: 'Edit' } },
      { seq: 2, body: { kind: 'edit', path: 'a.ts', derived: true } },
    ]);
  });

  it('count an event once if two hooks report it; a sub-agent has its own session', async () => {
    const { tell, id } = runOf();
    const event = { ...command, tool_use_id: 'toolu_1' };
    await tell('PreToolUse', event);
    await tell('PreToolUse', event);
    await tell('PreToolUse', { ...event, agent_id: 'explore-1' });
    const seen = async (name: string) => (await gateway.get(`/v1/sessions/${encodeURIComponent(name)}`)).body;
    expect(await seen(id)).toMatchObject({ events: 1 });
    expect(await seen(`${id}/explore-1`)).toMatchObject({ events: 1 });
  });

  it('obey people: a pause denies and ends the run, messages are delivered, and work continues afterwards', async () => {
    const { tell, call, id } = runOf();
    await call({ tool_name: 'Read', tool_input: { file_path: 'a.ts' } });
    const command = (name: string, body: object = {}) =>
      gateway.post(`/gateway/sessions/${encodeURIComponent(id)}/${name}`, { operator_id: 'ada', ...body });
    await command('inject', { message: 'Look at b.ts first.' });
    expect((await tell('UserPromptSubmit', { prompt: 'Go on, please.' })).body).toEqual({});
    const told = await call({ tool_name: 'Read', tool_input: { file_path: 'b.ts' } });
    expect(told.before.hookSpecificOutput).toMatchObject({ additionalContext: 'Look at b.ts first.' });
    await command('pause', { reason: 'lunch' });
    const paused = await call({ tool_name: 'Read', tool_input: { file_path: 'c.ts' } });
    expect(paused.before.hookSpecificOutput).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining('Paused by ada: lunch') as string,
    });
    // The model may answer the user once; if it makes another call instead, the run ends.
    expect(paused.batch).toEqual({});
    const again = await call({ tool_name: 'Read', tool_input: { file_path: 'c.ts' } });
    expect(again.batch).toMatchObject({ continue: false });
    expect((await command('unpause')).body).toMatchObject({ changed: true });
    expect((await call({ tool_name: 'Read', tool_input: { file_path: 'd.ts' } })).before).toEqual({});
  });

  it('tell the user how to lift a block, at the first call that is refused and at the end', async () => {
    const { call, id } = runOf();
    const told: string[] = [];
    for (let i = 0; i < 12 && told.length < 2; i++) {
      const { before, batch } = await call();
      for (const { systemMessage } of [before, batch])
        if (systemMessage !== undefined) told.push(systemMessage);
    }
    const commands = [`rutbreak session override gateway/${id}`, `rutbreak session reset gateway/${id}`];
    expect(told).toHaveLength(2);
    for (const text of told) for (const command of commands) expect(text).toContain(command);
  });

  it.each([
    ['another call alone does not lift a block', 1, true],
    ['new content, call after call, lifts it', 3, false],
  ])('%s', async (_, others, isDenied) => {
    const { call, tell } = runOf();
    const isRefused = async (): Promise<boolean> =>
      (await call()).before?.hookSpecificOutput?.permissionDecision === 'deny';
    for (let i = 0; i < 8 && !(await isRefused()); i++);
    for (let i = 0; i < others; i++) {
      const read = { tool_name: 'Read', tool_input: { file_path: `${i}.ts` }, tool_use_id: `read ${i}` };
      await tell('PreToolUse', read);
      await tell('PostToolUse', { ...read, tool_response: `export const page${i} = ${i};` });
      await tell('PostToolBatch');
    }
    expect(await isRefused()).toBe(isDenied);
  });

  it('C6 call a limit of a preset no loop, also to the user', async () => {
    const options = { 'round-limit': { rounds: 3 } };
    const cycles = await startGateway({ config: { events: { preset: 'cycles', options } } });
    const { call } = runOf(() => cycles);
    const told: unknown[] = [];
    for (let i = 0; i < 6; i++)
      told.push(await call({ tool_name: 'Read', tool_input: { file_path: `${i}.ts` } }));
    await cycles.close();
    const said = JSON.stringify(told);
    expect(said).toContain('rounds without a user turn');
    expect(said).toContain('rutbreak session reset');
    expect(said).not.toMatch(/loop/i);
  });

  it('D3 show a warning that a preset means for the user to the user, and not to the model', async () => {
    const drift = await startGateway({ config: { events: { preset: 'drift' } } });
    const { call } = runOf(() => drift);
    let body: { systemMessage?: string } = {};
    for (let i = 0; i < 4 && body.systemMessage === undefined; i++) body = (await call()).after ?? {};
    await drift.close();
    expect(body).toEqual({ systemMessage: expect.stringContaining('npm test') as string });
  });

  it('keep what became of the actions of a decision, with what is missing', async () => {
    const drift = await startGateway({ config: { events: { preset: 'drift' } } });
    const { call, id } = runOf(() => drift);
    for (let i = 0; i < 6; i++) await call();
    const { body } = await drift.get(`/v1/sessions/${encodeURIComponent(id)}`);
    const { body: audit } = await drift.get(`/v1/audit?session=${encodeURIComponent(id)}`);
    await drift.close();
    const missing = 'a hook has no callback of the host';
    for (const outcome of [
      { action: 'warn-user', result: 'carried out' },
      { action: 'checkpoint', result: 'not carried out', why: missing },
      { action: 'switch-model', result: 'not carried out', why: missing },
    ])
      expect(body.outcomes).toContainEqual(expect.objectContaining(outcome));
    expect(audit.entries).toContainEqual(
      expect.objectContaining({ operator_id: 'agent claude-code', command: 'action_outcomes' }),
    );
  });

  it.each(['reset', 'override'])('refuse an agent that runs %s, and record it', async (name) => {
    const { call, id } = runOf();
    const lift = { tool_name: 'Bash', tool_input: { command: `rutbreak session ${name} gateway/${id}` } };
    const { before } = await call(lift);
    expect(before.hookSpecificOutput).toMatchObject({
      ...{ permissionDecision: 'deny' },
      permissionDecisionReason: expect.stringContaining('only a person can lift') as string,
    });
    const { body } = await gateway.get(`/v1/audit?session=${encodeURIComponent(id)}`);
    expect(body.entries).toMatchObject([
      { operator_id: 'agent claude-code', command: 'lift_refused', detail: { command: name } },
    ]);
    expect((await call({ tool_name: 'Bash', tool_input: { command: 'ls' } })).before).toEqual({});
  });

  it('store no secret', async () => {
    const { tell, id } = runOf();
    const secret = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789';
    await tell('PreToolUse', {
      tool_name: 'Bash',
      tool_use_id: 't',
      tool_input: { command: `echo ${secret}` },
    });
    const { text } = await gateway.get(`/v1/sessions/${encodeURIComponent(id)}/events`);
    expect(text).toContain('echo');
    expect(text).not.toContain(secret);
  });

  it.each([
    ['nobody-knows-it', { session_id: 's', hook_event_name: 'PreToolUse' }, 404],
    ['claude-code', {}, 422],
    ['claude-code', { hook_event_name: 'PreToolUse', session_id: 's'.repeat(300) }, 422],
    ['claude-code', [], 422],
    ['claude-code', { session_id: 's', hook_event_name: 'Whatever' }, 200],
    ['claude-code', { session_id: 's', hook_event_name: 'PreToolUse' }, 200],
  ])('of %s with %j get status %i', async (agent, body, status) => {
    expect(await gateway.post(`/v1/hooks/${agent}`, body)).toMatchObject({ status });
  });
});

describe('hooks of other agents', () => {
  it.each([
    [
      'codex',
      (n: number) => ({ session_id: 'x', hook_event_name: 'PreToolUse', ...command, tool_use_id: `c${n}` }),
      (n: number) => ({
        ...{ session_id: 'x', hook_event_name: 'PostToolUse', ...command, tool_use_id: `c${n}` },
        tool_response: 'Error: boom',
      }),
      /additionalContext/,
    ],
    [
      'gemini',
      (n: number) => ({ session_id: 'g', hook_event_name: 'BeforeTool', ...command, timestamp: `a${n}` }),
      (n: number) => ({
        ...{ session_id: 'g', hook_event_name: 'AfterTool', ...command, timestamp: `b${n}` },
        tool_response: { llmContent: 'Error: boom\nExit Code: 1' },
      }),
      /additionalContext/,
    ],
    [
      'opencode',
      (n: number) => ({
        event: 'tool.execute.before',
        sessionID: 'o',
        callID: `c${n}`,
        tool: 'bash',
        args: {},
      }),
      (n: number) => ({
        ...{ event: 'tool.execute.after', sessionID: 'o', callID: `c${n}`, tool: 'bash', args: {} },
        ...{ output: 'Error: boom', metadata: { exit: 1 } },
      }),
      /"tell":/,
    ],
  ])('%s gets its own format', async (agent, before, after, form) => {
    const answers: string[] = [];
    for (let n = 0; n < 4; n++)
      for (const body of [before(n), after(n)])
        answers.push((await gateway.post(`/v1/hooks/${agent}`, body)).text);
    expect(answers.find((text) => text !== '{}')).toMatch(form);
  });
});

describe('a gateway that cannot decide', () => {
  const broken = async (change: object, code: string): Promise<void> => {
    const started = await startGateway({
      store: { ...createMemoryStore(), ...change },
      limits: { hookMs: 50 },
    });
    try {
      const { tell } = runOf(() => started);
      const answer = await tell('PreToolUse', { ...command, tool_use_id: 't' });
      expect(answer).toMatchObject({ status: 200, body: {} });
      expect(answer.headers['x-rutbreak-unguarded']).toBe(code);
    } finally {
      await started.close();
    }
  };

  it('lets the agent continue while the store is down', () =>
    broken({ commit: () => Promise.reject(new Error('disk full')) }, 'STORE_UNAVAILABLE'));

  it('lets the agent continue when the store is too slow', () =>
    broken(
      { load: () => new Promise((done) => setTimeout(() => done(new Map()), 200)) },
      'STORE_UNAVAILABLE',
    ));
});
