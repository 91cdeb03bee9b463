import { computeHash } from '@rutbreak/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Audit } from './audit.js';
import { createExchange } from './exchange.js';
import { createLineRelay } from './line-relay.js';
import { readPolicy } from './policy/read-policy.js';
import { createRelay } from './relay.js';
import type { RelayOptions } from './relay-session.js';

interface Setup {
  readonly policy?: string;
  readonly limit?: number;
  readonly relay?: Partial<RelayOptions>;
}

/** A relay between two recorders; time stands still unless moved. */
function between({ policy, limit = 1 << 20, relay }: Setup = {}) {
  const client: Buffer[] = [];
  const server: Buffer[] = [];
  const audited: Record<string, unknown>[] = [];
  const clock = { now: 1_000_000 };
  const audit: Audit = {
    write: (line) =>
      audited.push({ ...JSON.parse(line), before: { client: client.length, server: server.length } }) > 0,
    close: () => undefined,
  };
  const session = createRelay({
    server: 'demo',
    audit,
    clock: () => clock.now,
    ...(policy !== undefined && { policy: readPolicy(policy, 'policy.yaml') }),
    ...relay,
  }).session('one');
  const lines = createLineRelay({
    exchange: createExchange(session, { canAsk: true }),
    toClient: (bytes) => client.push(Buffer.from(bytes)),
    toServer: (bytes) => server.push(Buffer.from(bytes)),
    limit,
  });
  const text = (list: Buffer[]): string => Buffer.concat(list.splice(0)).toString('utf8');
  return {
    lines,
    clock,
    audited,
    say: (message: string) => lines.fromClient(Buffer.from(message)),
    answer: (message: string) => lines.fromServer(Buffer.from(message)),
    toClient: () => text(client),
    toServer: () => text(server),
  };
}

const call = (id: string | number, tool = 'echo', args: unknown = { a: 1 }, more = ''): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":${JSON.stringify(tool)},"arguments":${JSON.stringify(args)}${more}}}\n`;
const result = (id: string | number, text = 'done', more = ''): string =>
  `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":${JSON.stringify(text)}}]${more}}}\n`;
const DENY = 'rules: [{ action: deny, tool: danger*, reason: it is dangerous }]';

describe('what the proxy has no business with passes byte by byte', () => {
  const lines = [
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}\n',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}\r\n',
    '{ "id" : 9007199254740993, "method" : "server/discover" , "params":{"_meta":{}}}\n',
    '{"jsonrpc":"2.0","id":"\\u0061\\"}","method":"x/unknown"}\n',
    '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"note"}]\n',
    'no JSON at all\n',
    '\n',
    '{"jsonrpc":"2.0","id":1.50,"result":{"text":"tools/call"}}\n',
    '{"method":"notifications/progress","params":{"progressToken":1,"progress":0.10}}\n',
    '{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"x":"grüß 👍 dich"}}\n',
  ];

  it.each(lines)('%j', (line) => {
    const { say, answer, toClient, toServer } = between({ policy: DENY });
    say(line);
    answer(line);
    expect([toServer(), toClient()]).toEqual([line, line]);
  });

  it('wherever the pieces are cut, also inside a character, with calls in between', () => {
    const all = Buffer.from([...lines, call(7), ...lines].join(''));
    const back = Buffer.from([...lines, result(7), ...lines].join(''));
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 200 }), { maxLength: 40 }), (sizes) => {
        const { lines: relay, toClient, toServer } = between();
        const feed = (bytes: Buffer, take: (chunk: Buffer) => void): void => {
          let at = 0;
          for (const size of [...sizes, bytes.length]) {
            if (at < bytes.length) take(bytes.subarray(at, at + size + 1));
            at += size + 1;
          }
        };
        feed(all, (chunk) => relay.fromClient(chunk));
        feed(back, (chunk) => relay.fromServer(chunk));
        expect(toServer()).toBe(all.toString());
        expect(toClient()).toBe(back.toString());
      }),
    );
  });
});

describe('a refused call', () => {
  it('is answered with a normal result that is an error and tells what to do, and does not reach the server', () => {
    const { say, toClient, toServer } = between({ policy: DENY });
    say(call(1, 'danger') + call(2, 'echo'));
    expect(toServer()).toBe(call(2, 'echo'));
    const { result: said, id } = JSON.parse(toClient());
    expect([id, said.isError]).toEqual([1, true]);
    expect(said.content[0].text).toMatch(/"danger" was not made: it is dangerous\. Do not try it again/);
  });

  it.each(['1', '"abc"', '9007199254740993', '"\\u0061\\n"', '1.0', '-7', 'null'])(
    'keeps the id %s as it was written',
    (id) => {
      const { say, toClient } = between({ policy: DENY });
      say(call(id, 'danger'));
      expect(toClient()).toContain(`"id":${id},`);
    },
  );

  it.each([
    ['an escaped method', '{"id":1,"method":"tools\\/call","params":{"name":"danger"}}\n'],
    ['an escaped key', '{"id":1,"m\\u0065thod":"tools/call","params":{"name":"danger"}}\n'],
    ['an escaped tool name', '{"id":1,"method":"tools/call","params":{"name":"d\\u0061nger"}}\n'],
    ['space everywhere', '\t{ "params" : { "name" : "danger" } , "method" : "tools/call" , "id" : 1 }\r\n'],
    ['no arguments at all', '{"id":1,"method":"tools/call","params":{"name":"danger"}}\n'],
    ['no parameters', '{"id":1,"method":"tools/call"}\n'],
    ['parameters that are no object', '{"id":1,"method":"tools/call","params":[]}\n'],
    ['parameters that are no JSON', '{"id":1,"method":"tools/call","params":{"name":"x",}}\n'],
  ])('does not slip by as %s', (_, line) => {
    const { say, toClient, toServer } = between({ policy: DENY });
    say(line);
    expect(toServer()).toBe('');
    expect(JSON.parse(toClient())).toMatchObject({ id: 1, result: { isError: true } });
  });

  it('a call that nobody waits for goes nowhere', () => {
    const { say, toClient, toServer } = between();
    say('{"method":"tools/call","params":{"name":"echo"}}\n');
    expect(toServer() + toClient()).toBe('');
  });

  it('in a batch it is taken out, and the others go on', () => {
    const { say, toClient, toServer } = between({ policy: DENY });
    const ping = '{"jsonrpc":"2.0","id":3,"method":"ping"}';
    say(`[${call(1, 'danger').trim()}, ${call(2, 'echo').trim()} ,${ping}]\n`);
    expect(toServer()).toBe(`[${call(2, 'echo').trim()},${ping}]\n`);
    expect(JSON.parse(toClient())).toMatchObject({ id: 1, result: { isError: true } });
    say(`[${call(4, 'danger').trim()}]\n`);
    expect(toServer()).toBe('');
  });

  it('is never put into the middle of a line of the server', () => {
    const { say, answer, toClient } = between({ policy: DENY });
    const note = '{"method":"notifications/message","params":{"data":"long"}}\n';
    answer(note.slice(0, 20));
    say(call(1, 'danger'));
    answer(note.slice(20));
    const [first, second] = toClient().trim().split('\n');
    expect(`${first ?? ''}\n`).toBe(note);
    expect(JSON.parse(second ?? '')).toMatchObject({ id: 1, result: { isError: true } });
  });
});

describe('audit', () => {
  it('the line of a call is written before it goes out, its outcome before the client sees it', () => {
    const { say, answer, audited, toServer, toClient } = between();
    say(call(1, 'login', { user: 'ann', password: 'hunter2' }));
    toServer();
    answer(result(1));
    toClient();
    expect(audited).toMatchObject([
      {
        type: 'call',
        seq: 1,
        server: 'demo',
        session: 'one',
        tool: 'login',
        policy: 'allow',
        args: { user: 'ann', password: '[redacted:password]' },
        before: { client: 0, server: 0 },
      },
      { type: 'outcome', seq: 1, decision: 'forwarded', outcome: 'ok', durationMs: 0, before: { client: 0 } },
    ]);
    expect(audited[1]).toHaveProperty('argsHash', computeHash({ password: 'hunter2', user: 'ann' }));
  });

  it.each<[string, unknown, boolean]>([
    ['a secret was hidden', { user: 'ann', password: 'hunter2' }, true],
    ['a text was cut', { text: 'word '.repeat(100) }, true],
    ['all of it is there', { path: 'notes.txt', n: 1 }, false],
    ['it is nothing but numbers', { n: 1, isDry: true, none: null }, false],
    ['a number has no word in JSON', { n: Infinity }, false],
  ])(
    'M6 equal calls have one fingerprint, and where %s, a hash of the arguments: %#',
    (_, args, isHashed) => {
      const { say, answer, audited } = between();
      const line = call(1, 'work', args).replace('"n":null', '"n":1e999');
      say(line);
      answer(result(1));
      say(line);
      answer(result(1));
      const ends = audited.filter(({ type }) => type === 'outcome');
      expect(ends).toHaveLength(2);
      expect(ends[0]?.['fingerprint']).toEqual(expect.any(Number));
      expect(ends[1]?.['fingerprint']).toBe(ends[0]?.['fingerprint']);
      expect(ends[0]?.['argsHash']).toBe(isHashed ? computeHash(args) : undefined);
    },
  );

  it('M5 denied calls are audited, too, with who denied them', () => {
    const { say, audited } = between({ policy: DENY, relay: { breaker: { calls: 1 } } });
    say(call(1, 'danger') + call(2) + call(3));
    expect(audited.map(({ type, seq, policy, decision, by }) => [type, seq, policy ?? decision, by])).toEqual(
      [
        ['call', 1, 'deny', undefined],
        ['outcome', 1, 'refused', 'policy'],
        ['call', 2, 'allow', undefined],
        ['call', 3, 'allow', undefined],
        ['outcome', 3, 'refused', 'breaker'],
      ],
    );
  });

  it('a call that cannot be written down is not made', () => {
    const audit: Audit = { write: () => false, close: () => undefined };
    const { say, toServer, toClient } = between({ relay: { audit } });
    say(call(1));
    expect(toServer()).toBe('');
    expect(toClient()).toMatch(/could not be written to the audit file/);
  });

  it.each([
    ['an answer', result(1), 'ok'],
    ['the result first and the id last', '{"result":{"content":[]},"jsonrpc":"2.0","id":1}\n', 'ok'],
    ['an error of the tool', result(1, 'no such file', ',"isError":true'), 'tool-error'],
    ['isError: false', result(1, 'fine', ',"isError" : false'), 'ok'],
    ['the words in a text', result(1, '"isError":true'), 'ok'],
    ['an error inside the structured content', result(1, 'x', ',"structuredContent":{"isError":true}'), 'ok'],
    ['a refused request', '{"id":1,"error":{"code":-32602,"message":"bad"}}\n', 'rpc-error'],
    ['an internal error', '{"id":1,"error":{"code":-32603,"message":"bad"}}\n', 'internal'],
    [
      'a question',
      '{"id":1,"result":{"resultType":"input_required","inputRequests":{}}}\n',
      'input-required',
    ],
    ['a task', '{"id":1,"result":{"task":{"taskId":"t"}}}\n', 'task'],
  ])('tells the outcome: %s', (_, line, outcome) => {
    const { say, answer, audited, toClient } = between();
    say(call(1));
    answer(line);
    expect(audited.at(-1)).toMatchObject({ type: 'outcome', outcome });
    expect(toClient()).toBe(line);
  });
});

describe('M4 the call breaker in the proxy', () => {
  it('M4 20 identical calls pass, the 21st is denied, and the way is free again as the window slides', () => {
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

  it('the same call with the answers to a question is no repetition', () => {
    const { say, toServer, answer } = between({ relay: { breaker: { calls: 1 } } });
    say(call(1));
    answer('{"id":1,"result":{"resultType":"input_required","inputRequests":{},"requestState":"s"}}\n');
    toServer();
    const again = [2, 3, 4].map((id) =>
      call(id, 'echo', { a: 1 }, ',"inputResponses":{},"requestState":"s"'),
    );
    say(again.join(''));
    expect(toServer()).toBe(again.join(''));
  });
});

describe('the failure breaker in the proxy', () => {
  const fail = (id: number): string => `{"id":${id},"error":{"code":-32603,"message":"broken"}}\n`;
  const play = (answerTo: (id: number) => string, count = 8): string => {
    const { say, answer, toServer, toClient } = between();
    for (let id = 1; id <= count; id++) {
      say(call(id, 'echo', { id }));
      if (toServer() !== '') answer(answerTo(id));
    }
    return toClient();
  };

  it('a server that fails inside several times in a row is left alone for a while', () => {
    expect(play(fail)).toMatch(/"id":6,.*the server failed inside several times in a row/);
  });

  it.each([
    ['errors that tools report', (id: number) => result(id, `no file ${id}`, ',"isError":true')],
    ['refused requests', (id: number) => `{"id":${id},"error":{"code":-32602,"message":"bad ${id}"}}\n`],
    ['a failure now and then', (id: number) => (id % 3 === 0 ? result(id, `ok ${id}`) : fail(id))],
  ])('%s never close the way', (_, answerTo) => {
    expect(play(answerTo, 60)).not.toContain('several times in a row');
  });

  it('calls that the client gave up count as failures only when time was the reason', () => {
    const give = (reason: string): string => {
      const { say, toClient } = between();
      for (let id = 1; id <= 6; id++) {
        say(call(id, 'echo', { id }));
        if (id < 6)
          say(`{"method":"notifications/cancelled","params":{"requestId":${id},"reason":"${reason}"}}\n`);
      }
      return toClient();
    };
    expect(give('McpError: MCP error -32001: Request timed out')).toMatch(/did not answer several times/);
    expect(give('the user pressed escape')).toBe('');
  });
});

describe('the ladder in the proxy', () => {
  it('what the model should know is added to a result as one more text, and nothing else is changed', () => {
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

  it('the default preset advises, then refuses the calls of the loop, then stops, and silence starts afresh', () => {
    const { say, answer, toClient, toServer, clock, audited } = between();
    const play = (id: number): string => {
      say(call(id));
      if (toServer() !== '') answer(result(id, 'the same'));
      const { content, isError } = JSON.parse(toClient()).result;
      return isError === true ? 'refused' : content.length > 1 ? 'advised' : 'plain';
    };
    const seen = Array.from({ length: 12 }, (_, i) => play(i));
    const firstAdvice = seen.indexOf('advised');
    const firstRefusal = seen.indexOf('refused');
    expect(firstAdvice).toBeGreaterThanOrEqual(2);
    expect(firstRefusal).toBeGreaterThan(firstAdvice);
    expect(seen.slice(firstRefusal).every((one) => one === 'refused')).toBe(true);
    const rungs = audited.filter(({ type }) => type === 'decision').map(({ rung }) => rung);
    expect(rungs).toContain('nudge');
    expect(rungs).toContain('stop');
    clock.now += 59_000;
    expect(play(20)).toBe('refused');
    clock.now += 60_000;
    expect(play(21)).toBe('plain');
  });

  it.each([
    ['results that were there before are looked at', (id: number) => result(id, 'nothing found'), 5],
    ['errors are looked at', (id: number) => result(id, `no file f${id}`, ',"isError":true'), 5],
    ['results that are new can wait', (id: number) => result(id, `line ${id} of the log`), 0],
  ])('however quickly calls follow each other, %s', (_, reply, looks) => {
    const seen: unknown[] = [];
    const { say, answer } = between({ relay: { onEvent: (_session, { at }) => seen.push(at) } });
    for (let id = 1; id <= 5; id++) {
      say(call(id, 'search', { q: `word ${id}` }));
      answer(reply(id));
    }
    expect(seen).toHaveLength(looks);
  });

  it('in shadow mode the same is recorded, and nothing is done', () => {
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

  it('a text that a result has no room for waits for the next one', () => {
    const { say, answer, toClient } = between({ relay: { preset: 'votes' } });
    for (let id = 1; id <= 3; id++) {
      say(call(id));
      answer(`{"id":${id},"result":{"structuredContent":{"a":1}}}\n`);
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
      answer(`{"id":${id},"result":{"content":${content}}}\n`);
    }
    expect(JSON.parse(toClient()).result.content).toHaveLength(count);
  });
});

describe('asking a person', () => {
  const ASK = 'rules: [{ action: ask, tool: deploy, reason: it costs money }]';
  const init = (capabilities: string): string =>
    `{"id":0,"method":"initialize","params":{"capabilities":${capabilities}}}\n`;
  const asking = (capabilities: string) => {
    const one = between({ policy: ASK });
    one.say(init(capabilities));
    one.toServer();
    one.say(call(1, 'deploy', { env: 'prod' }));
    return { ...one, first: one.toClient() };
  };

  it('a client that cannot be asked gets a refusal with the reason', () => {
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
  ])('a client that can be asked is asked; %s', (action, isMade) => {
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

  it('answers to other questions still reach the server', () => {
    const { say, toServer } = asking('{"elicitation":{}}');
    const other = '{"jsonrpc":"2.0","id":"1","result":{"action":"accept"}}\n';
    say(other);
    expect(toServer()).toBe(other);
  });

  it('a call that is cancelled while the person thinks is not made', () => {
    const { first, say, toServer } = asking('{"elicitation":{"form":{}}}');
    say('{"method":"notifications/cancelled","params":{"requestId":1}}\n');
    expect(toServer()).toBe('');
    const answer = `{"id":${JSON.stringify(JSON.parse(first).id)},"result":{"action":"accept"}}\n`;
    say(answer);
    expect(toServer()).toBe(answer);
  });

  const META = (capabilities: string): string =>
    `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":${capabilities}}`;

  it.each([
    ['accept', true],
    ['decline', false],
  ])('in the era without sessions the result asks for input; %s', (action, isMade) => {
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

  it('an agreement to one call is none to another', () => {
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

describe('faults', () => {
  it('the server dies in the middle of a line: what waits is answered, after a whole line', () => {
    const { say, answer, lines, toClient } = between();
    answer('{"method":"notifications/mess');
    say(call(1) + call('"two"'));
    lines.serverEnded('with exit code 3');
    const [cut, ...answers] = toClient().trim().split('\n');
    expect(cut).toBe('{"method":"notifications/mess');
    expect(answers.map((line) => JSON.parse(line))).toMatchObject([
      { id: 1, result: { isError: true, content: [{ text: expect.stringMatching(/with exit code 3/) }] } },
      { id: 'two', result: { isError: true } },
    ]);
  });

  it('half an answer is not passed on', () => {
    const { say, answer, lines, toClient } = between();
    say(call(1));
    answer(result(1).slice(0, 30));
    lines.serverEnded('by SIGKILL');
    expect(
      toClient()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([{ id: 1 }]);
  });

  it('ids used twice get their answers in order, and both are recorded', () => {
    const { say, answer, audited } = between();
    say(call(1, 'first') + call(1, 'second'));
    answer(result(1, 'a') + result(1, 'b') + result(1, 'c'));
    expect(audited.filter(({ type }) => type === 'outcome').map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it('a question of the server with the id of an open call is not its answer', () => {
    const { say, answer, audited, toClient } = between();
    const question = '{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{}}\n';
    say(call(1));
    answer(question);
    expect(toClient()).toBe(question);
    expect(audited).toHaveLength(1);
    answer(result(1));
    expect(audited).toHaveLength(2);
  });

  it.each([
    [
      'at the beginning',
      (id: string, huge: string) =>
        `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${huge}"}}\n`,
    ],
    [
      'at the end',
      (id: string, huge: string) =>
        `{"method":"tools/call","params":{"name":"${huge}"},"jsonrpc":"2.0","id":${id}}\n`,
    ],
  ])('a request that is too long is refused with its id %s, and the next line is fine', (_, make) => {
    const { lines, say, toClient, toServer } = between({ limit: 200_000 });
    const bytes = Buffer.from(make('"x-1"', 'a'.repeat(1_000_000)));
    for (let at = 0; at < bytes.length; at += 65_536) lines.fromClient(bytes.subarray(at, at + 65_536));
    expect(JSON.parse(toClient())).toMatchObject({
      id: 'x-1',
      result: { isError: true, content: [{ text: expect.stringMatching(/larger than 200000 bytes/) }] },
    });
    say(call(2));
    expect(toServer()).toBe(call(2));
  });

  it.each([
    ['at the beginning', (huge: string) => result(1, huge)],
    [
      'at the end',
      (huge: string) => `{"result":{"content":[{"type":"text","text":"${huge}"}]},"jsonrpc":"2.0","id":1}\n`,
    ],
    ['nowhere, but only one call is open', (huge: string) => `${huge}\n`],
  ])('an answer that is too long is replaced, with its id %s', (_, make) => {
    const { lines, say, answer, toClient, audited } = between({ limit: 200_000 });
    say(call(1));
    const bytes = Buffer.from(make('a'.repeat(1_000_000)));
    for (let at = 0; at < bytes.length; at += 65_536) lines.fromServer(bytes.subarray(at, at + 65_536));
    expect(JSON.parse(toClient())).toMatchObject({ id: 1, result: { isError: true } });
    expect(audited.at(-1)).toMatchObject({ outcome: 'transport' });
    answer('{"method":"note"}\n');
    expect(toClient()).toBe('{"method":"note"}\n');
  });

  it('calls that wait for too long are answered where a time is set', () => {
    const { say, lines, clock, toClient, audited } = between();
    say(call(1));
    clock.now += 5000;
    say(call(2));
    lines.expire(5000, clock.now);
    expect(JSON.parse(toClient())).toMatchObject({ id: 1, result: { isError: true } });
    expect(audited.at(-1)).toMatchObject({ outcome: 'timeout', durationMs: 5000 });
  });

  it('a client that never gets an answer cannot fill the memory', () => {
    const { say, toClient, toServer } = between();
    for (let id = 0; id < 10_001; id++) {
      say(call(id, 'echo', { id }));
      toServer();
    }
    expect(toClient()).toMatch(/"id":10000,.*10000 earlier calls still wait/);
  });

  it('bytes of any kind never make it throw or lose a line end', () => {
    const bytes = fc.uint8Array({ maxLength: 300 });
    const jsonish = fc
      .array(
        fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '\\', '\n', 'id', 'method', 'tools/call', '1'),
      )
      .map((parts) => Buffer.from(parts.join('')));
    fc.assert(
      fc.property(fc.array(fc.oneof(bytes, jsonish), { maxLength: 12 }), (chunks) => {
        const { lines, say } = between();
        say(call(1));
        for (const chunk of chunks) {
          lines.fromClient(Buffer.from(chunk));
          lines.fromServer(Buffer.from(chunk));
        }
        lines.serverEnded('with exit code 0');
      }),
      { numRuns: 500 },
    );
  });
});
