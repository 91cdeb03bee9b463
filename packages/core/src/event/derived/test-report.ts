/** A failed test run, according to its output. */
export interface TestFailure {
  /** The exception's name, if there is one. */
  readonly type: string;
  /** The first failure, in one line. */
  readonly message: string;
}

const N = '[1-9]\\d*';

/** The summary lines of failed runs, by test runner. */
const SUMMARIES = [
  // pytest
  `=* ?${N} (?:failed|errors?)\\b.* in \\d[\\d.]*s`,
  // jest, vitest
  `(?:Tests|Test Suites): +(?:\\d+ \\w+, )*${N} failed\\b`,
  `(?:Tests|Test Files) +${N} failed\\b`,
  // go
  'FAIL(?:\\t.*)?$',
  // cargo
  'test result: FAILED\\b',
  // mocha, bun
  `${N} failing\\b`,
  `${N} fail$`,
  // PHPUnit
  `Tests: \\d+, .*(?:Failures|Errors): ${N}`,
  // JUnit under Maven and Gradle
  `(?:\\[ERROR\\] +)?Tests run: \\d+, .*(?:Failures|Errors): ${N}`,
  `\\d+ tests? completed, ${N} failed\\b`,
  // unittest, Deno
  'FAILED \\((?:failures|errors)=',
  'FAILED \\| ',
  // RSpec, Minitest
  `\\d+ examples?, ${N} failures?\\b`,
  `\\d+ runs, .*\\b${N} (?:failures|errors)\\b`,
  // TAP and Node
  `[#ℹ] fail ${N}\\b`,
  // .NET, CTest
  `Failed! +- Failed: +${N}\\b`,
  `\\d+% tests passed, ${N} tests? failed\\b`,
];

/** Every summary contains one of these; most outputs contain none, and this search is cheaper. */
const SIGNS = ['ail', 'AIL', 'rror'];

const SUMMARY = new RegExp(`^[ \\t]*(?:${SUMMARIES.join('|')})`, 'm');

/** A line that names one failed test. */
const NAMED = new RegExp(
  [
    '^FAILED \\S*[/.:]\\S*',
    '^ERROR \\S+\\.\\S+',
    '^(?:FAIL|ERROR): \\S+',
    '^--- FAIL: \\S+',
    '^test .+ \\.\\.\\. FAILED',
    '^(?:●|✕|×|✗|✖) \\S',
    '^\\d+\\) \\S',
    '^not ok \\d+',
    '^\\[ERROR\\] +\\S+\\.\\S+:\\d+',
    '^\\S.* > .* FAILED$',
  ].join('|'),
);
/** A line that names a file with failed tests. */
const FILE = /^FAIL\s+\S*[/.]\S/;
const EXCEPTION = /\b([A-Z]\w*(?:Error|Exception))\b/;
/** A line that starts with an exception, as runners print it. */
const RAISED = /^(?:E\s+)?(?:[\w.]+\.)?([A-Z]\w*(?:Error|Exception))\b/;
/** The duration differs each time. */
const TOOK = /\s*(?:in )?[([]?\d+(?:\.\d+)? ?m?s[)\]]?$/;
/** Around the summary of pytest. */
const RULE = /^=+ | =+$/g;

/** The middle of a longer output is not read: failures stand at its ends. */
const END = 16_384;
const MAX_MESSAGE = 200;
/** A longer line does not belong to a report. */
const MAX_LINE = 400;

/** `undefined` if the output shows no failed test run. */
export function readTestFailure(output: string): TestFailure | undefined {
  const text = plain(output);
  if (!SIGNS.some((sign) => text.includes(sign))) return undefined;
  const summary = SUMMARY.exec(text)?.[0];
  if (summary === undefined) return undefined;
  const lines = text.split('\n').map((line) => line.trim().slice(0, MAX_LINE));
  const failure =
    lines.find((line) => NAMED.test(line)) ??
    lines.find((line) => FILE.test(line)) ??
    summary.trim().slice(0, MAX_LINE);
  const raised = EXCEPTION.exec(failure) ?? lines.map((line) => RAISED.exec(line)).find((found) => found);
  return {
    type: raised?.[1] ?? 'test',
    message: failure.replace(RULE, '').slice(0, MAX_MESSAGE).replace(TOOK, ''),
  };
}

/** Colours of a terminal. */
const COLOUR = /\u001b\[[\d;]*m/g;

function plain(output: string): string {
  const text = output.length > 2 * END ? `${output.slice(0, END)}\n${output.slice(-END)}` : output;
  return text.includes('\u001b') ? text.replace(COLOUR, '') : text;
}
