import { describe, expect, it } from 'vitest';
import { readMcpConfig, wrapMcpConfig } from './mcp-config.js';

const CONFIG = JSON.stringify({
  theme: 'dark',
  mcpServers: {
    files: { command: 'npx', args: ['-y', 'server-files', '.'], env: { A: '1' }, disabled: false },
    remote: { type: 'http', url: 'https://example.com/mcp', headers: { 'x-key': 'k' } },
    bare: { command: 'my-server' },
  },
});
const OPTIONS = { program: ['npx', '-y', 'rutbreak'], flags: ['--policy', '/p.yaml'], port: 4457 };

describe('the servers in a client’s settings', () => {
  it('are read', () => {
    expect(readMcpConfig(CONFIG, 'mcp.json')).toEqual([
      { kind: 'stdio', name: 'files', command: 'npx', args: ['-y', 'server-files', '.'], env: { A: '1' } },
      { kind: 'http', name: 'remote', url: 'https://example.com/mcp', headers: { 'x-key': 'k' } },
      { kind: 'stdio', name: 'bare', command: 'my-server', args: [], env: {} },
    ]);
    expect(readMcpConfig('{"servers":{"a":{"command":"b"}}}', 'x')).toHaveLength(1);
  });

  it.each([
    ['no JSON', '{', /not JSON/],
    ['no servers', '{}', /needs \{"mcpServers"/],
    ['a list', '[]', /needs \{"mcpServers"/],
    ['a server that is none', '{"mcpServers":{"a":1}}', /"a" is not an object/],
    ['neither command nor address', '{"mcpServers":{"a":{}}}', /"a" needs "command" or "url"/],
    [
      'arguments that are no texts',
      '{"mcpServers":{"a":{"command":"b","args":[1]}}}',
      /"a.args" is a list of texts/,
    ],
    ['an environment that is none', '{"mcpServers":{"a":{"command":"b","env":{"x":1}}}}', /"a.env"/],
    ['headers that are none', '{"mcpServers":{"a":{"url":"b","headers":[]}}}', /"a.headers"/],
    [
      'a name that is no part of an address',
      '{"mcpServers":{"..":{"command":"b"}}}',
      /cannot stand in an address/,
    ],
  ])('%s is rejected with an explanation', (_, text, problem) => {
    expect(() => readMcpConfig(text, 'mcp.json')).toThrow(problem);
    expect(() => readMcpConfig(text, 'mcp.json')).toThrow(/MCP_CONFIG.*file mcp\.json/);
  });
});

describe('settings as people write them', () => {
  const ENV = { TOKEN: 't0k', HOME: '/home/ann' };
  it.each<[string, string, unknown]>([
    [
      'comments and commas at the end are no fault',
      '\uFEFF{ // mine\n "mcpServers": { "a": { "command": "b", /* c */ "args": ["http://x//y", ",]"], }, }, }',
      [{ kind: 'stdio', name: 'a', command: 'b', args: ['http://x//y', ',]'], env: {} }],
    ],
    [
      'variables are filled in, with what is to be there otherwise',
      '{"mcpServers":{"a":{"command":"b","args":["${HOME}/x","${NO:-y}"],"env":{"T":"${env:TOKEN}"}}}}',
      [{ kind: 'stdio', name: 'a', command: 'b', args: ['/home/ann/x', 'y'], env: { T: 't0k' } }],
    ],
    ['a server that is switched off is left out', '{"mcpServers":{"a":{"command":"b","disabled":true}}}', []],
    [
      'other names for the address',
      '{"mcpServers":{"a":{"httpUrl":"http://h/m"},"b c/d":{"serverUrl":"http://i/m"}}}',
      [
        { kind: 'http', name: 'a', url: 'http://h/m', headers: {} },
        { kind: 'http', name: 'b c/d', url: 'http://i/m', headers: {} },
      ],
    ],
    [
      'the transport of 2024 is known and not served',
      '{"mcpServers":{"a":{"type":"sse","url":"http://h/sse"}}}',
      [{ kind: 'other', name: 'a', why: expect.stringContaining('Streamable HTTP') as string }],
    ],
  ])('%s', (_, text, entries) => {
    expect(readMcpConfig(text, 'mcp.json', ENV)).toEqual(entries);
  });

  it('the error names a missing variable', () => {
    const text = '{"mcpServers":{"a":{"command":"${NOPE}"}}}';
    expect(() => readMcpConfig(text, 'mcp.json', ENV)).toThrow(/"a".*no NOPE/);
    expect(readMcpConfig(text, 'mcp.json')).toMatchObject([{ command: '${NOPE}' }]);
  });
});

describe('wrapped settings', () => {
  it('keep the name of the address field, and servers that cannot be wrapped', () => {
    const text = '{"mcpServers":{"a b":{"httpUrl":"http://h/m"},"c":{"type":"sse","url":"http://h/sse"}}}';
    expect(JSON.parse(wrapMcpConfig(text, 'mcp.json', OPTIONS))).toEqual({
      mcpServers: {
        'a b': { httpUrl: 'http://127.0.0.1:4457/a%20b' },
        c: { type: 'sse', url: 'http://h/sse' },
      },
    });
  });

  it('have the proxy in front of every server, and keep everything else', () => {
    expect(JSON.parse(wrapMcpConfig(CONFIG, 'mcp.json', OPTIONS))).toEqual({
      theme: 'dark',
      mcpServers: {
        files: {
          command: 'npx',
          args: [
            '-y',
            'rutbreak',
            'mcp',
            '--name',
            'files',
            '--policy',
            '/p.yaml',
            '--',
            'npx',
            '-y',
            'server-files',
            '.',
          ],
          env: { A: '1' },
          disabled: false,
        },
        remote: { type: 'http', url: 'http://127.0.0.1:4457/remote', headers: { 'x-key': 'k' } },
        bare: {
          command: 'npx',
          args: ['-y', 'rutbreak', 'mcp', '--name', 'bare', '--policy', '/p.yaml', '--', 'my-server'],
        },
      },
    });
  });

  it('send the headers that the proxy requires in addition to their own', () => {
    const text = '{"mcpServers":{"a":{"url":"http://h/m","headers":{"x-key":"k"}},"b":{"command":"c"}}}';
    const { mcpServers } = JSON.parse(
      wrapMcpConfig(text, 'mcp.json', { ...OPTIONS, headers: { 'x-rutbreak-token': 't' } }),
    );
    expect(mcpServers.a.headers).toEqual({ 'x-key': 'k', 'x-rutbreak-token': 't' });
    expect(mcpServers.b.headers).toBeUndefined();
  });

  it('are not wrapped twice', () => {
    const once = wrapMcpConfig(CONFIG, 'mcp.json', OPTIONS);
    expect(wrapMcpConfig(once, 'mcp.json', OPTIONS)).toBe(once);
  });
});
