import { describe, expect, it } from 'vitest';
import { between, call, DENY } from '../../testing/mcp-between.js';

const DANGER = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"danger"}}';
const PING = '{"jsonrpc":"2.0","id":2,"method":"ping"}';
const line = (text: string): Buffer => Buffer.from(`${text}\n`);
const params = (text: string): Buffer =>
  line(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${text}}`);

describe('what is not exactly one valid message is answered with an error, recorded, and not forwarded', () => {
  it.each<[string, Buffer]>([
    ['two messages with a carriage return between them', line(`${PING}\r${DANGER}`)],
    ['a call between carriage returns, inside another message', line(`{"jsonrpc":"2.0","x":\r${DANGER}\r}`)],
    ['two messages on one line', line(PING + DANGER)],
    ['text after the message', line(`${PING} x`)],
    ['half a message', line(DANGER.slice(0, 40))],
    ['no JSON at all', line('danger')],
    ['a byte order mark', line(`\ufeff${DANGER}`)],
    ['a vertical tab in front', line(`\x0b${DANGER}`)],
    ['a NUL in front', line(`\0${DANGER}`)],
    ['UTF-16', Buffer.concat([Buffer.from(DANGER, 'utf16le'), Buffer.from('\n')])],
    ['broken UTF-8', Buffer.concat([Buffer.from(DANGER.slice(0, -4)), Buffer.from('\xff"}}\n', 'latin1')])],
    ['a comma too many', params('{"name":"danger",}')],
    ['a comment', params('{"name":"danger"/**/}')],
    ['another case of "method"', line(DANGER.replace('method', 'Method'))],
    ['"params" in two cases', line(DANGER.replace('"jsonrpc":"2.0"', '"jsonrpc":"2.0","PARAMS":{}'))],
    ['the method twice', line(DANGER.replace('"id"', '"method":"ping","id"'))],
    [
      'the method twice, once escaped',
      line(DANGER.replace('"id"', '"m\\u0065thod":"ping","id"').replace('tools/call', 'ping')),
    ],
    ['the parameters twice', line(DANGER.replace('"id"', '"params":{"name":"echo"},"id"'))],
    ['the name twice', params('{"name":"echo","name":"danger"}')],
    ['the name twice, the other way round', params('{"name":"danger","name":"echo"}')],
    ['the name in two cases', params('{"name":"echo","Name":"danger"}')],
    ['the name with a long s', params('{"name":"echo","argument\u017f":{}}')],
    ['arguments in another case', params('{"name":"echo","Arguments":{"path":"/etc/passwd"}}')],
    ['a key twice in the arguments', params('{"name":"echo","arguments":{"a":{"p":1,"p":2}}}')],
    ['a NUL in a key', params('{"name":"echo","name\\u0000":"danger"}')],
    ['a NUL in a key of the arguments', params('{"name":"echo","arguments":{"a":[{"p\\u0000":1}]}}')],
    ['a NUL in the name', params('{"name":"danger\\u0000"}')],
    ['half a surrogate pair in the name', params('{"name":"danger\\ud800"}')],
    ['arguments that are a text', params('{"name":"echo","arguments":"{\\"path\\":\\"/etc\\"}"}')],
    ['arguments that are a list', params('{"name":"echo","arguments":[]}')],
    ['a name that is no text', params('{"name":["danger"]}')],
    ['no name', params('{}')],
    ['parameters that are no object', params('[]')],
    ['a method that is no text', line(DANGER.replace('"tools/call"', '["tools/call"]'))],
    ['the method in another case', line(DANGER.replace('tools/call', 'TOOLS/CALL'))],
    ['the method with a blank', line(DANGER.replace('tools/call', 'tools/call '))],
    ['the method in full-width letters', line(DANGER.replace('tools', 'ｔｏｏｌｓ'))],
    ['a request and a response at once', line(DANGER.replace('"id"', '"result":{},"id"'))],
    ['no protocol version', line(DANGER.replace('"jsonrpc":"2.0",', ''))],
    ['an id that is an object', line(DANGER.replace('"id":1', '"id":{}'))],
    ['a text', line('"tools/call"')],
    ['an empty batch', line('[]')],
    ['a batch in a batch', line(`[[${DANGER}]]`)],
    ['a batch that does not end', line(`[${PING},${DANGER}`)],
    ['nesting without end', params(`{"name":"echo","arguments":{"a":${'['.repeat(300)}${']'.repeat(300)}}}`)],
  ])('%s', (_, bytes) => {
    const { say, toClient, toServer, audited } = between({ policy: DENY });
    say(bytes);
    expect(toServer()).toBe('');
    expect(JSON.parse(toClient())).toMatchObject({
      jsonrpc: '2.0',
      error: { code: expect.any(Number), message: expect.stringMatching(/was not forwarded: .+/) },
    });
    expect(audited).toMatchObject([
      { type: 'invalid', server: 'demo', session: 'one', problem: expect.any(String) },
    ]);
    say(line(PING));
    expect(toServer()).toBe(`${PING}\n`);
  });

  it('a line without an end is refused when the client closes its output', () => {
    const { say, lines, toClient, toServer, audited } = between({ policy: DENY });
    say(DANGER);
    lines.clientEnded();
    expect([toServer(), JSON.parse(toClient())]).toMatchObject(['', { error: { code: -32700 } }]);
    expect(audited).toMatchObject([{ type: 'invalid', problem: 'the input ends before the line does' }]);
    lines.clientEnded();
    expect([toClient(), audited.length]).toEqual(['', 1]);
  });

  it('a line that is too long is recorded', () => {
    const { say, toServer, audited } = between({ policy: DENY, limit: 50 });
    say(DANGER.slice(0, 30));
    say(line(DANGER.slice(30)));
    expect(toServer()).toBe('');
    expect(audited).toMatchObject([{ type: 'invalid', problem: 'the line is too long' }]);
  });

  it('the error has the id if it is unambiguous', () => {
    const { say, toClient } = between();
    say(params('{"name":7}'));
    expect(JSON.parse(toClient())).toMatchObject({ id: 1, error: { code: -32602 } });
    say(line(DANGER.replace('"id":1', '"id":1,"id":2')));
    expect(JSON.parse(toClient())).toMatchObject({ id: null, error: { code: -32600 } });
  });

  it('an unreadable message of 6,000 levels does not end the proxy, with audit and without', () => {
    const deep = `{"name":"echo","arguments":{"a":${'['.repeat(6000)}${']'.repeat(6000)}}}`;
    for (const isAudited of [true, false]) {
      const { say, toClient, toServer } = between({ isAudited });
      say(params(deep));
      expect(toServer()).toBe('');
      expect(toClient()).toMatch(/nested deeper than 256 levels/);
    }
  });

  it('the secrets of such a message are not in the audit file', () => {
    const { say, audited } = between();
    say(line('{"password":"hunter2"'));
    expect(JSON.stringify(audited)).not.toContain('hunter2');
  });
});

describe('a checked or recorded call is forwarded in the form that was checked', () => {
  it.each([
    [
      'white space',
      '{ "name" : "echo",\t"arguments" : { "a" : [ 1, 2 ] } }',
      '{"name":"echo","arguments":{"a":[1,2]}}',
    ],
    ['escapes', '{"n\\u0061me":"ech\\u006f"}', '{"name":"echo"}'],
    [
      'signs that some readers end lines at',
      '{"name":"echo","arguments":{"a":"\u2028\u0085"}}',
      '{"name":"echo","arguments":{"a":"\\u2028\\u0085"}}',
    ],
    [
      'half a surrogate pair',
      '{"name":"echo","arguments":{"a":"\\uD800"}}',
      '{"name":"echo","arguments":{"a":"\\ud800"}}',
    ],
    [
      'numbers that no double carries stay',
      '{"name":"echo","arguments":{"a":9007199254740993,"b":1.0,"c":1e999}}',
      undefined,
    ],
    ['keys of prototypes stay', '{"name":"echo","arguments":{"__proto__":{"a":1}}}', undefined],
  ])('%s', (_, given, expected = given) => {
    const { say, toServer } = between({ policy: DENY });
    say(params(given));
    expect(toServer()).toBe(params(expected).toString());
  });

  it('without policy and audit the bytes stay unchanged', () => {
    const { say, toServer } = between({ isAudited: false });
    const given = params('{ "n\\u0061me" : "echo" }').toString();
    say(given);
    expect(toServer()).toBe(given);
  });
});

describe('batches', () => {
  const initialize = (version: string): Buffer =>
    line(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"${version}"}}`);
  const batch = line(`[${PING},${call(3, 'echo').trim()}]`);

  it.each([
    ['2025-03-26', true],
    ['2025-06-18', false],
    ['2026-07-28', false],
  ])('in %s: checked one by one? %s', (version, isKnown) => {
    const { say, toServer, toClient } = between({ policy: DENY });
    say(initialize(version));
    toServer();
    say(batch);
    expect(toServer() !== '').toBe(isKnown);
    if (!isKnown) expect(toClient()).toMatch(/has no batches/);
  });

  it('an invalid element is answered, and the others are forwarded', () => {
    const { say, toServer, toClient } = between({ policy: DENY });
    say(line(`[${PING},{"jsonrpc":"2.0","id":5,"Method":"tools/call"},7]`));
    expect(toServer()).toBe(`[${PING}]\n`);
    expect(toClient().trim().split('\n')).toHaveLength(2);
  });
});
