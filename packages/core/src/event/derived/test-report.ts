/** A failed run of tests, as its output tells. */
export interface TestFailure {
  /** The exception's name where there is one. */
  readonly type: string;
  /** The first failure, in one line. */
  readonly message: string;
}

const N = '[1-9]\\d*';

/** How test runners end a run that failed. */
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

/** Every summary has one of these; most outputs have none, and a search for them is cheaper. */
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
/** A line that begins with an exception, as runners show it. */
const RAISED = /^(?:E\s+)?(?:[\w.]+\.)?([A-Z]\w*(?:Error|Exception))\b/;
/** How long it took is another number each time. */
const TOOK = /\s*(?:in )?[([]?\d+(?:\.\d+)? ?m?s[)\]]?$/;
/** Around the summary of pytest. */
const RULE = /^=+ | =+$/g;

/** Beyond this, the middle of an output is not read: failures stand at its ends. */
const END = 16_384;
const MAX_MESSAGE = 200;
/** What is longer is no line of a report. */
const MAX_LINE = 400;

/** `undefined` where the output shows no failed run of tests. */
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
