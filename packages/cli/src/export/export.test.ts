import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { TraceReport } from '../scan/trace-report.js';
import { folderOf, runCli } from '../testing/run-cli.js';
import { disguiseWith } from './disguise.js';
import { KEPT_WORDS } from './kept-words.js';
import { redactTrace } from './redact-trace.js';

const CORPUS = join(import.meta.dirname, '../../../../corpus');
const home = folderOf({});
afterAll(home.remove);

async function reportsOf(...args: string[]): Promise<{ reports: TraceReport[]; err: string }> {
  const { out, err } = await runCli(['scan', '--json', ...args]);
  const lines = out.split('\n').filter((line) => line !== '');
  return { reports: lines.map((line) => JSON.parse(line) as TraceReport), err };
}
const found = ({ verdict, interventions }: TraceReport): unknown => [
  verdict,
  interventions.map(({ event, category }) => `${category} @${event}`),
];

describe('what is exported', () => {
  const secrets = [
    'sk-live-9aF3kQ0zLmN7pRt2VxYb',
    'hunter2-correct-horse',
    '4111 1111 1111 1111',
    '078-05-1120',
    'alice.example@corp.internal',
    '/home/alice/clients/acme',
    'Grüße aus Köln',
  ];

  it('contains no secret and no name, in any position', async () => {
    const events = secrets.flatMap((secret) => [
      {
        kind: 'call',
        tool: 'Bash',
        args: { command: `curl -H ${secret}`, [secret]: 1 },
        result: { out: [secret] },
      },
      { kind: 'message', text: `I use ${secret} now.` },
      ...Array.from(secret, (sign) => ({ kind: 'delta', text: sign })),
      { kind: 'turn', role: 'user', reason: 'prompt', text: secret },
    ]);
    const { path } = folderOf({ 'a.jsonl': JSON.stringify({ id: secrets.join(' '), events }) });
    const file = join(home.path, 'secrets.jsonl');
    await reportsOf(join(path, 'a.jsonl'), '--export', file, '--redact');
    const text = readFileSync(file, 'utf8');
    const streamed = (JSON.parse(text) as { events: { kind: string; text: string }[] }).events
      .flatMap((event) => (event.kind === 'delta' ? [event.text] : []))
      .join('');
    for (const secret of secrets) {
      for (const part of secret.match(/[\p{L}\p{N}]{4,}/gu) ?? []) {
        expect(text.toLowerCase()).not.toContain(part.toLowerCase());
        expect(streamed.toLowerCase()).not.toContain(part.toLowerCase());
      }
    }
  });

  it('is the trace itself without --redact', async () => {
    const events = [{ kind: 'message', text: 'as it was' }];
    const file = join(home.path, 'plain.jsonl');
    const { path, remove } = folderOf({ 'a.jsonl': JSON.stringify({ id: 'a', model: 'm', events }) });
    await reportsOf(join(path, 'a.jsonl'), '--export', file);
    remove();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ version: 1, id: 'a', model: 'm', events });
  });

  it.each([
    ['a folder that is not there', ['--export', '/nowhere/at/all.jsonl'], /^error: --export: ENOENT/],
    ['--redact alone', ['--redact'], /^error: --redact needs --export FILE/],
    ['--salt alone', ['--salt', 'x', '--export', '/tmp/x'], /^error: --salt needs --redact/],
  ])('%s is bad usage', async (_, args, says) => {
    const ran = await runCli(['scan', join(CORPUS, 'healthy'), ...args]);
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(says);
  });
});

describe('a disguise', () => {
  const disguise = disguiseWith('key');
  it.each([
    ['keeps the words that detectors look for', 'Error: file not found', 'Error: file not found'],
    ['keeps counts and times', '12, 10:22:03, 2026-05-01', '12, 10:22:03, 2026-05-01'],
  ])('%s', (_, text, expected) => {
    expect(disguise(text)).toBe(expected);
  });
  it('keeps the length and the first digits of a longer number', () => {
    expect(disguise('83412 bytes, 83412')).toMatch(/^(834\d\d) [a-z]{5}, \1$/);
    expect(disguise('83412')).not.toBe('83412');
  });
  it('replaces a UUID by another one', () => {
    const id = '90843cbb-af5a-44ec-aae7-e6a96afb793c';
    expect(disguise(id)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(disguise(id)).not.toBe(id);
  });
  it('replaces equal words by equal ones, and different words by different ones', () => {
    const [a, b, c] = disguise('zebra Zebra giraffe').split(' ');
    expect(a).toBe(b?.toLowerCase());
    expect(c).not.toBe(a);
    expect(disguise('zebra')).toBe(a);
  });
});

describe('a redacted trace', () => {
  const letters = 'abcdefgilmnoprstu';
  const word = fc.string({ unit: fc.constantFrom(...Array.from(letters)), minLength: 4, maxLength: 12 });
  const texts = fc.array(fc.oneof(word, fc.constantFrom('error', 'not', 'found', '-', '12')), {
    maxLength: 8,
  });
  const event = texts.map((words) => ({
    kind: 'call',
    tool: words[0] ?? 'tool',
    args: { [words[1] ?? 'path']: words.join(' '), nested: [{ deep: words.join('/') }] },
    result: words.join('\n'),
  }));
  const wordsIn = (value: unknown): string[] =>
    (
      JSON.stringify(value)
        .replaceAll('\\n', ' ')
        .match(/\p{L}{4,}/gu) ?? []
    ).map((one) => one.toLowerCase());

  it('has no word of more than three letters that is not in the public vocabulary', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 6 }), (events) => {
        const fields = new Set([...wordsIn({ kind: 'call', tool: '', args: 0, result: 0 }), ...KEPT_WORDS]);
        const given = new Set(wordsIn(events).filter((one) => !fields.has(one)));
        const { id, events: written } = redactTrace({ id: 'secret name', events }, Buffer.from('salt'));
        expect(id).toMatch(/^trace-[0-9a-f]{12}$/);
        expect(wordsIn(written).filter((one) => given.has(one))).toEqual([]);
      }),
    );
  });

  it('is fixed by the salt', () => {
    const trace = { id: 'a', events: [{ kind: 'message', text: 'zebras eat grass' }] };
    const [a, b, c] = ['x', 'x', 'y'].map((salt) => redactTrace(trace, Buffer.from(salt)));
    expect(a).toEqual(b);
    expect(c).not.toEqual(a);
    expect(redactTrace(trace, Buffer.from('x'), 1).events).not.toEqual(a?.events);
  });
});

describe.each(['looping', 'healthy'])('corpus/%s exported without content', async (folder) => {
  const file = join(home.path, `${folder}.jsonl`);
  const before = await reportsOf(join(CORPUS, folder), '--export', file, '--redact');
  const after = await reportsOf(file);

  it('gives the same verdicts at the same events; if similarity is estimated, two in a hundred may differ', () => {
    const differ = before.reports.filter(
      (report, i) => JSON.stringify(found(report)) !== JSON.stringify(found(after.reports[i]!)),
    );
    expect(after.reports).toHaveLength(before.reports.length);
    expect(differ.length, differ.map(({ trace }) => trace).join(', ')).toBeLessThanOrEqual(
      before.reports.length / 50,
    );
    const told = differ.length === 0 ? 'with the same verdicts' : `${differ.length} with another verdict`;
    expect(before.err).toContain(`has ${before.reports.length} traces, ${told}`);
  });
});
