import { describe, expect, it } from 'vitest';
import type { Intervention, TraceReport } from '../scan/trace-report.js';
import { addTrace, NO_TOTALS } from './totals.js';
import { terminalReport } from './terminal.js';
import { cut, cutMiddle, escapeText, shortNumber, textWidth } from '../text.js';

const act = (
  event: number,
  rung: Intervention['rung'],
  brief = 'Bash(git status) called 3x',
): Intervention => ({
  event,
  rung,
  category: 'TOOL_PARAMETER_DRIFT',
  score: 0.9,
  detectors: ['tool-repetition'],
  brief,
});
const report = (more: Partial<TraceReport> = {}): TraceReport => ({
  trace: 'run-1',
  verdict: 'looping',
  events: 12,
  interventions: [act(4, 'nudge'), act(5, 'redirect')],
  wasted: { calls: 3, tokens: 12_345 },
  ...more,
});
const NOW = Date.parse('2026-05-03T10:00:00Z');
const ORIGIN = {
  agent: 'codex',
  project: 'shop',
  tools: ['Bash'],
  prompt: 'Fix the parser',
  when: NOW - 2 * 86_400_000,
};

function show(
  reports: TraceReport[],
  {
    columns = 80,
    isColourful = false,
    isQuiet = false,
    hasAll = true,
    limit = 0,
    isVerbose = false,
    problems = 0,
    file = 'a.jsonl',
    line = 1,
  } = {},
): string {
  const terminal = terminalReport({ columns, isColourful, isQuiet, hasAll, limit, isVerbose, now: NOW });
  const totals = reports.reduce((sum, one) => addTrace(sum, one, ORIGIN), NO_TOTALS);
  const place = { file, line };
  return (
    reports.map((one) => terminal.trace(one, place, ORIGIN)).join('') + terminal.end({ ...totals, problems })
  );
}
// Characters that act on a terminal, except line ends.
const ACTIVE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

describe('the loops', () => {
  const calm = { verdict: 'healthy', interventions: [], wasted: { calls: 0, tokens: null } } as const;
  const wasting = (trace: string, calls: number): TraceReport =>
    report({ trace, wasted: { calls, tokens: null } });

  it('9: appear alone, worst first, each with the command that explains it', () => {
    const out = show([wasting('few', 2), report({ trace: 'fine', ...calm }), wasting('many', 9)], {
      hasAll: false,
    });
    expect(out).not.toContain('fine');
    expect(out.match(/explain .*/g)).toEqual(['explain a.jsonl --trace many', 'explain a.jsonl --trace few']);
    expect(out).toContain('3 traces, 36 events: 2 looping, 0 suspicious, 1 healthy.');
  });

  it('9: are cut after the limit, and the rest is counted', () => {
    const out = show([wasting('few', 2), wasting('some', 5), wasting('many', 9)], {
      hasAll: false,
      limit: 1,
    });
    expect(out.match(/explain .*/g)).toEqual(['explain a.jsonl --trace many']);
    expect(out).toContain('… and 2 more loops: see them with --limit 0\n');
  });

  it('8: below the first line of a file are named by their line, which explain takes', () => {
    const out = show([wasting('a run with a long name', 2)], { hasAll: false, line: 7, columns: 60 });
    expect(out).toContain('  → rutbreak explain a.jsonl:7\n');
  });

  it('8: without a wasted call say nothing of waste', () => {
    expect(show([wasting('text', 0)], { hasAll: false })).not.toContain('0 calls wasted');
  });

  it('8: each have a place, a project, an age, what was repeated, what it cost, and the first prompt', () => {
    expect(show([report()], { hasAll: false })).toMatchInlineSnapshot(`
      "a.jsonl:1  run-1  codex, in shop, 2d ago
        TOOL_PARAMETER_DRIFT  Bash(git status) called 3x
        3 calls wasted (12.3k tokens); nudge at event 4, later redirect
        "Fix the parser"
        → rutbreak explain a.jsonl --trace run-1

      1 trace, 12 events: 1 looping, 0 suspicious, 0 healthy. 3 calls wasted (12.3k tokens).
      "
    `);
  });

  it.each([60, 80, 120])('fit into %i columns', (columns) => {
    const long = ['x'.repeat(300), '日本語'.repeat(40), '\u001b[31m'.repeat(20)];
    const all = long.map((text) => report({ trace: text, interventions: [act(4, 'nudge', text)] }));
    const lines = show(all, { columns, hasAll: false }).split('\n').slice(0, -2);
    expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(columns);
  });

  it('split a long command so that it can still be copied', () => {
    const out = show([wasting('0f3c2b1a-6c64-47cf-a50b-4387cf57a843', 2)], {
      ...{ columns: 60, hasAll: false, file: 'runs/of-may/a.jsonl' },
    });
    expect(out).toContain(
      '  → rutbreak explain runs/of-may/a.jsonl \\\n      --trace 0f3c2b1a-6c64-47cf-a50b\n',
    );
  });

  it('verbose: list every intervention', () => {
    const out = show([report()], { hasAll: false, isVerbose: true });
    expect(out).toMatch(/#4 +nudge +TOOL_PARAMETER_DRIFT[^]+#5 +redirect +TOOL_PARAMETER_DRIFT/);
  });

  it('are named by a prefix of a long name, quoted if a shell needs it', () => {
    const [id, odd] = ['0f3c2b1a-6c64-47cf-a50b-4387cf57a843', "it's $(me)"];
    const out = show([wasting(id, 2), wasting(odd, 1)], { hasAll: false });
    expect(out).toContain('--trace 0f3c2b1a-6c64-47cf-a50b\n');
    expect(out).toContain(`--trace 'it'\\''s $(me)'\n`);
  });
});

describe('the table', () => {
  it('has one row per trace, findings below it, and totals', () => {
    const healthy = report({
      trace: 'run-2',
      verdict: 'healthy',
      interventions: [],
      wasted: { calls: 0, tokens: null },
    });
    expect(show([report(), healthy])).toMatchInlineSnapshot(`
      "VERDICT     TRACE                       EVENTS  FIRST @EVENT      WASTED  TOKENS
      looping     run-1                           12  nudge @4               3   12.3k
                  TOOL_PARAMETER_DRIFT  Bash(git status) called 3x
      healthy     run-2                           12

      2 traces, 24 events: 1 looping, 0 suspicious, 1 healthy. 3 calls wasted (12.3k tokens).
      "
    `);
  });

  it('shows a mere observation only if nothing more happened', () => {
    const noted = [act(1, 'observe', 'a note'), act(7, 'nudge', 'a loop')];
    expect(show([report({ interventions: noted })])).toMatch(/nudge @7[^]+a loop/);
    expect(show([report({ interventions: noted.slice(0, 1) })])).toMatch(/observe @1[^]+a note/);
  });

  it('omits healthy traces in quiet mode, but counts them', () => {
    const text = show([report({ trace: 'well', verdict: 'healthy', interventions: [] })], { isQuiet: true });
    expect(text).not.toContain('well');
    expect(text).toContain('1 trace, 12 events: 0 looping, 0 suspicious, 1 healthy.');
  });

  it('prints nothing for no input', () => expect(show([])).toBe(''));

  it('reports that not everything could be read', () => {
    expect(show([report()], { problems: 2 })).toContain('2 problems in the input: see the messages.');
  });

  it.each([60, 80, 100, 120, 160, 400])('fits into %i columns for any content', (columns) => {
    const long = 'x'.repeat(300);
    const names = [
      'a',
      long,
      '日本語'.repeat(40),
      '🙂'.repeat(60),
      'e\u0301'.repeat(90),
      '\u001b[31m'.repeat(20),
    ];
    const all = names.map((trace) =>
      report({
        trace,
        events: 1_234_567,
        interventions: [act(123_456, 'redirect', trace), act(9, 'stop')],
        wasted: { calls: 98_765, tokens: 1e9 },
      }),
    );
    // The totals are a sentence; the terminal may wrap it.
    const rows = show(all, { columns }).split('\n').slice(0, -3);
    expect(Math.max(...rows.map(textWidth))).toBeLessThanOrEqual(Math.min(columns, 160));
  });

  it('lets nothing from a trace act on the terminal', () => {
    const evil = '\u001b]0;owned\u0007\u009b2J\r\n\u202egnp.exe';
    const text = show([report({ trace: evil, interventions: [act(1, 'nudge', evil)] })]);
    expect(text).not.toMatch(ACTIVE);
    expect(text.split('\n')).toHaveLength(6);
  });

  it('has colours only if allowed', () => {
    expect(show([report()])).not.toMatch(ACTIVE);
    expect(show([report()], { isColourful: true })).toContain('\u001b[31m');
  });
});

describe('texts', () => {
  it.each([
    ['plain', 'plain'],
    ['a\u001b[0m', 'a\\u{1b}[0m'],
    ['\u202eabc', '\\u{202e}abc'],
    ['lone \ud800 half', 'lone \\u{d800} half'],
    ['grün 日本 🙂', 'grün 日本 🙂'],
  ])('%j is shown as %j', (text, shown) => expect(escapeText(text)).toBe(shown));

  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1.0k'],
    [12_345, '12.3k'],
    [99_949, '99.9k'],
    [99_951, '100k'],
    [999_499, '999k'],
    [999_501, '1.0M'],
    [4_560_000, '4.6M'],
    [2_000_000_000, '2.0B'],
  ])('%i is short as %s', (value, text) => expect(shortNumber(value)).toBe(text));

  it('is cut at the end or in the middle', () => {
    expect([cut('abcdef', 6), cut('abcdef', 4), cutMiddle('abcdefgh', 8), cutMiddle('abcdefgh', 5)]).toEqual([
      'abcdef',
      'abc…',
      'abcdefgh',
      'ab…gh',
    ]);
    expect(cut('日本語', 4)).toBe('日…');
  });
});
