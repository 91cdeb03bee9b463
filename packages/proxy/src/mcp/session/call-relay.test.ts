import { createGuard } from '@rutbreak/core';
import { describe, expect, it } from 'vitest';
import { between, call, result } from '../../testing/mcp-between.js';
import type { RelayOptions } from './relay-types.js';

describe('M4 the call breaker in the proxy', () => {
  it('M4 20 identical calls pass, the 21st is denied, and calls pass again as the window slides', () => {
    const { say, toServer, toClient, clock } = between();
    for (let id = 1; id <= 20; id++) say(call(id, 'echo', id % 2 ? { a: 1, b: 2 } : { b: 2, a: 1 }));
    expect(toServer().trim().split('\n')).toHaveLength(20);
    say(call(21, 'echo', { a: 1, b: 2 }) + call(22, 'echo', { a: 2 }));
    expect(toServer()).toBe(call(22, 'echo', { a: 2 }));
    expect(toClient()).toMatch(/"id":21,.*passed 20 times in 60 s.*possible again in 60 s/);
    clock.now += 60_000;
    say(call(23, 'echo', { a: 1, b: 2 }));
    expect(toServer()).toBe(call(23, 'echo', { a: 1, b: 2 }));
  });

  const QUESTION = (id: number): string =>
    `{"jsonrpc":"2.0","id":${id},"result":{"resultType":"input_required","inputRequests":{},"requestState":"s"}}\n`;
  const again = (id: number): string => call(id, 'echo', { a: 1 }, ',"inputResponses":{},"requestState":"s"');

  it('resending a call with answers to a question is not a repetition', () => {
    const { say, toServer, answer } = between({ relay: { breaker: { calls: 1 } } });
    say(call(1));
    answer(QUESTION(1));
    toServer();
    for (const id of [2, 3, 4]) {
      say(again(id));
      answer(QUESTION(id));
      expect(toServer()).toBe(again(id));
    }
  });

  it('claiming to answer a question that the server did not ask is a repetition', () => {
    const { say, toServer, toClient } = between({ relay: { breaker: { calls: 1 } } });
    say(call(1) + again(2));
    expect(toServer()).toBe(call(1));
    expect(toClient()).toMatch(/"id":2,.*passed 1 times/);
  });
});

describe('the failure breaker in the proxy', () => {
  const fail = (id: number): string =>
    `{"jsonrpc":"2.0","id":${id},"error":{"code":-32603,"message":"broken"}}\n`;
  const play = (answerTo: (id: number) => string, count = 8): string => {
    const { say, answer, toServer, toClient } = between();
    for (let id = 1; id <= count; id++) {
      say(call(id, 'echo', { id }));
      if (toServer() !== '') answer(answerTo(id));
    }
    return toClient();
  };

  it('a server with several internal failures in a row gets no calls for a while', () => {
    expect(play(fail)).toMatch(/"id":6,.*the server failed inside several times in a row/);
  });

  it.each([
    ['errors that tools report', (id: number) => result(id, `no file ${id}`, ',"isError":true')],
    [
      'refused requests',
      (id: number) => `{"jsonrpc":"2.0","id":${id},"error":{"code":-32602,"message":"bad ${id}"}}\n`,
    ],
    ['a failure now and then', (id: number) => (id % 3 === 0 ? result(id, `ok ${id}`) : fail(id))],
  ])('%s never trip the breaker', (_, answerTo) => {
    expect(play(answerTo, 60)).not.toContain('several times in a row');
  });

  it('calls that the client cancels count as failures only after a timeout', () => {
    const give = (reason: string): string => {
      const { say, toClient } = between();
      for (let id = 1; id <= 6; id++) {
        say(call(id, 'echo', { id }));
        if (id < 6)
          say(
            `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id},"reason":"${reason}"}}\n`,
          );
      }
      return toClient();
    };
    expect(give('McpError: MCP error -32001: Request timed out')).toMatch(/did not answer several times/);
    expect(give('the user pressed escape')).toBe('');
  });
});

describe('the ladder in the proxy', () => {
  it('detection counts cancelled calls', () => {
    const { say, toServer, audited } = between();
    for (let id = 1; id <= 14; id++) {
      say(call(id));
      say(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id}}}\n`);
    }
    toServer();
    expect(audited.filter(({ type }) => type === 'decision').length).toBeGreaterThan(0);
  });

  it('advice is added to a result as another text, and nothing else changes', () => {
    const { say, answer, toClient, toServer } = between({ relay: { preset: 'votes' } });
    const seen: string[] = [];
    for (let id = 1; id <= 3; id++) {
      say(call(id));
      if (toServer() === '') break;
      answer(result(id, 'the same', ', "_meta" : { "x" : 1.0 }'));
      seen.push(toClient());
    }
    expect(seen.slice(0, 2)).toEqual([1, 2].map((id) => result(id, 'the same', ', "_meta" : { "x" : 1.0 }')));
    const [, before = '', added = '', after = ''] =
      /^(.*"the same"\})(,\{"type":"text","text":".*?[^\\]"\})(\].*\n)$/s.exec(seen[2] ?? '') ?? [];
    expect(before + after).toBe(result(3, 'the same', ', "_meta" : { "x" : 1.0 }'));
    expect(JSON.parse(added.slice(1)).text).toMatch(/echo/);
  });

  /** Makes calls with the same result; returns how each of them ends. */
  function playing(relay: Partial<RelayOptions> = {}) {
    const parts = between({ relay });
    const play = (id: number, args: object = {}, text = 'the same'): string => {
      parts.say(call(id, 'echo', args));
      if (parts.toServer() !== '') parts.answer(result(id, text));
      const { content, isError } = JSON.parse(parts.toClient()).result;
      return isError === true ? 'refused' : content.length > 1 ? 'advised' : 'plain';
    };
    return { ...parts, play, times: (count: number) => Array.from({ length: count }, (_, i) => play(i)) };
  }

  it('the default preset advises, then refuses only the calls of the loop, and never stops the run', () => {
    const { play, times, audited } = playing();
    const seen = times(12);
    const firstAdvice = seen.indexOf('advised');
    const firstRefusal = seen.indexOf('refused');
    expect(firstAdvice).toBeGreaterThanOrEqual(2);
    expect(firstRefusal).toBeGreaterThan(firstAdvice);
    expect(seen.slice(firstRefusal).every((one) => one === 'refused')).toBe(true);
    expect(play(20, { path: 'elsewhere' })).not.toBe('refused');
    const rungs = audited.filter(({ type }) => type === 'decision').map(({ rung }) => rung);
    expect(rungs).toEqual(expect.arrayContaining(['nudge', 'block']));
    expect(rungs).not.toContain('stop');
  });

  it('a block of the default preset expires; the first call with the same result blocks again', () => {
    const { play, times, clock } = playing();
    times(12);
    clock.now += 14 * 60_000;
    expect(play(20)).toBe('refused');
    clock.now += 60_000;
    expect(play(21)).not.toBe('refused');
    expect(play(22)).toBe('refused');
  });

  it.each([
    ['another call alone does not lift a block', 1, 'refused'],
    ['new content, call after call, lifts it', 3, 'plain'],
  ])('%s', (_, others, expected) => {
    const { play, times } = playing();
    expect(times(12).at(-1)).toBe('refused');
    for (let i = 1; i <= others; i++) play(20 + i, { page: i }, `page ${i}: ${'abc'[i - 1]} is new`);
    expect(play(30)).toBe(expected);
  });

  it('each time the loop returns, its block lasts twice as long', () => {
    const { play, times, clock } = playing();
    times(12);
    for (const minutes of [15, 30, 60, 120]) {
      clock.now += minutes * 60_000 - 1;
      expect([minutes, play(20)]).toEqual([minutes, 'refused']);
      clock.now += 1;
      expect([minutes, play(21)]).not.toEqual([minutes, 'refused']);
      expect([minutes, play(22)]).toEqual([minutes, 'refused']);
    }
  });

  it('the audit counts how often a call of the loop ran, how often it was refused, and since when', () => {
    const { times, audited } = playing();
    const seen = times(12);
    const ran = seen.filter((one) => one !== 'refused').length;
    const decisions = audited.filter(({ type }) => type === 'decision');
    expect(decisions.at(-1)).toMatchObject({ ran, refused: 12 - ran, since: 1_000_000 });
    const refusals = decisions.map(({ refused }) => Number(refused)).filter((count) => count > 0);
    expect(refusals).toEqual(Array.from({ length: 12 - ran }, (_, i) => i + 1));
  });

  it('M2 a warning is added to the result that it is about, even if every call is different', () => {
    const { play } = playing({ preset: 'matrix' });
    const seen = Array.from({ length: 10 }, (_, i) => play(i, { at: i }));
    expect(seen.indexOf('advised') + 1).toBe(6);
    expect(seen.indexOf('refused') + 1).toBe(10);
  });

  it.each(['cycles', 'matrix'] as const)(
    'C4, M3 a stop of %s holds until a person resets the session',
    (preset) => {
      const { play, times, clock, relay, audited } = playing({ preset });
      expect(times(12).at(-1)).toBe('refused');
      clock.now += 24 * 60 * 60_000;
      expect(play(20)).toBe('refused');
      const [live] = relay.sessions();
      const snapshot = createGuard({ preset }).session('new').snapshot();
      live?.resume({ command: 'reset', at: clock.now, snapshot });
      expect(play(21)).toBe('plain');
      expect(audited.filter(({ type }) => type === 'lifted')).toMatchObject([
        { by: 'person', command: 'reset', server: 'demo' },
      ]);
    },
  );

  it('after a person switched detection off for a time, it neither advises nor refuses, and then resumes', () => {
    const { times, clock, relay } = playing();
    times(12);
    const [live] = relay.sessions();
    const snapshot = createGuard().session('new').snapshot();
    live?.resume({ command: 'override', at: clock.now, snapshot, offUntil: clock.now + 60_000 });
    expect(new Set(times(12))).toEqual(new Set(['plain']));
    clock.now += 60_000;
    expect(times(12).at(-1)).toBe('refused');
  });

  it('a reset also lifts the call breaker', () => {
    const { times, clock, relay } = playing({ mode: 'off', breaker: { calls: 2 } });
    expect(times(3)).toEqual(['plain', 'plain', 'refused']);
    const [live] = relay.sessions();
    live?.resume({ command: 'reset', at: clock.now, snapshot: createGuard().session('new').snapshot() });
    expect(times(1)).toEqual(['plain']);
  });

  it.each([
    ['results that were there before are looked at', (id: number) => result(id, 'nothing found'), 5],
    ['errors are looked at', (id: number) => result(id, `no file f${id}`, ',"isError":true'), 5],
    ['results that are new can wait', (id: number) => result(id, `line ${id} of the log`), 0],
  ])('even for rapid calls, %s', (_, reply, looks) => {
    const seen: unknown[] = [];
    const gateway: RelayOptions['gateway'] = {
      send: (_session, event) => void seen.push((event as { at: number }).at),
      order: () => undefined,
      takeMessages: () => [],
    };
    const { say, answer } = between({ relay: { gateway } });
    for (let id = 1; id <= 5; id++) {
      say(call(id, 'search', { q: `word ${id}` }));
      answer(reply(id));
    }
    expect(seen).toHaveLength(looks);
  });

  it('shadow mode records the same, and does nothing', () => {
    const { say, answer, toClient, audited } = between({ relay: { mode: 'shadow' } });
    const lines = Array.from({ length: 12 }, (_, i) => result(i, 'the same'));
    lines.forEach((line, i) => {
      say(call(i));
      answer(line);
    });
    expect(toClient()).toBe(lines.join(''));
    expect(audited).toContainEqual(
      expect.objectContaining({ type: 'report', report: expect.objectContaining({ event_type: 'shadow' }) }),
    );
  });

  it('a preset that blocks refuses the next call before it runs, and M7 each classification is reported', () => {
    const { say, answer, toClient, toServer, audited } = between({ relay: { preset: 'matrix' } });
    let forwarded = 0;
    for (let id = 1; id <= 8; id++) {
      say(call(id));
      if (toServer() === '') continue;
      forwarded++;
      answer(result(id, 'the same'));
    }
    expect(forwarded).toBe(6);
    expect(JSON.parse(toClient().trim().split('\n').at(-1) ?? '')).toMatchObject({
      id: 8,
      result: { isError: true },
    });
    const reports = audited.filter(({ type }) => type === 'report');
    expect(reports).toHaveLength(6);
    expect(reports[0]).toMatchObject({ report: { event_type: 'loop_detection' } });
  });

  it('a text that a result cannot hold waits for the next one', () => {
    const { say, answer, toClient } = between({ relay: { preset: 'votes' } });
    for (let id = 1; id <= 3; id++) {
      say(call(id));
      answer(`{"jsonrpc":"2.0","id":${id},"result":{"structuredContent":{"a":1}}}\n`);
    }
    expect(toClient()).not.toContain('"type":"text"');
    say(call(4, 'other'));
    answer(result(4));
    expect(JSON.parse(toClient()).result.content).toHaveLength(2);
  });

  it.each([
    ['an empty content', '[]', 1],
    ['a content with brackets in texts', '[{"type":"text","text":"]},{[\\"\\\\"}]', 2],
  ])('is added to %s', (_, content, count) => {
    const { say, answer, toClient } = between({ relay: { preset: 'votes' } });
    for (let id = 1; id <= 3; id++) {
      say(call(id));
      toClient();
      answer(`{"jsonrpc":"2.0","id":${id},"result":{"content":${content}}}\n`);
    }
    expect(JSON.parse(toClient()).result.content).toHaveLength(count);
  });
});

describe('the time of a call', () => {
  it('follows the clock, so that detection can measure how long an agent waits', () => {
    const times: unknown[] = [];
    const gateway = {
      send: (_: string, event: unknown) => void times.push((event as { readonly at?: number }).at),
      order: () => undefined,
      takeMessages: () => [],
    };
    const { say, answer, clock } = between({ relay: { gateway } });
    for (let id = 1; id <= 3; id++) {
      say(call(id, 'shell', { command: 'sleep 60; gh run view' }));
      answer(result(id, 'in progress'));
      say(call(`"${id}b"`, 'shell', { command: 'sleep 60; gh run view' }));
      answer(result(`"${id}b"`, 'in progress'));
      clock.now += 65_000;
    }
    expect(times).toEqual([0, 0, 65_000, 65_000, 130_000, 130_000].map((since) => 1_000_000 + since));
  });
});

describe('asking a person', () => {
  const ASK = 'rules: [{ action: ask, tool: deploy, reason: it costs money }]';
  const init = (capabilities: string): string =>
    `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":${capabilities}}}\n`;
  const asking = (capabilities: string) => {
    const one = between({ policy: ASK });
    one.say(init(capabilities));
    one.toServer();
    one.say(call(1, 'deploy', { env: 'prod' }));
    return { ...one, first: one.toClient() };
  };

  it('a client that cannot ask a person gets a refusal with the reason', () => {
    const { first, toServer } = asking('{"elicitation":{"url":{}}}');
    expect(toServer()).toBe('');
    expect(JSON.parse(first).result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/a person has to agree to it \(it costs money\)/) }],
    });
  });

  it.each([
    ['accept', true],
    ['decline', false],
    ['cancel', false],
  ])('a client that can ask a person gets the question; %s', (action, isMade) => {
    const { first, say, toServer, toClient, audited } = asking('{"elicitation":{}}');
    const { id, method, params } = JSON.parse(first);
    expect(method).toBe('elicitation/create');
    expect(params.message).toMatch(
      /May the agent call "deploy" of "demo"\? \(it costs money\)\n\{"env":"prod"\}/,
    );
    expect(toServer()).toBe('');
    say(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"action":"${action}","content":{}}}\n`);
    expect(toServer()).toBe(isMade ? call(1, 'deploy', { env: 'prod' }) : '');
    if (!isMade) {
      expect(JSON.parse(toClient())).toMatchObject({ id: 1, result: { isError: true } });
      expect(audited.at(-1)).toMatchObject({ decision: 'refused', by: 'person' });
    }
  });

  it('responses to other questions still reach the server', () => {
    const { say, toServer } = asking('{"elicitation":{}}');
    const other = '{"jsonrpc":"2.0","id":"1","result":{"action":"accept"}}\n';
    say(other);
    expect(toServer()).toBe(other);
  });

  it('a call that is cancelled before the person answers is not made', () => {
    const { first, say, toServer } = asking('{"elicitation":{"form":{}}}');
    say('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n');
    expect(toServer()).toBe('');
    const answer = `{"jsonrpc":"2.0","id":${JSON.stringify(JSON.parse(first).id)},"result":{"action":"accept"}}\n`;
    say(answer);
    expect(toServer()).toBe(answer);
  });

  const META = (capabilities: string): string =>
    `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":${capabilities}}`;

  it.each([
    ['accept', true],
    ['decline', false],
  ])('without sessions the result asks for input; %s', (action, isMade) => {
    const { say, toServer, toClient } = between({ policy: ASK });
    const meta = META('{"elicitation":{"form":{}}}');
    say(call(1, 'deploy', { env: 'prod' }, meta));
    const { result: asked } = JSON.parse(toClient());
    expect(asked).toMatchObject({
      resultType: 'input_required',
      inputRequests: { rutbreak: { method: 'elicitation/create', params: { mode: 'form' } } },
    });
    const given = `,"inputResponses":{"rutbreak":{"action":"${action}","content":{}}},"requestState":${JSON.stringify(asked.requestState)}`;
    say(call(2, 'deploy', { env: 'prod' }, given + meta));
    expect(toServer()).toBe(isMade ? call(2, 'deploy', { env: 'prod' }, meta) : '');
    if (!isMade) expect(JSON.parse(toClient())).toMatchObject({ id: 2, result: { isError: true } });
  });

  it('approval of one call does not approve another', () => {
    const { say, toServer, toClient } = between({ policy: ASK });
    const meta = META('{"elicitation":{"form":{}}}');
    say(call(1, 'deploy', { env: 'test' }, meta));
    const { requestState } = JSON.parse(toClient()).result;
    const given = `,"inputResponses":{"rutbreak":{"action":"accept"}},"requestState":${JSON.stringify(requestState)}`;
    say(call(2, 'deploy', { env: 'prod' }, meta + given));
    expect(toServer()).toBe('');
    expect(JSON.parse(toClient()).result).toMatchObject({ resultType: 'input_required' });
    say(call(3, 'deploy', { env: 'prod' }, meta + given));
    expect(toServer(), 'a state that is not ours is taken for a question of the server').toBe('');
  });
});
