import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../event/event.js';
import { createGuard } from '../guard.js';
import {
  bash,
  change,
  compaction,
  firstAct,
  mustDetect,
  mustLeaveAlone,
  name,
  nightly,
  page,
  read,
} from '../testing/default-rows.js';
import { acts, actOf, play } from '../testing/play.js';
import { call, deltas, failure, message, range, times, turn } from '../testing/trace.js';

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
    [
      'sixty refunds, the ids of which came from a place that the guard does not see',
      range(60).map((i) =>
        call(
          'send_refund',
          { order: `${(i * 7919 + 48_271).toString(16)}e94a${i}`, reason: 'outage' },
          { ok: true },
        ),
      ),
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
