import { afterAll, describe, expect, it } from 'vitest';
import { folderOf, runCli } from '../testing/run-cli.js';

const { path, remove } = folderOf({
  'policy.yaml': `default: allow
rules:
  - action: deny
    server: files
    tool: write_*
    reason: read only
  - action: ask
    tool: deploy
`,
  'broken.yaml': 'default: allow\nrules:\n  - tool: x\n',
  'write.json': '{"server": "files", "tool": "write_file", "args": {"path": "/a"}}',
  'request.json': '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"deploy","arguments":{}}}',
  'mcp.json': '{"mcpServers":{"a":{"command":"x"},"b":{"url":"https://example.com/mcp"}}}',
});
afterAll(remove);

describe('rutbreak policy test', () => {
  it.each<[string, string[], string, number, string]>([
    [
      'tells that a call is denied, and by which line',
      ['write.json'],
      '',
      1,
      'deny\n  line 3: deny, read only\n',
    ],
    [
      'tells why rules do not fit, and takes requests as clients send them',
      ['request.json'],
      '',
      1,
      'ask\n  line 3: deny does not fit, server is not files\n  line 7: ask\n',
    ],
    [
      'tells that the default holds, and reads standard input',
      ['-'],
      '{"tool":"read"}',
      0,
      'allow\n  line 3: deny does not fit, server is not files\n  line 7: ask does not fit, tool is not deploy\n  no rule fits, so the default holds\n',
    ],
    [
      'answers programs in JSON',
      ['write.json', '--json'],
      '',
      1,
      '{"action":"deny","rule":{"line":3,"reason":"read only"}}\n',
    ],
  ])('%s', async (_, [call = '', ...flags], stdin, code, out) => {
    const file = call === '-' ? '-' : `${path}/${call}`;
    const ran = await runCli(['policy', 'test', `${path}/policy.yaml`, file, ...flags], { stdin });
    expect(ran).toEqual({ code, out, err: '' });
  });

  it.each([
    [
      'a policy with a mistake',
      'broken.yaml',
      'write.json',
      /policy file is not valid .*Line 3: a rule needs `action`/,
    ],
    ['a policy that is not there', 'gone.yaml', 'write.json', /gone\.yaml/],
    ['a call that is none', 'policy.yaml', 'policy.yaml', /"tool": "…"/],
  ])('%s is one sentence and exit code 2', async (_, policy, call, problem) => {
    const { code, out, err } = await runCli(['policy', 'test', `${path}/${policy}`, `${path}/${call}`]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(problem);
  });
});

describe('rutbreak mcp, without a server to start', () => {
  it('wrap prints the settings and says what must run for servers with an address', async () => {
    const { code, out, err } = await runCli(['mcp', 'wrap', `${path}/mcp.json`, '--preset', 'matrix'], {
      dataDir: path,
    });
    expect(code).toBe(0);
    expect(JSON.parse(out).mcpServers).toEqual({
      a: {
        command: process.execPath,
        args: ['/opt/rutbreak/dist/cli.js', 'mcp', '--name', 'a', '--preset', 'matrix', '--', 'x'],
      },
      b: {
        url: 'http://127.0.0.1:4457/b',
        headers: { 'x-rutbreak-token': expect.stringMatching(/^rbt_/) as string },
      },
    });
    expect(err).toMatch(
      /keep this running for b:\n {2}rutbreak mcp --config .*mcp\.json --port 4457 --preset matrix\n/,
    );
  });

  it.each([
    ['no server', [], /no server\. Write its command after "--"/],
    ['two ways at once', ['--http', 'http://x', '--', 'y'], /only one of/],
    ['a port that is none', ['--http', 'http://x', '--port', '70000'], /0 to 65535/],
    ['a time that is none', ['--timeout', '-1', '--', 'x'], /above 0/],
    ['an unknown preset', ['--preset', 'x', '--', 'y'], /votes/],
    [
      'an address that is none',
      ['--http', 'ftp://x', '--port', '0'],
      /^error: The address of the MCP server /,
    ],
    ['a policy that is not there', ['--policy', '/gone.yaml', '--', 'x'], /gone\.yaml/],
    ['settings without that server', ['--config', `${path}/mcp.json`, '--server', 'z'], /There is no "z"/],
    ['a server with an address on stdio', ['--config', `${path}/mcp.json`, '--server', 'b'], /use --port/],
    ['a gateway that is none', ['--gateway', 'x', '--', 'y'], /gateway cannot be x\..*address of a gateway/],
  ])('%s is a sentence and exit code 2', async (_, args, problem) => {
    const { code, err } = await runCli(['mcp', ...args]);
    expect(err).toMatch(problem);
    expect(code).toBe(2);
  });
});
