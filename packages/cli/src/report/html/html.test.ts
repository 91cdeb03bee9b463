import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { folderOf, runCli } from '../../testing/run-cli.js';
import { compare, escapeHtml } from './parts.js';
import { htmlReport } from './html.js';
import { NO_TOTALS } from '../totals.js';

describe('two calls side by side', () => {
  it('only differences are marked', () => {
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

  it('23: shows the worst 500 runs of many, not the first, and the tables after them', () => {
    const page = htmlReport({ paths: ['a'], preset: 'default', version: '1', now: 0 });
    for (let calls = 1; calls <= 1200; calls++) {
      const wasted = { calls, tokens: null };
      const run = { trace: `t${calls}`, verdict: 'looping', events: 9, interventions: [], wasted } as const;
      page.add(run, {
        when: undefined,
        html: `<details>${calls} wasted</details>`,
      });
    }
    const html = page.page(NO_TOTALS);
    const shown = [...html.matchAll(/>(\d+) wasted</g)].map(([, calls]) => Number(calls));
    expect(shown).toEqual(Array.from({ length: 500 }, (_, i) => 1200 - i));
    expect(html).toContain('… and 700 more.');
    expect(html.indexOf('class="tallies"')).toBeGreaterThan(html.indexOf('1200 wasted'));
  });

  it('has everything in it, asks for nothing, and lets nothing of a trace act', async () => {
    const file = join(path, 'out.html');
    const ran = await runCli(['scan', '--report', file, join(path, 'a.jsonl')]);
    expect(ran.code).toBe(1);
    const html = readFileSync(file, 'utf8');
    expect(html).not.toMatch(/<script|<img|<link|https?:|url\(|@import/);
    expect(html).toContain('(took <mark>3ms</mark>)');
    expect(html.match(/<details open class="ERROR_REPETITION">/g)).toHaveLength(2);
    expect(html).toContain('class="loop"');
  });

  it('23: names runs by prompt, project and place, worst first, with an axis and a filter', async () => {
    const day = 86_400_000;
    const turn = (text: string): object => ({ kind: 'turn', role: 'user', text });
    const failing = (command: string, i: number, at: number): object => ({
      ...{ kind: 'call', tool: 'Bash', args: { command }, result: 'Error: boom', isError: true, tokens: 900 },
      at: at + i * 60_000,
    });
    const poll = (i: number, at: number): object => ({
      ...{ kind: 'call', tool: 'look', args: { page: 'prices' }, result: 'nothing new', at: at + i * 1000 },
    });
    const many = [0, 1, 2, 3, 4, 5, 6, 7];
    const { path: folder, remove: removeFolder } = folderOf({
      'runs.jsonl': [
        {
          id: '0f3c2b1a',
          events: [turn('Fix the build'), ...many.slice(0, 4).map((i) => failing('make', i, 0))],
        },
        { id: '77aa', events: [turn('Find the price'), ...many.map((i) => poll(i, day))] },
        { id: '88bb', events: [turn('Run the tests'), ...many.map((i) => failing('npm test', i, 2 * day))] },
      ]
        .map((trace) => JSON.stringify(trace))
        .join('\n'),
    });
    const file = join(folder, 'out.html');
    await runCli(['scan', '--report', file, join(folder, 'runs.jsonl')]);
    const html = readFileSync(file, 'utf8');
    removeFolder();
    const titles = [...html.matchAll(/<summary><b class="looping">looping<\/b> “([^”]+)”/g)].map(
      ([, title]) => title,
    );
    expect(titles).toHaveLength(3);
    expect(titles.at(-1)).toBe('Fix the build');
    expect(html).toContain('runs.jsonl:3');
    expect(html).toMatch(/Scanned <code>[^<]+runs\.jsonl<\/code> with rutbreak 1\.2\.3, preset default, on /);
    expect(html).toMatch(/class="scale"[^>]*><span>#0<\/span>.*<span>#8 <i>00:07:00<\/i><\/span>/);
    expect(html).toContain('7 calls wasted (6.3k tokens, 6 minutes)</span>');
    expect(html).toContain('Wasted calls by day');
    expect(html).toContain('id="f-ERROR_REPETITION"');
    expect(html).toContain(
      'body:has(#f-ERROR_REPETITION:checked) details:not(.ERROR_REPETITION){display:none}',
    );
    expect(html).toContain('@media print');
  });

  it('contains no secret of a trace', async () => {
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

  it('an unwritable report is an error, and the scan is still shown', async () => {
    const ran = await runCli(['scan', '--report', join(path, 'no/such/out.html'), join(path, 'a.jsonl')]);
    expect(ran.code).toBe(2);
    expect(ran.out).toContain('2 looping');
    expect(ran.err).toContain('out.html: cannot be written: there is no file');
    expect(ran.err).not.toContain('ENOENT');
  });
});
