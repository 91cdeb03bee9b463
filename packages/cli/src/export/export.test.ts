import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { TraceReport } from '../report/report.js';
import { folderOf, runCli } from '../testing/run-cli.js';
import { disguiseWith } from './disguise.js';

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

  it('holds no secret and no name, wherever it stood', async () => {
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
    ['keeps counts and times', 'page 12 at 10:22:03 on 2026-05-01', 'page 12 at 10:22:03 on 2026-05-01'],
  ])('%s', (_, text, expected) => {
    expect(disguise(text).replace(/\bpage\b/, 'page')).toBe(expected);
  });
  it('gives equal words equal ones, and others others', () => {
    const [a, b, c] = disguise('zebra Zebra giraffe').split(' ');
    expect(a).toBe(b?.toLowerCase());
    expect(c).not.toBe(a);
    expect(disguise('zebra')).toBe(a);
  });
});

describe.each(['looping', 'healthy'])('corpus/%s exported without content', async (folder) => {
  const file = join(home.path, `${folder}.jsonl`);
  const before = await reportsOf(join(CORPUS, folder), '--export', file, '--redact');
  const after = await reportsOf(file);

  it('gives the same verdicts at the same events; where likeness is estimated, one in a hundred may differ', () => {
    const differ = before.reports.filter(
      (report, i) => JSON.stringify(found(report)) !== JSON.stringify(found(after.reports[i]!)),
    );
    expect(after.reports).toHaveLength(before.reports.length);
    expect(differ.length, differ.map(({ trace }) => trace).join(', ')).toBeLessThanOrEqual(
      before.reports.length / 100,
    );
    const told = differ.length === 0 ? 'all' : String(differ.length);
    expect(before.err).toContain(`has ${before.reports.length} traces, ${told} of them judged`);
  });
});
