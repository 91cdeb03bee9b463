import { describe, expect, it } from 'vitest';
import type { ToolTrait } from '../event/tool-trait.js';
import { createGuard } from '../guard.js';
import {
  bash,
  change,
  firstAct,
  mustDetect,
  mustLeaveAlone,
  name,
  page,
  read,
} from '../testing/default-rows.js';
import { acts } from '../testing/play.js';
import { call, edit, error, failure, message, range, state, step, times } from '../testing/trace.js';
import { DEFAULT_PRESET, PRESETS } from './index.js';

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
