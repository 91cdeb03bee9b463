import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TraceReport } from '../../scan/trace-report.js';
import { chunksOf, runCli } from '../../testing/run-cli.js';
import { fieldsOf } from '../fields.js';
import { readTraces } from '../read-traces.js';
import type { Entry } from '../trace.js';

/**
 * Files that the real programs wrote while a scripted model asked for calls; the programs' own prompts are
 * omitted.
 */
const RECORDED = join(import.meta.dirname, '../recorded');
const FAILING = 'cat missing-config.yaml';

async function entriesOf(file: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  const bytes = readFileSync(join(RECORDED, file));
  for await (const entry of readTraces(file, chunksOf(bytes))) entries.push(entry);
  return entries;
}

describe.each([
  ['claude-code-2.1.325.jsonl', { agent: 'claude-code', calls: 6, failed: 5, rounds: 6 }],
  ['claude-code-2.1.325-subagent.jsonl', { agent: 'claude-code', calls: 2, failed: 2, rounds: 2 }],
  ['codex-0.166.0.jsonl', { agent: 'codex', calls: 6, failed: 4, rounds: 0 }],
  ['gemini-cli-0.61.0.jsonl', { agent: 'gemini-cli', calls: 6, failed: 4, rounds: 5 }],
  ['qwen-code-0.24.4.jsonl', { agent: 'qwen-code', calls: 6, failed: 4, rounds: 5 }],
  ['copilot-cli-1.0.102.jsonl', { agent: 'copilot-cli', calls: 6, failed: 4, rounds: 5 }],
  ['cline-3.0.65.messages.json', { agent: 'cline', calls: 3, failed: 3, rounds: 3 }],
])('the recorded file %s', (file, { agent, calls, failed, rounds }) => {
  it('has the calls, results and failures that the model asked for, in one trace', async () => {
    const entries = await entriesOf(file);
    expect(entries.map(({ kind }) => kind)).toEqual(['trace']);
    const trace = entries.flatMap((entry) => (entry.kind === 'trace' ? [entry.trace] : []))[0];
    const made = (trace?.events ?? []).map(fieldsOf).filter(({ kind }) => kind === 'call');
    expect({
      agent: trace?.agent,
      attempts: (trace?.events ?? []).filter((event) => fieldsOf(event)['kind'] === 'attempt').length,
      calls: made.length,
      failed: made.filter(({ isError }) => isError === true).length,
      rounds: new Set(made.flatMap(({ round }) => (typeof round === 'number' ? [round] : []))).size,
    }).toEqual({ agent, attempts: 0, calls, failed, rounds });
  });

  it('has equal results for equal failures, and one prompt of the user', async () => {
    const [entry] = await entriesOf(file);
    const events = (entry?.kind === 'trace' ? entry.trace.events : []).map(fieldsOf);
    const failures = events.filter(({ isError }) => isError === true).map(({ result }) => result);
    const masked = failures.map((result) => String(result).replace(/Chunk ID: \w+|[\d.]+ seconds/g, ''));
    expect(new Set(masked).size).toBe(1);
    expect(events.filter(({ role, reason }) => role === 'user' && reason === 'prompt')).toHaveLength(1);
  });
});

describe('a scan of recorded files', () => {
  it.each([
    ['claude-code-2.1.325.jsonl'],
    ['codex-0.166.0.jsonl'],
    ['gemini-cli-0.61.0.jsonl'],
    ['qwen-code-0.24.4.jsonl'],
    ['copilot-cli-1.0.102.jsonl'],
  ])('finds the loop in %s', async (file) => {
    const { code, out, err } = await runCli(['scan', '--json', join(RECORDED, file)]);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    const { verdict, interventions } = JSON.parse(out) as TraceReport;
    expect([verdict, ...interventions.map(({ rung }) => rung)]).toEqual(
      expect.arrayContaining(['looping', 'nudge']),
    );
    expect(out).toContain(FAILING);
  });
});

const rename = (file: string, from: string, to: string): string =>
  readFileSync(join(RECORDED, file), 'utf8').replaceAll(from, to);

describe('lines of an unknown shape', () => {
  it('make a file unreadable if no call is left: it must not count as healthy', async () => {
    const stdin = rename('qwen-code-0.24.4.jsonl', '"parts":', '"pieces":');
    const { code, out, err } = await runCli(['scan', '-'], { stdin });
    expect(code).toBe(2);
    expect(out).not.toContain('healthy');
    expect(err).toMatch(/no tool call was read: 13 lines not understood, first at line 1 \(type "user"\)/);
  });

  it('are counted in a note if calls were read', async () => {
    const stdin = rename('claude-code-2.1.325.jsonl', '"atis-latch"', '"unheard-of"');
    const { code, err } = await runCli(['scan', '-'], { stdin });
    expect(code).toBe(1);
    expect(err).toBe('note: (stdin): 3 lines not understood, first at line 4 (type "unheard-of").\n');
  });
});

describe('a transcript in which no call was read', () => {
  const said = (id: string): string =>
    `${JSON.stringify({ type: 'user', sessionId: id, message: { role: 'user', content: 'Hello.' } })}\n`;

  it('is told of, and is not taken for a good result', async () => {
    const { code, err } = await runCli(['scan', '-'], { stdin: said('a') });
    expect(code).toBe(2);
    expect(err).toMatch(/^error: scan: no tool call was read, only what was said\. If the agent used tools/);
  });

  it('is nothing special beside others with calls', async () => {
    const stdin = said('a') + readFileSync(join(RECORDED, 'claude-code-2.1.325.jsonl'), 'utf8');
    expect(await runCli(['scan', '-'], { stdin })).toMatchObject({ code: 1, err: '' });
  });
});
