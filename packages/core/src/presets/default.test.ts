import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../event/event.js';
import type { ToolTrait } from '../event/tool-trait.js';
import { createGuard } from '../guard.js';
import { acts, actOf, play } from '../testing/play.js';
import { call, deltas, edit, error, failure, message, state, step, times, turn } from '../testing/trace.js';
import { range } from '../testing/trace.js';
import { PRESETS, DEFAULT_PRESET } from './index.js';

type Events = readonly AgentEvent[];
/** A loop, and the last event by which the guard must have acted. */
type Loops = readonly (readonly [name: string, by: number, events: Events])[];
type Works = readonly (readonly [name: string, events: Events])[];

const NAMES = [
  'ledger',
  'guests',
  'routes',
  'stock',
  'prices',
  'visits',
  'wagons',
  'pumps',
  'valves',
  'bolts',
  'hinges',
  'gears',
];
const name = (i: number): string => NAMES[i % NAMES.length]!;

const bash = (command: string, result: string, isError = false): AgentEvent =>
  call('Bash', { command }, result, { isError });
const read = (path: string, result: string, more = {}): AgentEvent => call('Read', { path, ...more }, result);
const change = (path: string, from: string, to: string): AgentEvent =>
  call('Edit', { path, old_string: from, new_string: to }, `The file ${path} has been updated.`);
const nightly = turn('nightly', { role: 'harness', reason: 'schedule' });
const compaction = turn('', { role: 'harness', reason: 'compaction' });
/** Lines that no other number produces. */
const page = (i: number, lines = 6): string =>
  range(lines)
    .map((k) => `${name(i)} ${name(k)} row ${i * lines + k} of the ${name(i + k)} table`)
    .join('\n');

/** The first event at which the guard intervenes. */
function firstAct(events: Events): number | undefined {
  return acts(play('default', events)).find(([, rung]) => rung !== 'observe')?.[0];
}

function mustDetect(rows: Loops): void {
  it.each(rows)('detects %s', (_, by, events) => {
    const at = firstAct(events);
    expect(at, 'nothing was said').toBeDefined();
    expect(at).toBeLessThanOrEqual(by);
  });
}

function mustLeaveAlone(rows: Works): void {
  it.each(rows)('leaves alone %s', (_, events) => {
    expect(firstAct(events)).toBeUndefined();
  });
}

it('is the preset of users who choose none', () => {
  expect(DEFAULT_PRESET).toBe('default');
  expect(PRESETS).toContain('default');
  expect(createGuard().preset).toBe('default');
});

describe('how much repetition is too much', () => {
  const status = bash('git status', 'nothing to commit, working tree clean');
  const broken = bash('make', 'undefined reference to crc32', true);
  const frozen = call('job_status', { id: 'j-1', wait_ms: 5000 }, 'state: queued behind the nightly batch');
  it.each([
    ['four identical calls that succeed are fine', times(4, status), undefined],
    ['the fifth is not', times(9, status), 4],
    ['two identical errors are fine', times(2, broken), undefined],
    ['the third is not', times(9, broken), 2],
    ['six unchanged polls with a wait are fine', times(6, frozen), undefined],
    ['the seventh is not', times(12, frozen), 6],
  ])('%s', (_, events, expected) => {
    expect(firstAct(events)).toBe(expected);
  });
});

describe('the same call with the same masked outcome', () => {
  const other = [
    { path: './src//a.ts', limit: 20 },
    { limit: '20', path: 'src/a.ts' },
    { path: 'src/lib/../a.ts', limit: 20, cursor: null },
    { path: ' src/a.ts', limit: 20, filter: '' },
    { path: 'src/a.ts', limit: 20.0 },
    { limit: 20, path: 'src\\a.ts' },
  ];
  mustDetect([
    [
      'a call whose result differs in clock and duration only',
      4,
      range(8).map((i) => bash('npm run lint', `[09:1${i}:0${i}] 3 warnings, done in ${310 + i} ms`)),
    ],
    [
      'a call whose result differs in clock, duration and process only',
      8,
      range(10).map((i) =>
        bash(
          'npm run lint',
          `[09:1${i}:0${i}] pid ${4000 + ((37 * i) % 91)}: 3 warnings, done in ${310 + i} ms`,
        ),
      ),
    ],
    [
      'a call whose result differs in ids and addresses only',
      5,
      range(8).map((i) =>
        call(
          'status',
          { job: 'j' },
          { request_id: `9f3a7c1${i}-aaaa-4bbb-8ccc-00000000000${i}`, state: 'stuck' },
        ),
      ),
    ],
    [
      'a call whose error counts its attempts',
      3,
      range(8, 1).map((i) =>
        failure('upload', { file: 'a.zip' }, `attempt ${i} failed: checksum of the archive is wrong`),
      ),
    ],
    [
      'a call in ever other spelling',
      5,
      other.map((args) => call('lines', args, 'no lines were found in this range')),
    ],
    [
      'a call with a fresh timestamp in its arguments',
      5,
      range(8).map((i) =>
        call('orders', { state: 'open', timestamp: `2026-01-05T10:0${i}:00Z` }, 'one open order: 17 chairs'),
      ),
    ],
  ]);

  const tools: Readonly<Record<string, ToolTrait>> = {
    ask: { loopKey: ['id'] },
    note: { volatileKeys: ['why'] },
    look: { kind: 'poll' },
    emit: { kind: 'write' },
    write_probe: { kind: 'read' },
  };
  it.each([
    [
      'its identity',
      range(8).map((i) => call('ask', { id: 7, text: `${name(i)} please` }, 'ask somebody else')),
      4,
    ],
    [
      'what is volatile',
      range(8).map((i) => call('note', { id: 7, why: name(i) }, 'kept as it was before')),
      4,
    ],
    ['that it polls', times(9, call('look', { id: 7 }, 'the door is shut')), 6],
    [
      'that it writes, whatever comes back',
      range(9).map((i) => call('emit', { to: 'the ledger of the port' }, `entry ${name(i)} ${i}`)),
      3,
    ],
    [
      'that it only reads, though its name says otherwise',
      range(9).map((i) => call('write_probe', { text: 'the ledger of the port' }, `entry ${name(i)} ${i}`)),
      undefined,
    ],
  ])('a tool may declare %s', (_, events, expected) => {
    const session = createGuard({ preset: 'default', tools }).session('one');
    const found = acts(events.map((event) => session.observe(event)));
    expect(found.find(([, rung]) => rung !== 'observe')?.[0]).toBe(expected);
  });

  mustLeaveAlone([
    [
      'meaningful numbers that change',
      range(12).map((i) => call('queue', {}, `${60 - 5 * i} jobs are left to do`)),
    ],
  ]);
});

describe('cycles', () => {
  const one = bash('ls src', 'a.ts b.ts');
  const two = bash('cat src/a.ts', 'export const a = 1;');
  const three = bash('git diff', 'no difference to the last commit');
  const four = bash('npm run types', 'all types are fine');
  const five = bash('npm run docs', 'the docs are up to date');
  mustDetect([
    ['two calls in turn', 7, times(5, [one, two])],
    ['three calls in turn', 10, times(5, [one, two, three])],
    ['four calls in turn', 13, times(5, [one, two, three, four])],
    ['five calls in turn', 16, times(5, [one, two, three, four, five])],
    [
      'a cycle with a foreign call in each lap',
      14,
      range(6).flatMap((i) => [one, two, bash(`echo ${name(i)}`, name(i)), three]),
    ],
    [
      'a cycle with messages in between',
      12,
      range(6).flatMap((i) => [one, message(`${name(i)} it is`), two]),
    ],
    [
      'a decision log in which steps take turns',
      9,
      times(5, [step('plan the move', 'planner'), step('check the plan', 'checker')]),
    ],
  ]);
});

describe('the same failure behind other arguments', () => {
  mustDetect([
    [
      'one error from ever other arguments',
      7,
      range(9).map((i) =>
        failure('create_event', { title: `meeting about ${name(i)}` }, 'field `time_zone` is missing'),
      ),
    ],
    [
      'one obstacle met by every tool',
      7,
      ['curl', 'wget', 'fetch', 'npm', 'pip', 'git', 'ping', 'dig', 'nc'].map((tool, i) =>
        failure(tool, { host: `${name(i)}.example` }, 'could not resolve host: no network in this sandbox'),
      ),
    ],
    [
      'tools that do not exist',
      7,
      range(10).map((i) => failure(`tool_${name(i)}`, {}, `unknown tool: tool_${name(i)}`)),
    ],
    [
      'nothing ever executing, because all is denied',
      7,
      range(10).map((i) =>
        failure(`act_${name(i)}`, { on: name(i) }, `${name(i)}: blocked by the policy of this workspace`),
      ),
    ],
    [
      'the same fix again, made by a call, and the same failure behind it',
      9,
      times(6, [
        change('a.toml', 'limit = 10', 'limit = 20'),
        bash('make check', 'limit of 10 is too low for this load', true),
      ]),
    ],
    [
      'a refused action in other words',
      5,
      [
        'git push',
        'git push -f',
        'git push origin main',
        'git push --no-verify',
        'git push origin HEAD',
        'git push -u origin main',
      ].map((command) => bash(command, 'remote: denied, the branch main is protected', true)),
    ],
    [
      'an error that a tool calls success',
      10,
      range(11).map((i) =>
        call('deploy_check', { seed: i }, 'Error: the account has been closed by its owner'),
      ),
    ],
    [
      'whack-a-mole: curing one error brings the other back',
      11,
      range(6).flatMap((i) => [
        change('a.rs', `v${i}`, `v${i + 1}`),
        bash(
          'cargo build',
          i % 2 === 0 ? 'error: value was moved in the line before' : 'error: cannot borrow twice as mutable',
          true,
        ),
      ]),
    ],
    [
      'errors that the program reports, in turn',
      6,
      times(4, [error('TypeError', 'x is not a function'), error('ImportError', 'no module of that name')]),
    ],
    [
      'the same fix again',
      3,
      range(5).map((i) => error('E', `trouble with ${name(i)}`, { fix: 'reinstall the packages' })),
    ],
    ['one error that is reported over and over', 5, times(8, error('TypeError', 'x is not a function'))],
  ]);
});

describe('reading without progress', () => {
  const text = page(1, 12);
  mustDetect([
    ['one unchanged file read again and again', 5, times(8, read('src/auth.ts', text))],
    [
      'three files round and round',
      10,
      times(6, [read('a.ts', page(1)), read('b.ts', page(2)), read('c.ts', page(3))]),
    ],
    [
      'reads past the end of a file',
      8,
      [
        read('a.ts', text),
        ...range(10).map((i) => read('a.ts', '(no lines: the file has 12)', { offset: 100 + 20 * i })),
      ],
    ],
    [
      'one file in ever other portions',
      15,
      [...range(3), ...range(12).map((i) => i / 4)].map((i) =>
        read(
          'a.ts',
          text
            .split('\n')
            .slice(4 * (i % 3), 4 * (i % 3) + 4)
            .join('\n'),
          { offset: Math.round(4 * i) },
        ),
      ),
    ],
    [
      'one long file paged through again with the windows shifted',
      34,
      [...range(12).map((i) => 10 * i), ...range(23).map((i) => 5 * i + 3)].map((offset) =>
        read(
          'big.ts',
          page(1, 130)
            .split('\n')
            .slice(offset, offset + 10)
            .join('\n'),
          { offset, limit: 10 },
        ),
      ),
    ],
    [
      'many reads of known files in any order, and no write of anything new',
      24,
      [...range(5), 3, 1, 4, 0, 2, 4, 1, 3, 0, 2, 1, 4, 0, 3, 2, 0, 1, 4].map((i) =>
        read(`src/${name(i)}.ts`, page(i)),
      ),
    ],
    [
      'searches that find nothing in other words',
      8,
      [
        'refund rule',
        'rule refund',
        'refund the rule',
        'rule for refund',
        'the refund rule',
        'refund rule now',
        'rule of refund',
        'a refund rule',
        'any refund rule',
      ].map((query) => call('search', { query }, 'no results')),
    ],
    [
      'other questions, the same answer',
      12,
      range(13).map((i) =>
        call(
          'ask_expert',
          { question: `when does the ${name(i)} clause of the contract with the port end` },
          'The contract ends with the season; nothing more is known to this office.',
        ),
      ),
    ],
  ]);
  mustLeaveAlone([
    ['many files read one after the other', range(12).map((i) => read(`src/${name(i)}.ts`, page(i)))],
    [
      'one file read again after each edit',
      range(8).flatMap((i) => [
        read('a.ts', `${text}\nline ${name(i)}`),
        change('a.ts', name(i), name(i + 1)),
      ]),
    ],
  ]);
});

describe('state', () => {
  mustDetect([
    [
      'a file that goes back to an earlier content, by its hashes',
      5,
      range(8).map((i) => edit('a.css', `h${i % 2}`, `h${(i + 1) % 2}`)),
    ],
    [
      'old and new text that are swapped again and again',
      8,
      range(8).flatMap((i) => [
        change('a.yml', i % 2 ? 'on' : 'off', i % 2 ? 'off' : 'on'),
        message(`${name(i)} wants it so`),
      ]),
    ],
    [
      'whole contents that are written in turn',
      6,
      range(9).map((i) =>
        call('Write', { path: 'a.html', content: i % 2 ? '<b>one</b>' : '<i>two</i>' }, 'ok'),
      ),
    ],
    ['an agent and a formatter that undo each other', 6, times(7, edit('a.ts', 'double', 'single'))],
    [
      'a formatter that undoes each edit of the agent',
      10,
      range(6).flatMap(() => [edit('a.ts', 'double', 'single'), edit('a.ts', 'single', 'double')]),
    ],
    ['edit calls that replace a text by itself', 6, times(8, change('a.ts', 'const a = 1;', 'const a = 1;'))],
    [
      'a todo list whose items change back and forth in a tool',
      14,
      range(16).map((i) =>
        call(
          'todo_write',
          { todos: [{ content: i % 2 ? 'Write tests' : 'write tests', status: 'pending' }] },
          'Todos have been modified.',
        ),
      ),
    ],
    [
      'a todo that is done and taken up again',
      6,
      range(8).map((i) => state({ todos: { tests: i % 2 ? 'done' : 'open' } })),
    ],
    ['a goal that flips', 6, range(8).map((i) => state({ goal: i % 2 ? 'make it fast' : 'make it clean' }))],
    ['edits that change nothing', 4, times(5, edit('a.ts', 'same', 'same'))],
    [
      'a flag that is set to and fro',
      8,
      range(8).map((i) => call('flag_set', { flag: 'ranker', on: i % 2 === 0 }, { version: 300 + i })),
    ],
  ]);
  mustLeaveAlone([
    [
      'a change that is undone and made in another way',
      ['1', '2', '1', '3', '4'].slice(1).map((hash, i) => edit('a.ts', ['1', '2', '1', '3'][i], hash)),
    ],
    [
      'todos that are done one by one',
      range(8).map((i) =>
        state({ todos: Object.fromEntries(range(8).map((k) => [name(k), k <= i ? 'done' : 'open'])) }),
      ),
    ],
  ]);
});

describe('outputs', () => {
  const promise = 'I will now open the config file and look for the wrong setting.';
  const form = (i: number): string =>
    `## Page ${name(i)}\n\n- it loads\n- no error is shown\n- the figure is missing\n\nI go on with the next page.`;
  mustDetect([
    ['one message word for word', 4, times(6, message(promise))],
    [
      'the same answer over several turns of a person',
      12,
      range(7).flatMap((i) => [
        turn(`and the ${name(i)}?`),
        message('We are sorry for the delay, your parcel is on its way to you.'),
      ]),
    ],
    [
      'paraphrase while nothing is done',
      6,
      [
        'I will start by reading the log',
        'I start with reading the log now',
        'Let me start by reading the log',
        'I will now start reading the log',
        'First I will start by reading the log',
        'I start now by reading the log',
      ].map((text) => message(text)),
    ],
    ['one form that is filled in anew, and nothing behind it', 6, range(7).map((i) => message(form(i)))],
    [
      'a task that is handed out again in other words',
      8,
      [
        'Summarise the second chapter of the report in ten lines.',
        'Please summarise the second chapter of the report in ten lines.',
        'Summarise in ten lines the second chapter of the report.',
        'Give a summary of the second chapter of the report in ten lines.',
        'Summarise the second chapter of the report, in ten lines.',
        'In ten lines, summarise the second chapter of the report.',
        'Summarise the report: second chapter, in ten lines.',
        'Summarise once more the second chapter of the report in ten lines.',
        'Summarise again the second chapter of the report in ten lines.',
      ].map((task) => call('spawn_agent', { task }, 'The sub-agent came back with an empty summary.')),
    ],
    [
      'a task that is handed out again and again',
      8,
      times(
        9,
        call(
          'spawn_agent',
          { task: 'Write the release notes from the merged pull requests.' },
          'A sub-agent took the task over.',
        ),
      ),
    ],
  ]);
  mustLeaveAlone([
    [
      'templated narration of work that moves on',
      range(12).flatMap((i) => [
        message(`Now I will update the part about the ${name(i)} in the manual.`),
        change(`docs/${name(i)}.md`, 'old', 'new'),
      ]),
    ],
    [
      'one sentence before each of nine deeds',
      range(9).flatMap((i) => [
        message('I will now fix the next finding on the list.'),
        change('a.ts', `v${i}`, `v${i + 1}`),
        change('b.ts', `v${i}`, `v${i + 1}`),
      ]),
    ],
    [
      'the questions of a form',
      range(8).flatMap((i) => [
        message(`Thank you. Could you please tell me the number of ${name(i)}?`),
        turn(`${name(i + 4)}: ${7 * i}`),
      ]),
    ],
    [
      'a report whose numbers move',
      range(8).map((i) => message(`Ticket ${4711 + i} is closed now, is there anything else?`)),
    ],
    [
      'a review in one form, a file at a time',
      range(8).flatMap((i) => [
        read(`src/${name(i)}.ts`, page(i)),
        message(`### src/${name(i)}.ts\n\n- tests: there\n- errors: handled\n- findings: none`),
      ]),
    ],
  ]);
});

describe('novelty and staleness', () => {
  const old = range(4).map((i) => read(`src/${name(i)}.ts`, page(i)));
  const shuffled = [0, 2, 1, 3, 0, 1, 3, 2, 1, 0, 2, 3].map((i) => old[i]!);
  mustDetect([
    ['old results in any order, with no cycle in them', 15, [...old, ...shuffled]],
    [
      'messages that say ever less that is new',
      11,
      range(12).map((i) =>
        message(
          `The plan is to read the log, then to find the error in the log, then to fix it. ${['So', 'Thus', 'Hence', 'Then', 'Now', 'Well'][i % 6]!} I read the log.`,
        ),
      ),
    ],
  ]);

  it('an early sign comes before the loop', () => {
    const found = acts(play('default', times(6, bash('git status', 'nothing to commit'))));
    expect(found[0]?.slice(0, 2)).toEqual([2, 'observe']);
    expect(found.find(([, rung]) => rung !== 'observe')?.[0]).toBe(4);
  });

  it.each([
    ['old results', [...old, ...shuffled]],
    [
      'fading words',
      range(14).map((i) =>
        message(
          `The plan is to read the log, to find the error in it and to fix it. ${range(
            Math.max(1, 12 - 2 * i),
          )
            .map((k) => name(i * 5 + k))
            .join(' and ')}`,
        ),
      ),
    ],
    [
      'failures for the same reason',
      range(9).map((i) => failure('go', { to: `meeting about ${name(i)}` }, 'field `time_zone` is missing')),
    ],
  ])('%s are suspicious before they are a loop', (_, events) => {
    const statuses = play('default', events).map((one) => (one.kind === 'refused' ? '' : one.verdict.status));
    const loop = statuses.indexOf('looping');
    expect(loop).toBeGreaterThan(0);
    expect(statuses.slice(0, loop)).toContain('suspicious');
  });

  it('signs of two families that both approach their limits make a loop', () => {
    const look = bash('git status', 'nothing to commit');
    const words = message('I am going to look at the status again.');
    expect(firstAct(times(4, look))).toBeUndefined();
    expect(firstAct(times(3, words))).toBeUndefined();
    expect(firstAct([look, ...times(3, [words, look])])).toBeDefined();
  });

  mustLeaveAlone([
    [
      'old results that new ones pay off',
      [
        ...old,
        ...old.slice(0, 2),
        ...range(8, 4).map((i) => read(`src/${name(i)}.ts`, page(i))),
        ...old.slice(0, 2),
      ],
    ],
  ]);
});

describe('streams', () => {
  const within = (text: string, channel: 'text' | 'reasoning' | 'arguments'): AgentEvent[] =>
    deltas(text, 16).map((delta) => ({ ...delta, channel }));
  mustDetect([
    ['one word over and over', 20, within(`The answer is ${'very '.repeat(80)}`, 'text')],
    [
      'one sentence over and over, in the reasoning',
      80,
      within('Wait, let me check the second case again. '.repeat(30), 'reasoning'),
    ],
    [
      'a passage inside a code fence',
      110,
      within(
        `\`\`\`ts\n${'export function parse(text: string): Node {\n  return read(text);\n}\n'.repeat(24)}`,
        'text',
      ),
    ],
  ]);
  mustLeaveAlone([
    [
      'a table',
      within(
        `| name | rows |\n|---|---|\n${range(30)
          .map((i) => `| ${name(i)} ${name(i + 3)} | ${i * 37} |`)
          .join('\n')}`,
        'text',
      ),
    ],
    [
      'a list',
      within(
        range(30)
          .map((i) => `- ${name(i)} and ${name(i * 5 + 1)} of the ${name(i + 2)}`)
          .join('\n'),
        'text',
      ),
    ],
    ['a divider', within(`${'='.repeat(120)}\nResults\n${'-'.repeat(120)}\n`, 'text')],
    [
      'a poem with a refrain',
      within(
        range(6)
          .map(
            (i) =>
              `The ${name(i)} went down to the ${name(i + 1)}\nand ${name(i + 4)} came home with the tide.\nOh, row the boat, row the boat home.\n`,
          )
          .join('\n'),
        'text',
      ),
    ],
  ]);
});

describe('repetition that is not a loop', () => {
  mustLeaveAlone([
    [
      'polling whose outcome changes',
      range(24).map((i) => call('job', { id: 1 }, `${name(i)} step ${i}: ${name(i + 5)} done`)),
    ],
    [
      'polling with explicit waits, up to six unchanged looks',
      times(6, [call('wait', { seconds: 30 }, 'ok'), call('job', { id: 1 }, 'state: running')]),
    ],
    ['monotone counters', range(30).map((i) => call('rows', { table: 'a' }, { rows: 1000 + 37 * i }))],
    [
      'tests after each edit, failing less each time',
      range(10).flatMap((i) => [
        change('src/a.ts', `v${i}`, `v${i + 1}`),
        bash('npm test', `${12 - i} failing, ${30 + i} passing`, true),
      ]),
    ],
    [
      'a build that passes after each edit',
      range(8).flatMap((i) => [change('src/a.ts', `v${i}`, `v${i + 1}`), bash('make', 'build ok')]),
    ],
    [
      'a batch over different targets that all answer ok',
      range(20).map((i) => call('archive', { id: `mail-${name(i)}-${i}` }, 'ok')),
    ],
    [
      'parallel calls over different targets, that all fail',
      range(8).map((i) => failure('probe', { host: name(i) }, 'connection refused', { round: 3 })),
    ],
    ['the same call four times in one round', times(4, call('ping', { host: 'a' }, 'alive', { round: 1 }))],
    ['paging through new content', range(15).map((i) => call('list', { page: i }, page(i)))],
    [
      'a stateful tool: the next page, a debugger step, a scroll',
      range(15).flatMap((i) => [
        call('next', {}, page(i, 2)),
        call('scroll', { by: 400 }, `${name(i)} ${name(i + 7)} shown`),
      ]),
    ],
    [
      'retries of a transient failure with back-off',
      [1, 2, 4, 8].flatMap((seconds) => [
        failure('fetch', { url: 'x' }, '503 service unavailable'),
        bash(`sleep ${seconds}`, ''),
      ]),
    ],
    [
      'the same look in different turns of a person',
      range(6).flatMap((i) => [
        turn(`what about the ${name(i)}?`),
        call('stock', { shop: 'main' }, '17 chairs, 4 tables'),
      ]),
    ],
    [
      'the same work in each scheduled run',
      range(8).flatMap(() => [
        nightly,
        bash('df -h', '40 % used'),
        bash('backup', 'done'),
        message('Backup is done, the disk has room.'),
      ]),
    ],
    [
      'a retry after the demanded remedy',
      [
        failure('Edit', { path: 'a.ts', old: 'x', new: 'y' }, 'read the file first'),
        read('a.ts', page(1)),
        call('Edit', { path: 'a.ts', old: 'x', new: 'y' }, 'ok'),
        failure('Edit', { path: 'b.ts', old: 'x', new: 'y' }, 'read the file first'),
        read('b.ts', page(2)),
        call('Edit', { path: 'b.ts', old: 'x', new: 'y' }, 'ok'),
      ],
    ],
    [
      'a call that is sent again because it asked for input',
      [
        call('book', { room: 4 }, { status: 'input_required', ask: 'which day?' }),
        turn('on Monday'),
        call('book', { room: 4 }, { status: 'input_required', ask: 'for how many?' }),
        turn('for six'),
        call('book', { room: 4 }, { status: 'booked', id: 'b-17' }),
      ],
    ],
    [
      'a search by halves',
      [64, 96, 80, 72, 76, 74].flatMap((size, i) => [
        call('try', { size }, i % 2 ? 'too large' : 'fits', { isError: i % 2 === 1 }),
      ]),
    ],
    [
      'an orchestrator that hands out one task after the other',
      range(12).map((i) =>
        call(
          'spawn_agent',
          { task: `Translate the chapter about ${name(i)} into Danish.` },
          `agent took over: ${name(i)}`,
        ),
      ),
    ],
  ]);
});

describe('what restarts a count and what does not', () => {
  const broken = bash('make', 'undefined reference to crc32', true);
  const status = bash('git status', 'nothing to commit, working tree clean');
  mustDetect([
    ['a loop that goes on over compactions', 12, times(8, [status, compaction])],
    [
      'a loop that goes on over nudges',
      12,
      times(8, [status, turn('go on', { role: 'harness', reason: 'nudge' })]),
    ],
    [
      'a loop that goes on though the same prompt is sent again',
      12,
      times(8, [turn('make it build'), broken]),
    ],
    [
      'a failure that comes again in every scheduled run',
      20,
      times(8, [nightly, bash('backup', 'done'), broken]),
    ],
  ]);
  mustLeaveAlone([
    [
      'a new task',
      range(4).flatMap((i) => [
        turn(`look into ${name(i)}`),
        ...times(2, status),
        read(`${name(i)}.md`, page(i)),
      ]),
    ],
  ]);

  it('a reset forgets everything', () => {
    const session = createGuard({ preset: 'default' }).session('one');
    for (const event of times(4, status)) session.observe(event);
    session.reset();
    const after = times(4, status).map((event) => session.observe(event));
    expect(acts(after).filter(([, rung]) => rung !== 'observe')).toEqual([]);
  });
});

describe('the text for the agent', () => {
  it('names the call, the count and the events', () => {
    const decisions = play('default', times(5, bash('git status', 'nothing to commit')));
    const act = actOf(decisions.at(-1));
    expect(act).toMatchObject({
      rung: 'nudge',
      verdict: { status: 'looping', primary: { category: 'TOOL_REPETITION' } },
    });
    expect(act.text).not.toBe('');
    expect(act.verdict.primary?.brief).toBe('Bash(git status) called 5x with the same outcome');
    expect(act.verdict.primary?.signal.evidence).toMatchObject({ events: [0, 1, 2, 3, 4], count: 5 });
  });

  it('blocks only calls of the loop, and only after a warning', () => {
    const session = createGuard({ preset: 'default' }).session('one');
    for (const event of times(7, bash('git status', 'nothing to commit'))) session.observe(event);
    expect(session.before({ tool: 'Read', args: { path: 'a.ts' } }).kind).toBe('proceed');
    expect(session.observe(read('a.ts', page(1))).kind).toBe('proceed');
  });
});
