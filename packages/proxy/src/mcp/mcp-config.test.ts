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

describe('the servers in the settings of a client', () => {
  it('are read as they stand', () => {
    expect(readMcpConfig(CONFIG, 'mcp.json')).toEqual([
      { kind: 'stdio', name: 'files', command: 'npx', args: ['-y', 'server-files', '.'], env: { A: '1' } },
      { kind: 'http', name: 'remote', url: 'https://example.com/mcp', headers: { 'x-key': 'k' } },
      { kind: 'stdio', name: 'bare', command: 'my-server', args: [], env: {} },
    ]);
    expect(readMcpConfig('{"servers":{"a":{"command":"b"}}}', 'x')).toHaveLength(1);
  });

  it.each([
    ['no JSON', '{', /no JSON/],
    ['no servers', '{}', /needs \{"mcpServers"/],
    ['a list', '[]', /needs \{"mcpServers"/],
    ['a server that is none', '{"mcpServers":{"a":1}}', /"a" is no object/],
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
      '{"mcpServers":{"a/../b":{"command":"b"}}}',
      /cannot stand in an address/,
    ],
  ])('%s is refused with a sentence', (_, text, problem) => {
    expect(() => readMcpConfig(text, 'mcp.json')).toThrow(problem);
    expect(() => readMcpConfig(text, 'mcp.json')).toThrow(/MCP_CONFIG.*file mcp\.json/);
  });
});

describe('wrapped settings', () => {
  it('have the proxy before every server, and everything else as it was', () => {
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

  it('wrapped twice are wrapped once', () => {
    const once = wrapMcpConfig(CONFIG, 'mcp.json', OPTIONS);
    expect(wrapMcpConfig(once, 'mcp.json', OPTIONS)).toBe(once);
  });
});
