import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readClientMessage } from './client-message.js';
import { readUsualCall } from './usual-call.js';

const first = (id: string, name: string, args: string): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`;
const last = (id: string, name: string, args: string): string =>
  `{"method":"tools/call","params":{"name":"${name}","arguments":${args}},"jsonrpc":"2.0","id":${id}}`;

/** A space at the end makes a message unusual, so that the strict reader parses all of it. */
function readStrictly(text: string): ReturnType<typeof readClientMessage> {
  const bytes = Buffer.from(`${text} `);
  return readClientMessage(bytes, { start: 0, end: bytes.length });
}

describe('a call in the form that SDKs write', () => {
  it.each([
    ['with the id first', first('7', 'read_file', '{"path":"/a","n":[1,{"b":null}]}')],
    ['with the id last', last('7', 'read_file', '{"path":"/a","n":[1,{"b":null}]}')],
    ['without any argument', last('0', 'list', '{}')],
    ['with quotes, brackets and protocol keys in a text', last('1', 'x', '{"a":"}},\\"id\\":2}","id":3}')],
    ['with the longest id', first('999999999999999', 'x', '{"a":"ä"}')],
  ])('is read %s', (_, text) => {
    expect(readUsualCall(text)?.value).toEqual(JSON.parse(text));
    expect(readStrictly(text)).toMatchObject({ kind: 'message', value: JSON.parse(text) });
  });

  it.each([
    ['a key that stands twice in the arguments', last('1', 'x', '{"a":1,"a":2}')],
    ['a key that stands twice in the parameters', first('1', 'x', '{},"name":"y"')],
    [
      'a key that stands twice in the message',
      last('1', 'x', '{}},"jsonrpc":"2.0","id":2').replace('}}}', '}}'),
    ],
    ['another member after the arguments', first('1', 'x', '{},"_meta":{}')],
    ['a message that ends twice', first('1', 'x', '{}}}')],
    ['a name with an escape', last('1', 'a\\u0062', '{}')],
    ['a name with a letter outside of ASCII', first('1', 'ä', '{}')],
    ['a number with a leading zero as id', first('01', 'x', '{}')],
    ['an id that a double cannot hold', last('9007199254740993', 'x', '{}')],
    ['an id that is a text', first('"1"', 'x', '{}')],
    ['no id', last('', 'x', '{}')],
    ['a list as arguments', first('1', 'x', '[]')],
    ['no arguments', first('1', 'x', '')],
    ['white space in the arguments', last('1', 'x', '{"a": 1}')],
    ['a key with a NUL', first('1', 'x', '{"a\\u0000b":1}')],
    ['another method', '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'],
  ])('%s is left to the strict reader', (_, text) => {
    expect(readUsualCall(text)).toBeUndefined();
  });

  const pieces = [
    '{',
    '}',
    '"',
    ':',
    ',',
    '\\',
    ' ',
    '0',
    '1',
    '[',
    ']',
    'x',
    '\u0000',
    'ä',
    '"id":2',
    '"a":1',
    '\\u0000',
  ];
  it('is never read in another way than by the strict reader, whatever is put into it or cut out of it', () => {
    const message = fc
      .tuple(
        fc.constantFrom(first, last),
        fc.nat(),
        fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue()),
      )
      .map(([form, id, args]) => form(String(id), 'x', JSON.stringify(args)));
    const change = fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom('', ...pieces));
    let read = 0;
    fc.assert(
      fc.property(message, fc.array(change, { maxLength: 2 }), (start, changes) => {
        const text = changes.reduce((whole, [place, cut, piece]) => {
          const at = place % (whole.length + 1);
          return whole.slice(0, at) + piece + whole.slice(at + cut);
        }, start);
        const usual = readUsualCall(text);
        if (!usual) return;
        read++;
        const strict = readStrictly(text);
        expect(strict).toMatchObject({ kind: 'message', value: usual.value });
        expect(strict).toHaveProperty('id', { token: usual.token, key: usual.value['id'] });
      }),
      { numRuns: 2000 },
    );
    expect(read).toBeGreaterThan(200);
  });
});
