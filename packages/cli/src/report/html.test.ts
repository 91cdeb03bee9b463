import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { folderOf, runCli } from '../testing/run-cli.js';
import { compare, escapeHtml } from './html-parts.js';

describe('two calls side by side', () => {
  it('what differs is marked, and nothing else', () => {
    expect(compare('took 12 ms, ok', 'took 345 ms, ok')).toEqual([
      'took <mark>12</mark> ms, ok',
      'took <mark>345</mark> ms, ok',
    ]);
  });

  it('equal texts have no marks', () => {
    expect(compare('same', 'same')).toEqual(['same', 'same']);
  });

  it('without its marks each side is the text, escaped', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.string({ maxLength: 60 }), (a, b) => {
        const sides = compare(a, b).map((html) => html.replaceAll(/<\/?mark>/g, ''));
        expect(sides).toEqual([escapeHtml(a), escapeHtml(b)]);
      }),
    );
  });
});

describe('the page', () => {
  const call = (i: number): object => ({
    kind: 'call',
    tool: 'Bash',
    args: { command: 'npm test</pre><script>alert(1)</script>' },
    result: `Error: boom (took ${i + 3}ms)`,
    isError: true,
    at: i * 1000,
  });
  const { path, remove } = folderOf({
    'a.jsonl': ['a', 'b']
      .map((id) => JSON.stringify({ id: `${id}<img src=x>`, events: [0, 1, 2, 3].map(call) }))
      .join('\n'),
  });
  afterAll(remove);

  it('has everything in it, asks for nothing, and lets nothing of a trace act', async () => {
    const file = join(path, 'out.html');
    const ran = await runCli(['scan', '--report', file, join(path, 'a.jsonl')]);
    expect(ran.code).toBe(1);
    const html = readFileSync(file, 'utf8');
    expect(html).not.toMatch(/<script|<img|<link|https?:|url\(|@import/);
    expect(html).toContain('(took <mark>3ms</mark>)');
    expect(html.match(/<details>/g)).toHaveLength(2);
    expect(html).toContain('class="loop"');
    expect(html).toContain('Wasted calls by day');
  });

  it('has no secret of a trace in it', async () => {
    const secret = `ghp_16C7e42F292c6912E7710c838347Ae178B4a`;
    const leak = (i: number): object => ({
      ...{
        kind: 'call',
        tool: 'Bash',
        args: { command: `push ${secret}`, api_key: 'hunter2-x' },
        isError: true,
      },
      result: `Error: ${secret} was refused (took ${i}ms)`,
    });
    const { path: folder, remove: removeFolder } = folderOf({
      'a.jsonl': JSON.stringify({ id: 'a', events: [0, 1, 2, 3].map(leak) }),
    });
    const file = join(folder, 'out.html');
    const ran = await runCli(['scan', '--report', file, join(folder, 'a.jsonl')]);
    const html = readFileSync(file, 'utf8');
    removeFolder();
    expect(html).toContain('class="pair"');
    expect(html + ran.out).not.toMatch(/16C7e42F|hunter2/);
  });

  it('that cannot be written is told, and the scan is shown all the same', async () => {
    const ran = await runCli(['scan', '--report', join(path, 'no/such/out.html'), join(path, 'a.jsonl')]);
    expect(ran.code).toBe(2);
    expect(ran.out).toContain('2 looping');
    expect(ran.err).toContain('out.html: cannot be written');
  });
});
