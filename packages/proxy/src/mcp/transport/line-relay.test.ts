import { computeHash } from '@rutbreak/core/edge';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { between, call, DENY, result } from '../../testing/mcp-between.js';
import type { Audit } from '../audit/audit-file.js';

describe('messages that do not concern the proxy pass byte for byte', () => {
  const lines = [
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}\n',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}\r\n',
    '{"jsonrpc":"2.0", "id" : 9007199254740993, "method" : "server/discover" , "params":{"_meta":{}}}\n',
    '{"jsonrpc":"2.0","id":"\\u0061\\"}","method":"x/unknown"}\n',
    '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"note"}]\n',
    '{"jsonrpc":"2.0","id":1.50,"result":{"text":"tools/call"}}\n',
    '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":0.10}}\n',
    '{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"x":"grüß 👍 dich"}}\n',
  ];

  it.each(lines)('%j', (line) => {
    const { say, answer, toClient, toServer } = between({ policy: DENY });
    say(line);
    answer(line);
    expect([toServer(), toClient()]).toEqual([line, line]);
  });

  it('whatever the chunk boundaries, also inside a character, with calls in between', () => {
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
  it('gets an error result that says what to do, and does not reach the server', () => {
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
    ['an escaped method', '{"jsonrpc":"2.0","id":1,"method":"tools\\/call","params":{"name":"danger"}}\n'],
    ['an escaped key', '{"jsonrpc":"2.0","id":1,"m\\u0065thod":"tools/call","params":{"name":"danger"}}\n'],
    [
      'an escaped tool name',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"d\\u0061nger"}}\n',
    ],
    [
      'space everywhere',
      '\t{ "jsonrpc" : "2.0", "params" : { "name" : "danger" } , "method" : "tools/call" , "id" : 1 }\r\n',
    ],
    ['no arguments at all', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"danger"}}\n'],
  ])('is recognised as %s', (_, line) => {
    const { say, toClient, toServer } = between({ policy: DENY });
    say(line);
    expect(toServer()).toBe('');
    expect(JSON.parse(toClient())).toMatchObject({ id: 1, result: { isError: true } });
  });

  it('a call without an id is not forwarded', () => {
    const { say, toClient, toServer } = between();
    say('{"jsonrpc":"2.0","method":"tools/call","params":{"name":"echo"}}\n');
    expect(toServer() + toClient()).toBe('');
  });

  it('is removed from a batch, and the others are forwarded', () => {
    const { say, toClient, toServer } = between({ policy: DENY });
    const ping = '{"jsonrpc":"2.0","id":3,"method":"ping"}';
    say(`[${call(1, 'danger').trim()}, ${call(2, 'echo').trim()} ,${ping}]\n`);
    expect(toServer()).toBe(`[${call(2, 'echo').trim()},${ping}]\n`);
    expect(JSON.parse(toClient())).toMatchObject({ id: 1, result: { isError: true } });
    say(`[${call(4, 'danger').trim()}]\n`);
    expect(toServer()).toBe('');
  });

  it('is never written inside a server line, nor delayed by one', () => {
    const { say, answer, toClient } = between({ policy: DENY });
    const note = '{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"long"}}\n';
    answer(note.slice(0, 20));
    say(call(1, 'danger'));
    expect(JSON.parse(toClient())).toMatchObject({ id: 1, result: { isError: true } });
    answer(note.slice(20));
    expect(toClient()).toBe(note);
  });
});

describe('audit', () => {
  it('a call is recorded before it is sent, its outcome before the client sees it', () => {
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
  ])('M6 equal calls have one fingerprint, and if %s, a hash of the arguments: %#', (_, args, isHashed) => {
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
  });

  it('M5 denied calls are audited too, with the reason for the denial', () => {
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

  it('M5 a call is recorded with its policy before the breaker counts it and before the server gets it', () => {
    const { say, audited, toServer } = between({ policy: DENY, relay: { breaker: { calls: 1 } } });
    say(call(1, 'danger') + call(2, 'danger') + call(3) + call(4));
    expect(toServer()).toBe(call(3));
    const by = audited.filter(({ type }) => type === 'outcome').map((one) => one['by']);
    expect(by).toEqual(['policy', 'policy', 'breaker']);
    expect(audited.find(({ type, seq }) => type === 'call' && seq === 3)).toMatchObject({
      ...{ policy: 'allow', before: { server: 0 } },
    });
  });

  it('a call that cannot be recorded is not made', () => {
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
    ['a refused request', '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"bad"}}\n', 'rpc-error'],
    ['an internal error', '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"bad"}}\n', 'internal'],
    [
      'a question',
      '{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{}}}\n',
      'input-required',
    ],
    ['a task', '{"jsonrpc":"2.0","id":1,"result":{"task":{"taskId":"t"}}}\n', 'task'],
  ])('records the outcome: %s', (_, line, outcome) => {
    const { say, answer, audited, toClient } = between();
    say(call(1));
    answer(line);
    expect(audited.at(-1)).toMatchObject({ type: 'outcome', outcome });
    expect(toClient()).toBe(line);
  });
});

describe('faults', () => {
  it('when the server dies inside a line, open calls are answered and the partial line is dropped', () => {
    const { say, answer, lines, toClient } = between();
    answer('{"jsonrpc":"2.0","method":"notifications/mess');
    say(call(1) + call('"two"'));
    lines.serverEnded('with exit code 3');
    const answers = toClient().trim().split('\n');
    expect(answers.map((line) => JSON.parse(line))).toMatchObject([
      { id: 1, result: { isError: true, content: [{ text: expect.stringMatching(/with exit code 3/) }] } },
      { id: 'two', result: { isError: true } },
    ]);
  });

  it('a partial response is not forwarded', () => {
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

  it('duplicate ids get their responses in order, and both are recorded', () => {
    const { say, answer, audited } = between();
    say(call(1, 'first') + call(1, 'second'));
    answer(result(1, 'a') + result(1, 'b') + result(1, 'c'));
    expect(audited.filter(({ type }) => type === 'outcome').map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it('a server request with the id of an open call is not its response', () => {
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
        `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"${huge}"},"jsonrpc":"2.0","id":${id}}\n`,
    ],
  ])('a request that is too long is rejected with its id %s, and the next line passes', (_, make) => {
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
  ])('a response that is too long is replaced, with its id %s', (_, make) => {
    const { lines, say, answer, toClient, audited } = between({ limit: 200_000 });
    say(call(1));
    const bytes = Buffer.from(make('a'.repeat(1_000_000)));
    for (let at = 0; at < bytes.length; at += 65_536) lines.fromServer(bytes.subarray(at, at + 65_536));
    expect(JSON.parse(toClient())).toMatchObject({ id: 1, result: { isError: true } });
    expect(audited.at(-1)).toMatchObject({ outcome: 'transport' });
    answer('{"jsonrpc":"2.0","method":"note"}\n');
    expect(toClient()).toBe('{"jsonrpc":"2.0","method":"note"}\n');
  });

  it('with a timeout, calls without a response are answered', () => {
    const { say, lines, clock, toClient, audited } = between();
    say(call(1));
    clock.now += 5000;
    say(call(2));
    lines.expire(5000, clock.now);
    expect(JSON.parse(toClient())).toMatchObject({ id: 1, result: { isError: true } });
    expect(audited.at(-1)).toMatchObject({ outcome: 'timeout', durationMs: 5000 });
  });

  it('unanswered calls cannot fill the memory', () => {
    const { say, toClient, toServer } = between();
    for (let id = 0; id < 10_001; id++) {
      say(call(id, 'echo', { id }));
      toServer();
    }
    expect(toClient()).toMatch(/"id":10000,.*10000 earlier calls still wait/);
  });

  it('arbitrary bytes never make it throw or lose a line end', () => {
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
