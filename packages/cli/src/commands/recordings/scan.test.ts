import { PRESETS } from '@rutbreak/core';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { chunksOf, folderOf, runCli } from '../../testing/run-cli.js';
import { readTraces } from '../../transcripts/read-traces.js';

const call = (command: string, result = 'nothing new') => ({
  kind: 'call',
  tool: 'Bash',
  args: { command },
  result,
});
const repeats = (count: number): unknown[] => Array.from({ length: count }, () => call('git status'));
const line = (id: string, events: unknown[], more: object = {}): string =>
  `${JSON.stringify({ id, events, ...more })}\n`;

const SCAN = ['scan', '--json', '--preset', 'votes'];
const FINE = line('fine', [call('ls', 'a'), call('pwd', 'b')]);
const LOOP = line('loop', repeats(5));
const BAD_EVENT = line('bent', [call('ls', 'a'), { kind: 'call' }, call('pwd', 'b')]);

const folders: (() => void)[] = [];
afterEach(() => {
  for (const remove of folders.splice(0)) remove();
});
function inFolder(files: Record<string, string | Uint8Array>): (name?: string) => string {
  const { path, remove } = folderOf(files);
  folders.push(remove);
  return (name = '') => join(path, name);
}
const ids = (out: string): string[] =>
  out.split('\n').flatMap((text) => (text ? [JSON.parse(text).trace] : []));

interface Row {
  readonly name: string;
  readonly input: string | Uint8Array;
  readonly code: 0 | 1 | 2;
  readonly traces: string[];
  /** The expected standard error; absent: nothing. */
  readonly says?: RegExp[];
  readonly args?: string[];
}

const rows: Row[] = [
  { name: 'nothing found is 0', input: FINE, code: 0, traces: ['fine'] },
  { name: 'a loop is 1', input: FINE + LOOP, code: 1, traces: ['fine', 'loop'] },
  {
    name: 'no traces at all is 2: nothing was scanned',
    input: '',
    code: 2,
    traces: [],
    says: [/^note: .*has no traces/, /^error: scan: nothing was scanned/m],
  },
  {
    name: 'a compressed file is reported once, with a hint',
    input: Buffer.from([0x1f, 0x8b, 8, 0, 10, 0xff, 10, 0xfe, 10]),
    code: 2,
    traces: [],
    says: [/^error: .*:1: is packed \(gzip\)\. Decompress it first, or pipe it in/],
  },
  {
    name: 'so is an image or a program',
    input: Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 10, 0xff, 10]),
    code: 2,
    traces: [],
    says: [/^error: .*:1: is no text\. Name transcripts/],
  },
  {
    name: 'blank lines are ignored',
    input: `\n${FINE}\n  \n${LOOP}\n\n`,
    code: 1,
    traces: ['fine', 'loop'],
  },
  {
    name: 'line ends may be CRLF',
    input: (FINE + LOOP).replaceAll('\n', '\r\n'),
    code: 1,
    traces: ['fine', 'loop'],
  },
  { name: 'the last line needs no end', input: FINE + LOOP.trimEnd(), code: 1, traces: ['fine', 'loop'] },
  { name: 'a byte order mark is fine', input: `\uFEFF${FINE}`, code: 0, traces: ['fine'] },
  {
    name: 'an invalid JSON line is reported with its number, the others are scanned, and 2 wins over 1',
    input: `${FINE}{"id": "cut off", "eve\n${LOOP}`,
    code: 2,
    traces: ['fine', 'loop'],
    says: [/^error: \S+:2: is not JSON: .+ Write one trace per line/],
  },
  {
    name: 'a broken first line does not hide the others',
    input: `{"id": "cut off", "events": [{"kind": "call"\n${FINE}${LOOP}`,
    code: 2,
    traces: ['fine', 'loop'],
    says: [/^error: \S+:1: is not JSON/],
  },
  {
    name: 'a line that is not a trace',
    input: `42\n{"name": "x"}\n{"kind": "call", "tool": "x"}\n{"id": {}, "events": []}\n${FINE}`,
    code: 2,
    traces: ['fine'],
    says: [
      /:1: is not a trace\./,
      /:2: is not a trace: it has no list/,
      /:3: is a single event/,
      /:4: has a bad `id`/,
    ],
  },
  {
    name: 'a bad event is reported with index, code and hint, and the rest of the trace is scanned',
    input: BAD_EVENT,
    code: 2,
    traces: ['bent'],
    says: [
      /^error: \S+:1: trace bent: left out event 1: EVENT_FIELD\. `tool` of a call event must be a text\./,
    ],
  },
  {
    name: 'a frequent mistake is reported once',
    input: line('bent', [call('ls'), ...Array.from({ length: 8 }, () => ({ kind: 'call' })), 7]),
    code: 2,
    traces: ['bent'],
    says: [/left out events 1, 2, 3, 4, 5 and 3 more: EVENT_FIELD/, /left out event 9: EVENT_SHAPE/],
  },
  {
    name: 'an unknown kind is skipped with a note',
    input: line('newer', [{ kind: 'telepathy' }, call('ls'), { kind: 'telepathy' }]),
    code: 0,
    traces: ['newer'],
    says: [/^note: \S+:1: trace newer: skipped 2 events of unknown kind "telepathy", the first at 0\./],
  },
  {
    name: 'an event without a kind is invalid',
    input: line('odd', [{ tool: 'Bash' }]),
    code: 2,
    traces: ['odd'],
    says: [/left out event 0: EVENT_KIND\. Use one of: /],
  },
  { name: 'version 1 is the current one', input: line('one', [], { version: 1 }), code: 0, traces: ['one'] },
  {
    name: 'a newer version is refused',
    input: line('two', [], { version: 2 }) + FINE,
    code: 2,
    traces: ['fine'],
    says: [/^error: \S+:1: is a trace of version 2\. This program reads up to version 1: upgrade/],
  },
  {
    name: 'an invalid version is refused',
    input: line('what', [], { version: 'x' }),
    code: 2,
    traces: [],
    says: [/has a bad `version`/],
  },
  {
    name: 'UTF-16 with a byte order mark is read, as PowerShell writes it',
    input: Buffer.from(`\uFEFF${FINE}${LOOP}`, 'utf16le'),
    code: 1,
    traces: ['fine', 'loop'],
  },
  {
    name: 'UTF-16 the other way round',
    input: Buffer.from(`\uFEFF${FINE}`, 'utf16le').swap16(),
    code: 0,
    traces: ['fine'],
  },
  { name: 'UTF-16 without a mark', input: Buffer.from(FINE, 'utf16le'), code: 0, traces: ['fine'] },
  {
    name: 'UTF-16 appended to a UTF-8 file is reported as not UTF-8, and the rest is scanned',
    input: Buffer.concat([Buffer.from(FINE), Buffer.from(FINE, 'utf16le'), Buffer.from(`\n${LOOP}`)]),
    code: 2,
    traces: ['fine', 'loop'],
    says: [/:2: is not UTF-8 text\. Save it as UTF-8/],
  },
  {
    name: 'bytes of Latin-1 are read as such, with a note that names the first line',
    input: Buffer.from(FINE + line('caf\u00e9', [call('ls')]) + line('ol\u00e9', [call('ls')]), 'latin1'),
    code: 0,
    traces: ['fine', 'caf\u00e9', 'ol\u00e9'],
    says: [/^note: \S+:2: has bytes that are not UTF-8, and so have 1 more; they were read as Latin-1\./],
  },
  {
    name: 'a replacement character is fine in valid UTF-8',
    input: line('\uFFFD', [call('ls')]),
    code: 0,
    traces: ['\uFFFD'],
  },
  {
    name: 'a file that is cut off in the middle is scanned up to there',
    input: FINE + LOOP + LOOP.slice(0, 100),
    code: 2,
    traces: ['fine', 'loop'],
    says: [/:3: is not JSON/],
  },
  {
    name: 'one trace as a document over many lines',
    input: JSON.stringify({ id: 'pretty', events: repeats(4) }, null, 2),
    code: 1,
    traces: ['pretty'],
  },
  {
    name: 'a list of traces as a document over many lines',
    input: `[\n${LOOP.trim()},\n${FINE.trim()}\n]\n`,
    code: 1,
    traces: ['loop', 'fine'],
  },
  {
    name: 'a list of traces on one line, one of them bad',
    input: `[${LOOP.trim()}, {"id": 3}]`,
    code: 2,
    traces: ['loop'],
    says: [/:1 \(item 2\): is not a trace/],
  },
  {
    name: 'a truncated document is one problem, not one per line',
    input: JSON.stringify({ id: 'pretty', events: repeats(4) }, null, 2).slice(0, -20),
    code: 2,
    traces: [],
    says: [/^error: \S+:1: is not JSON: .+\n$/],
  },
  { name: 'a number as id', input: '{"id": 7, "events": []}', code: 0, traces: ['7'] },
  {
    name: 'times and rounds as texts are fine',
    input: line('loose', [{ ...call('ls'), at: '2025-11-01T01:03:47.601Z', round: 'first' }]),
    code: 0,
    traces: ['loose'],
  },
  {
    name: 'an invalid time is not',
    input: line('loose', [
      { ...call('ls'), at: 'yesterday' },
      { ...call('ls'), at: '2025-99-99T00:00' },
    ]),
    code: 2,
    traces: ['loose'],
    says: [/left out events 0, 1: EVENT_FIELD\. `at`/],
  },
  {
    name: 'quiet prints problems but no notes',
    input: `${line('newer', [{ kind: 'telepathy' }])}oops\n`,
    args: ['--quiet'],
    code: 2,
    traces: ['newer'],
    says: [/^error: [^\n]+\n$/],
  },
];

describe.each(['a file', 'standard input'])('scan --json from %s', (from) => {
  it.each(rows)('$name', async ({ input, code, traces, says, args = [] }) => {
    const file = inFolder({ 'traces.jsonl': input })('traces.jsonl');
    const path = from === 'a file' ? file : '-';
    const ran = await runCli([...SCAN, ...args, path], { stdin: input });
    expect({ code: ran.code, traces: ids(ran.out) }, ran.err).toEqual({ code, traces });
    const place = from === 'a file' ? file : '(stdin)';
    const err = ran.err.replaceAll(place, 'FILE');
    if (says === undefined) expect(err).toBe('');
    else for (const text of says) expect(err).toMatch(text);
  });
});

describe('scan and large input', () => {
  it('reads a line of 20 MB', async () => {
    const big = line('big', [call('cat big', 'x'.repeat(20_000_000)), ...repeats(4)]);
    const ran = await runCli([...SCAN, inFolder({ 'big.jsonl': big + FINE })('big.jsonl')]);
    expect(ids(ran.out)).toEqual(['big', 'fine']);
    expect(ran.code).toBe(1);
  });

  it('reports a line of 200 MB and continues after it, in little memory', async () => {
    const piece = Buffer.alloc(8 * 1024 * 1024, 'x');
    async function* huge(): AsyncGenerator<Uint8Array> {
      for (let i = 0; i < 25; i++) yield await Promise.resolve(piece);
      yield* chunksOf(`\n${FINE}`);
    }
    const entries = [];
    for await (const entry of readTraces('huge.jsonl', huge())) entries.push(entry);
    expect(entries).toMatchObject([
      { kind: 'bad', place: { line: 1 }, problem: 'is longer than 32 MiB and was skipped' },
      { kind: 'trace', place: { line: 2 }, trace: { id: 'fine' } },
    ]);
  });

  it.each([
    ['a line', LOOP],
    ['a document over many lines', JSON.stringify(JSON.parse(LOOP), null, 2)],
  ])('%s may be as long as the option says', async (_, text) => {
    const file = inFolder({ 'a.jsonl': text })('a.jsonl');
    const longest = Math.max(...text.split('\n').map(({ length }) => length), text.length - 1);
    const tight = await runCli([...SCAN, file, '--max-line', `${(longest - 1) / 1024 / 1024}`]);
    expect(tight).toMatchObject({ code: 2, out: '' });
    expect(tight.err).toMatch(/:1: is longer than \d+ bytes and was skipped\. Allow for it with --max-line/);
    const wide = await runCli([...SCAN, file, '--max-line', `${(longest + 1) / 1024 / 1024}`]);
    expect({ ids: ids(wide.out), err: wide.err }).toEqual({ ids: ['loop'], err: '' });
  });

  it('splits a run that would not fit into memory, and says so', async () => {
    const answer = (i: number): string =>
      JSON.stringify({ role: 'assistant', content: `${i} ${'word '.repeat(20)}` });
    const text = Array.from({ length: 50 }, (_, i) => answer(i)).join('\n');
    const entries = [];
    for await (const entry of readTraces('long.jsonl', chunksOf(text), { maxHeld: 4000 }))
      entries.push(entry);
    const traces = entries.flatMap((entry) => (entry.kind === 'trace' ? [entry.trace] : []));
    expect(traces.length).toBeGreaterThan(1);
    expect(new Set(traces.map(({ id }) => id))).toEqual(new Set(['long.jsonl']));
    expect(traces.flatMap(({ events }) => events)).toHaveLength(50);
    expect(entries.filter(({ kind }) => kind === 'note')).toHaveLength(traces.length - 1);
  });

  it('24: reports three problems of a file and counts the rest', async () => {
    const ran = await runCli(['scan', '--json'], { stdin: 'oops\n'.repeat(50) });
    expect(ran.err.split('\n')).toHaveLength(5);
    expect(ran.err).toMatch(/\(stdin\): … and 47 more like these\. See them: rutbreak scan --verbose\n$/);
  });

  it('stops if the reader closes the pipe', async () => {
    const ran = await runCli(SCAN, { stdin: LOOP.repeat(1000), closesAfter: 3 });
    expect(ids(ran.out)).toHaveLength(3);
    expect(ran.code).toBe(1);
  });
});

describe('scan and its options', () => {
  it('lists the presets if it does not know one', async () => {
    const ran = await runCli(['scan', '--preset', 'nope'], { stdin: LOOP });
    expect(ran).toMatchObject({ code: 2, out: '' });
    for (const preset of PRESETS) expect(ran.err).toContain(preset);
  });

  it.each(PRESETS)('judges by preset %s', async (preset) => {
    const ran = await runCli(['scan', '--json', '--preset', preset], { stdin: FINE });
    expect({ code: ran.code, traces: ids(ran.out) }).toEqual({ code: 0, traces: ['fine'] });
  });

  it.each([
    ['an unknown option', ['scan', '--nope']],
    ['an unknown command', ['scam']],
  ])('%s is bad usage', async (_, args) => {
    const ran = await runCli(args);
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).not.toBe('');
  });

  it.each([
    [['--version'], /^1\.2\.3\n$/],
    [['-v'], /^1\.2\.3\n$/],
    [['--help'], /scan/],
    [['scan', '--help'], /Examples:[^]+Exit code:/],
  ])('%j prints to standard output', async (args, text) => {
    const ran = await runCli(args);
    expect(ran).toEqual({ code: 0, out: expect.stringMatching(text), err: '' });
  });

  it('its help fits into 80 columns', async () => {
    const { out } = await runCli(['scan', '--help'], { columns: 80 });
    expect(Math.max(...out.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
  });
});
