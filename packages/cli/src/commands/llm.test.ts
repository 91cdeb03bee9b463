import { startMockLlm } from '@rutbreak/proxy/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { ioFor, runCli } from '../testing/run-cli.js';
import { greeting, type LlmOptions, serveLlm } from './llm.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** The running command: its address and its output. */
async function serving(options: Partial<LlmOptions> = {}): Promise<{
  readonly url: string;
  readonly said: () => { readonly out: string; readonly err: string };
  readonly stop: () => Promise<number>;
}> {
  const mock = await startMockLlm(() => ({ text: Array.from({ length: 300 }, () => '\u001b[31mno way ') }));
  const { io, out, err } = ioFor();
  let stop = (): void => undefined;
  const stopped = new Promise<void>((done) => (stop = done));
  const given = {
    upstream: mock.url,
    port: 0,
    host: '127.0.0.1',
    preset: 'default',
    onLoop: 'halt',
  } as const;
  const ended = serveLlm({ ...given, ...options }, io, stopped);
  closing.push(mock.close, () => (stop(), ended));
  await expect.poll(() => err.text()).toContain('rutbreak: http://127.0.0.1:');
  return {
    url: /http:\S+/.exec(err.text())?.[0] ?? '',
    said: () => ({ out: out.text(), err: err.text() }),
    stop: () => (stop(), ended),
  };
}

const ask = (url: string): Promise<string> =>
  fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk-secret', 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Hi' }] }),
  }).then((answer) => answer.text());

describe('rutbreak llm', () => {
  it('ends a looping answer and reports it on one line, without keys and foreign colours', async () => {
    const { url, said, stop } = await serving();
    expect(await ask(url)).toMatch(/"finish_reason":"stop".*\n\ndata: \[DONE\]\n\n$/);
    await expect.poll(() => said().err).toMatch(/answer ended: .*no way.* sure\)\n$/);
    expect(said().err).not.toMatch(/sk-secret|\u001b/);
    expect(said().out).toBe('');
    expect(await stop()).toBe(0);
  });

  it('R13 reports nothing where notifications.status_line is off, and still ends the answer', async () => {
    const { url, said, stop } = await serving({ set: ['notifications.status_line=false'] });
    expect(await ask(url)).toMatch(/"finish_reason":"stop"/);
    expect(await stop()).toBe(0);
    expect(said().err).not.toContain('answer ended');
  });

  it('with --json standard output contains only JSON lines', async () => {
    const { url, said } = await serving({ json: true });
    await ask(url);
    await expect.poll(() => said().out).toMatch(/\n$/);
    const reports = said()
      .out.trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(reports.at(-1)).toMatchObject({ kind: 'halt', protocol: 'openai-chat', model: 'm' });
  });

  it.each([
    ['127.0.0.1', false],
    ['localhost', false],
    ['0.0.0.0', true],
    ['::', true],
  ])('on %s, warns that others can reach it: %s', (host, isWarned) => {
    const said = greeting('http://x:1', { upstream: 'http://y', host });
    expect(said.includes('warning: anybody who can reach this address can use it.')).toBe(isWarned);
  });

  it.each<[name: string, args: string[], err: RegExp]>([
    ['no upstream', [], /required option '-u, --upstream <url>'/],
    [
      'an upstream that is none',
      ['-u', 'ftp://x'],
      /upstream cannot be ftp:\/\/x\. Use an address like https:/,
    ],
    ['a port that is none', ['-u', 'http://x', '--port', '99999'], /Use a port from 0 to 65535/],
    [
      'an action that is none',
      ['-u', 'http://x', '--on-loop', 'panic'],
      /Allowed choices are halt, error, retry/,
    ],
    ['a ratio that is none', ['-u', 'http://x', '--block-above', '2'], /from 0 to 1/],
    ['a count that is none', ['-u', 'http://x', '--max-interventions', '1.5'], /whole number/],
    ['a time that is none', ['-u', 'http://x', '--min-interval', 'soon'], /seconds/],
    ['a preset that is none', ['-u', 'http://x', '--preset', 'x'], /votes/],
    [
      'an address that is not ours',
      ['-u', 'http://x', '--host', '192.0.2.1'],
      /this machine has no address 192\.0\.2\.1/,
    ],
  ])('%s is bad usage', async (_, args, err) => {
    const ran = await runCli(['llm', ...args]);
    expect(ran.err).toMatch(err);
    expect(ran.code).toBe(2);
  });

  it('prints how to use it', async () => {
    const { out } = await runCli(['llm', '--help']);
    expect(out).toContain('ANTHROPIC_BASE_URL=http://127.0.0.1:7879');
    expect(out).toContain('--on-loop <action>');
  });
});
