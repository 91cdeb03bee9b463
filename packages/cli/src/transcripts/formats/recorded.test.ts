import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TraceReport } from '../../scan/trace-report.js';
import { chunksOf, folderOf, runCli } from '../../testing/run-cli.js';
import { REAL_AGENTS } from '../../testing/e2e/agents/index.js';
import { fieldsOf } from '../fields.js';
import { readTraces } from '../read-traces.js';
import type { Entry } from '../trace.js';

/**
 * Files that the real programs wrote while a scripted model asked for calls (`npm run e2e:agents -- --record`); the
 * programs' own texts are omitted.
 */
const RECORDED = join(import.meta.dirname, '../recorded');
const FAILING = 'cat missing-config.yaml';

async function entriesOf(file: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  const bytes = readFileSync(join(RECORDED, file));
  for await (const entry of readTraces(file, chunksOf(bytes))) entries.push(entry);
  return entries;
}

/** The file of a real program's version; a test fails until `npm run e2e:agents -- --record` has renewed it. */
function fileOf(agent: string, end = '.jsonl'): string {
  const real = REAL_AGENTS.find((one) => one.agent === agent);
  return `${agent}-${real?.version}${end}`;
}

const CLAUDE = fileOf('claude-code');
const QWEN = fileOf('qwen');

describe.each([
  [CLAUDE, { agent: 'claude-code', calls: 7, failed: 4, rounds: 6 }],
  [fileOf('claude-code', '-subagent.jsonl'), { agent: 'claude-code', calls: 2, failed: 2, rounds: 2 }],
  [fileOf('codex'), { agent: 'codex', calls: 6, failed: 4, rounds: 0 }],
  [fileOf('gemini'), { agent: 'gemini-cli', calls: 6, failed: 4, rounds: 5 }],
  [QWEN, { agent: 'qwen-code', calls: 6, failed: 4, rounds: 5 }],
  [fileOf('copilot'), { agent: 'copilot-cli', calls: 6, failed: 4, rounds: 5 }],
  [fileOf('cline', '.messages.json'), { agent: 'cline', calls: 6, failed: 4, rounds: 5 }],
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
    [CLAUDE, FAILING],
    [fileOf('codex'), FAILING],
    [fileOf('gemini'), FAILING],
    [QWEN, FAILING],
    [fileOf('copilot'), FAILING],
    [fileOf('cline', '.messages.json'), 'run_commands'],
  ])('finds the loop in %s, and names it: %s', async (file, action) => {
    const { code, out, err } = await runCli(['scan', '--json', join(RECORDED, file)]);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    const { verdict, interventions } = JSON.parse(out) as TraceReport;
    expect([verdict, ...interventions.map(({ rung }) => rung)]).toEqual(
      expect.arrayContaining(['looping', 'nudge']),
    );
    expect(out).toContain(action);
  });
});

const rename = (file: string, from: string, to: string): string =>
  readFileSync(join(RECORDED, file), 'utf8').replaceAll(from, to);

describe('lines of an unknown shape', () => {
  it('make a file unreadable if no call is left: it must not count as healthy', async () => {
    const stdin = rename(QWEN, '"parts":', '"pieces":');
    const { code, out, err } = await runCli(['scan', '-'], { stdin });
    expect(code).toBe(2);
    expect(out).not.toContain('healthy');
    expect(err).toMatch(/no tool call was read: 13 lines not understood, first at line 1 \(type "user"\)/);
  });

  it('are counted in a note if calls were read', async () => {
    const stdin = rename(CLAUDE, '"atis-latch"', '"unheard-of"');
    const { code, err } = await runCli(['scan', '-'], { stdin });
    expect(code).toBe(1);
    const strange = stdin.split('\n').flatMap((line, i) => (line.includes('"unheard-of"') ? [i + 1] : []));
    expect(err).toBe(
      `note: (stdin): ${strange.length} lines not understood, first at line ${strange[0]} (type "unheard-of").\n`,
    );
  });
});

describe('calls of an unknown shape', () => {
  it.each([
    [CLAUDE, '"type":"tool_use"', '"type":"tool_ask"'],
    [fileOf('codex'), '"type":"function_call"', '"type":"tool_ask"'],
    [fileOf('gemini'), '"toolCalls":', '"asks":'],
    [QWEN, '"functionCall":', '"ask":'],
    [fileOf('copilot'), '"toolRequests":', '"asks":'],
    [fileOf('cline', '.messages.json'), '"type": "tool_use"', '"type": "tool_ask"'],
  ])('make %s unreadable, also beside a file that is read', async (file, from, to) => {
    const folder = folderOf({ [`changed-${file}`]: rename(file, from, to) });
    const read = join(RECORDED, file === QWEN ? CLAUDE : QWEN);
    const { code, out, err } = await runCli(['scan', '--json', join(folder.path, `changed-${file}`), read]);
    folder.remove();
    expect(code).toBe(2);
    expect(err).toContain('no tool call was read');
    expect(out.trim().split('\n')).toHaveLength(1);
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
    const stdin = said('a') + readFileSync(join(RECORDED, CLAUDE), 'utf8');
    expect(await runCli(['scan', '-'], { stdin })).toMatchObject({ code: 1, err: '' });
  });
});
