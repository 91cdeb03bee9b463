import { call, edit, failure, message, range, testDetector, times, turn } from '../../testing/index.js';
import { repeatedCall } from './repeated-call.js';

const WORDS = ['amber', 'birch', 'cedar', 'daisy', 'elder', 'fern', 'gorse', 'hazel', 'iris', 'juniper'];
const status = call('bash', { command: 'git status' }, 'nothing to commit, working tree clean');
const make = failure('bash', { command: 'make' }, 'make: missing separator');
const sleep = call('sleep', { seconds: 30 }, '');
const changed = (i: number): ReturnType<typeof edit> => edit('a.ts', `${i}`, `${i + 1}`);
const other = (i: number): typeof status =>
  call('read', { path: `src/${WORDS[i]!}.ts` }, `export const ${WORDS[i]!} = 'the part about ${WORDS[i]!}'`);
const id = (i: number): string => `${i}f8fad5b-d9cb-469f-a165-7086772895${i}e`;
const REPORT = 'The ledger has no open entries and the books of this year are closed.';

testDetector(repeatedCall, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'twice is no sign yet', events: times(2, status) },
    { name: 'one failure', events: [make] },
    { name: 'plain waits, any number of them', events: times(12, sleep) },
    {
      name: 'a poll that moves',
      events: range(12).map((i) => call('job', { id: 4 }, `${WORDS[i % 10]!}: ${10 * i} percent of it`)),
    },
    {
      name: 'a number that keeps going in one direction',
      events: range(10).map((i) => call('job', { id: 4 }, `copied ${130 * i + i * i} of 4000 files so far`)),
    },
    {
      name: 'a result that keeps growing',
      events: range(8).map((i) => call('bash', { command: 'cat log' }, WORDS.slice(0, i + 1).join('\n'))),
    },
    {
      name: 'a test after each edit',
      events: range(8).flatMap((i) => [changed(i), call('bash', { command: 'npm test' }, 'all passed')]),
    },
    {
      name: 'a failing test after each edit, with a different failure each time',
      events: range(8).flatMap((i) => [
        changed(i),
        failure('bash', { command: 'npm test' }, `the ${WORDS[i]!} case breaks`),
      ]),
    },
    {
      name: 'the same read a few times between other work',
      events: range(4).flatMap((i) => [call('read', { path: 'plan.md' }, 'the plan'), other(i)]),
    },
    {
      name: 'one call over many targets',
      events: range(10).map((i) => call('archive', { mail: WORDS[i] }, 'ok')),
    },
    {
      name: 'one case after another, handed to the same desk',
      events: range(6).map((i) =>
        call('handoff', { to: 'checker', doc: `C-${101 + i}` }, { accepted: true }),
      ),
    },
    {
      name: 'pages that have other rows under the same form',
      events: range(8).map((i) =>
        call('list_stock', i === 0 ? {} : { cursor: `eyJvIj${i}d4ca764` }, {
          items: WORDS.slice(0, 6).map((name, k) => ({
            name: `${name} ${WORDS[(i + k) % 10]!}`,
            stock: 3 * i + k,
          })),
          next: `eyJvIj${i + 1}d4ca764`,
        }),
      ),
    },
    {
      name: 'pages that their harness cuts to a count, each behind the cursor of the last one',
      events: range(8).map((i) =>
        call(
          'list_tasks',
          { base: '91be77', ...(i > 0 && { cursor: `${i}f8fad5b` }) },
          {
            rows: '[100 rows left out]',
            first: `${i}ba7bfa56`,
            next: `${i + 1}f8fad5b`,
          },
        ),
      ),
    },
    {
      name: 'one box after another of the same page, each by its reference',
      events: range(10).map((i) =>
        call('browser_click', { element: 'Select row', ref: `e${41 + i}` }, 'clicked'),
      ),
    },
    {
      name: 'polling a queue and using each job',
      events: range(8).flatMap((i) => [
        call('pop', { queue: 'mail' }, { job: id(i), task: 'send the bill' }),
        call('finish', { job: id(i) }, 'done'),
      ]),
    },
    {
      name: 'a few bare numbers that rise and fall',
      events: [7, 3, 9, 2, 8].map((n) => call('sensor', {}, `${n}`)),
    },
    {
      name: 'a few numbers that fall every other time: each change restarts the count',
      events: [31, 31, 20, 20, 12, 12, 9, 9, 3, 3].map((n) => call('queue', {}, `${n} open`)),
    },
    {
      name: 'three checks with a wait between',
      events: times(3, [call('job', { id: 4 }, 'state: running'), sleep]),
    },
    {
      name: 'equal orders that fill a larger one',
      events: range(9).map((i) =>
        call(
          'place_order',
          { symbol: 'HLM', side: 'sell', qty: 1000 },
          { filled: 1000 * (i + 1), of: 10_000 },
        ),
      ),
    },
    {
      name: 'checks that are twenty minutes apart',
      events: range(8).map((i) => ({ ...status, at: 1_700_000_000_000 + i * 1_300_000 })),
    },
  ],
  looping: [
    {
      name: 'a look every minute is a wait, though nothing says so',
      events: range(8).map((i) => ({ ...status, at: 1_000_000 + 60_000 * i })),
      signals: [
        { at: 3, messageId: 'waiting', score: 0.456 },
        { at: 4, messageId: 'waiting', score: 0.558 },
        { at: 5, messageId: 'waiting', score: 0.66 },
        { at: 6, messageId: 'waiting', score: 0.8044 },
        { at: 7, messageId: 'waiting', score: 0.838 },
      ],
    },
    {
      name: 'a failure whose number changes each time: too little for a block',
      events: [412, 409, 415, 411].map((n) => failure('arm', {}, `compass is off by ${n} units`)),
      signals: [
        { at: 1, messageId: 'stillFailing', score: 0.5 },
        { at: 2, messageId: 'stillFailing', score: 0.8 },
        { at: 3, messageId: 'stillFailing', score: 0.874 },
      ],
    },
    {
      name: 'the fifth identical success',
      events: times(6, status),
      signals: [
        { at: 2, messageId: 'same', score: 0.45 },
        { at: 3, messageId: 'same', score: 0.6 },
        { at: 4, messageId: 'same', score: 0.8 },
        { at: 5, messageId: 'same', score: 0.8484 },
      ],
    },
    {
      name: 'fewer asked for',
      options: { limit: 2 },
      events: times(2, status),
      signals: [{ at: 1, messageId: 'same', score: 0.8 }],
    },
    {
      name: 'as many repeats as a person may have asked for, in a language that the lists do not know',
      events: [turn('Uruchom to 6 razy.'), ...times(8, status)],
      signals: [
        { at: 3, messageId: 'ordered', score: 0.45 },
        { at: 4, messageId: 'ordered', score: 0.6 },
        { at: 5, messageId: 'ordered', score: 0.8 },
        { at: 6, messageId: 'ordered' },
        { at: 7, messageId: 'same' },
        { at: 8, messageId: 'same' },
      ],
    },
    {
      name: 'the third identical failure',
      events: times(3, make),
      signals: [
        { at: 1, messageId: 'failing', score: 0.5 },
        { at: 2, messageId: 'failing', score: 0.8 },
      ],
    },
    {
      name: 'fewer failures allowed',
      options: { failures: 2 },
      events: times(2, make),
      signals: [{ at: 1, messageId: 'failing', score: 0.8 }],
    },
    {
      name: 'the fourth success whose text says that it failed',
      events: times(4, call('run', { id: 1 }, 'Error: no such table here')),
      signals: [
        { at: 1, messageId: 'failing', score: 0.375 },
        { at: 2, messageId: 'failing', score: 0.5625 },
        { at: 3, messageId: 'failing', score: 0.8 },
      ],
    },
    {
      name: 'fewer of these allowed',
      options: { softFailures: 2 },
      events: times(2, call('run', { id: 1 }, 'Error: no such table here')),
      signals: [{ at: 1, messageId: 'failing', score: 0.8 }],
    },
    {
      name: 'fresh ids in every result',
      events: range(5).map((i) => call('report', { year: 2024 }, { requestRef: id(i), text: REPORT })),
      signals: [
        { at: 2, messageId: 'same', score: 0.45 },
        { at: 3, messageId: 'same', score: 0.6 },
        { at: 4, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'a usage footer with other numbers each time',
      events: [3046, 2911, 3120, 2870, 3300, 2790].map((n) =>
        call('report', { year: 2024 }, `${REPORT}\n[${n} tokens · 8s · $1.${n % 90}]`),
      ),
      signals: [
        { at: 2, messageId: 'wobbling', score: 0.45 },
        { at: 3, messageId: 'wobbling', score: 0.6 },
        { at: 4, messageId: 'wobbling', score: 0.8 },
        { at: 5, messageId: 'wobbling', score: 0.8484 },
      ],
    },
    {
      name: 'the same text inside MCP blocks with other metadata',
      events: range(5).map((i) =>
        call('report', { year: 2024 }, { content: [{ type: 'text', text: REPORT }], _meta: { n: i * i } }),
      ),
      signals: [
        { at: 2, messageId: 'same', score: 0.45 },
        { at: 3, messageId: 'same', score: 0.6 },
        { at: 4, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'bare numbers that rise and fall, with `numbers` set to count in full',
      options: { jitter: 1 },
      events: [7, 3, 9, 2, 8, 4, 6].map((n) => call('sensor', {}, `${n}`)),
      signals: [
        { at: 3, messageId: 'wobbling', score: 0.45 },
        { at: 4, messageId: 'wobbling', score: 0.6 },
        { at: 5, messageId: 'wobbling', score: 0.8 },
        { at: 6, messageId: 'wobbling', score: 0.8484 },
      ],
    },
    {
      name: 'a falling number is noise to other tools for four checks, and then a position',
      events: [
        ...[812, 30, 455, 77].flatMap((n) => [
          call('read', { path: `${n}.md` }, `${n} lines of it`),
          call('list', { of: `${n}` }, `${n * 7} lines of it`),
        ]),
        ...[48_210, 43_353, 38_672, 34_230, 29_137, 26_216, 22_651, 19_004].map((n) =>
          call('bash', { command: 'sleep 20; count' }, `${n} lines of it`),
        ),
      ],
      signals: [{ at: 11, messageId: 'waiting', score: 0.456 }],
    },
    {
      name: 'an old read between each repeat',
      events: times(6, [status, call('read', { path: 'plan.md' }, 'the plan')]),
      signals: [
        { at: 5, messageId: 'between', score: 0.45 },
        { at: 6, messageId: 'between', score: 0.4725 },
        { at: 7, messageId: 'between', score: 0.6 },
        { at: 8, messageId: 'between', score: 0.6225 },
        { at: 9, messageId: 'between', score: 0.8 },
        { at: 10, messageId: 'between', score: 0.8081 },
        { at: 11, messageId: 'between', score: 0.8484 },
      ],
    },
    {
      name: 'a field that changes with every call of several tools',
      events: [3, 41, 17, 60, 22, 9, 35, 71, 28, 50, 12, 66].map((load, i) =>
        call(
          i % 2 === 0 ? 'report' : 'index',
          { year: 2024 },
          { load, text: i % 2 === 0 ? REPORT : 'two parts' },
        ),
      ),
      signals: [
        { at: 5, messageId: 'wobbling', score: 0.45 },
        { at: 6, messageId: 'wobbling', score: 0.51 },
        { at: 7, messageId: 'wobbling', score: 0.6 },
        { at: 8, messageId: 'wobbling', score: 0.66 },
        { at: 9, messageId: 'wobbling', score: 0.8 },
        { at: 10, messageId: 'wobbling', score: 0.821 },
        { at: 11, messageId: 'wobbling', score: 0.8484 },
      ],
    },
    {
      name: 'messages and an unrelated read between',
      events: [
        ...times(3, [status, message('Let me look again.')]),
        other(0),
        ...times(3, [status, message('Let me look again.')]),
      ],
      signals: [
        { at: 4, messageId: 'same', score: 0.45 },
        { at: 7, messageId: 'between', score: 0.6 },
        { at: 9, messageId: 'same', score: 0.8 },
        { at: 11, messageId: 'same', score: 0.8484 },
      ],
    },
    {
      name: 'the seventh check with a wait between',
      events: times(8, [call('job', { id: 4 }, 'state: running'), sleep]),
      signals: [
        { at: 6, messageId: 'waiting', score: 0.456 },
        { at: 8, messageId: 'waiting', score: 0.558 },
        { at: 10, messageId: 'waiting', score: 0.66 },
        { at: 12, messageId: 'waiting', score: 0.8044 },
        { at: 14, messageId: 'waiting', score: 0.838 },
      ],
    },
    {
      name: 'a server that does not come up, with a wait before each try',
      events: times(7, failure('Bash', { command: 'sleep 5; curl -sf host/health' }, 'connection refused')),
      signals: [
        { at: 2, messageId: 'waitingFailed', score: 0.46 },
        { at: 3, messageId: 'waitingFailed', score: 0.565 },
        { at: 4, messageId: 'waitingFailed', score: 0.67 },
        { at: 5, messageId: 'waitingFailed' },
        { at: 6, messageId: 'waitingFailed' },
      ],
    },
    {
      name: 'outcomes that are not recorded',
      events: times(5, call('read', { path: 'a' })),
      signals: [
        { at: 2, messageId: 'unrecorded', score: 0.45 },
        { at: 3, messageId: 'unrecorded', score: 0.6 },
        { at: 4, messageId: 'unrecorded', score: 0.8 },
      ],
    },
    {
      name: 'the same script after every edit, with the same failure',
      events: range(8).flatMap((i) => [changed(i), make]),
      signals: [
        { at: 5, messageId: 'failing', score: 0.44 },
        { at: 7, messageId: 'failing', score: 0.535 },
        { at: 9, messageId: 'failing', score: 0.63 },
        { at: 11, messageId: 'failing', score: 0.725 },
        { at: 13, messageId: 'failing', score: 0.8243 },
        { at: 15, messageId: 'failing', score: 0.8526 },
      ],
    },
    {
      name: 'the same failure with an old read between',
      events: times(3, [make, call('read', { path: 'plan.md' }, 'the plan')]),
      signals: [
        { at: 2, messageId: 'stillFailing', score: 0.5 },
        { at: 4, messageId: 'stillFailing', score: 0.8 },
        { at: 5, messageId: 'between', score: 0.45 },
      ],
    },
    {
      name: 'one button, whatever reference the page gives it this time',
      events: range(4).flatMap((i) => [
        call('browser_click', { element: 'Continue to payment', ref: `e${41 + 12 * i}` }, 'clicked Continue'),
        call('browser_snapshot', {}, REPORT),
      ]),
      signals: [
        { at: 5, messageId: 'between' },
        { at: 6, messageId: 'between' },
        { at: 7, messageId: 'between' },
      ],
    },
    {
      name: 'pages that show the same, whatever the cursor',
      events: range(7).map((i) =>
        call('list_stock', i === 0 ? {} : { cursor: `eyJvIj${i}d4ca764` }, {
          items: WORDS.slice(0, 6).map((name, k) => ({ name, stock: 3 * k + 5 })),
          next: `eyJvIj${i + 1}d4ca764`,
        }),
      ),
      signals: [
        { at: 3, messageId: 'same', score: 0.45 },
        { at: 4, messageId: 'same', score: 0.6 },
        { at: 5, messageId: 'same', score: 0.8 },
        { at: 6, messageId: 'same' },
      ],
    },
    {
      name: 'a command that reports the same number each time, which may be its effect',
      events: times(5, call('sql', { q: 'delete from audit where old limit 5000' }, 'DELETE 5000')),
      signals: [
        { at: 2, messageId: 'confirmed', score: 0.45 },
        { at: 3, messageId: 'confirmed', score: 0.6 },
        { at: 4, messageId: 'confirmed', score: 0.8 },
      ],
    },
    {
      name: 'a key that was pressed, which may have done something each time',
      events: times(5, call('computer', { action: 'key', text: 'ctrl+z' }, 'key pressed')),
      signals: [
        { at: 2, messageId: 'confirmed', score: 0.45 },
        { at: 3, messageId: 'confirmed', score: 0.6 },
        { at: 4, messageId: 'confirmed', score: 0.8 },
      ],
    },
    {
      name: 'a tool that returns what it was given and adds nothing',
      events: times(5, call('echo', { message: 'come to the window' }, 'come to the window')),
      signals: [
        { at: 2, messageId: 'same', score: 0.45 },
        { at: 3, messageId: 'same', score: 0.6 },
        { at: 4, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'the same message sent again, whatever number it gets',
      events: range(4).map((i) =>
        call('send_email', { to: 'a@x.test', body: 'come to the workshop on Monday' }, `sent as ${i + 70}`),
      ),
      signals: [
        { at: 1, messageId: 'same', score: 0.375 },
        { at: 2, messageId: 'same', score: 0.5625 },
        { at: 3, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'a person who asks again does not restart the count',
      events: [turn('go on'), ...times(3, make)],
      signals: [
        { at: 2, messageId: 'failing', score: 0.5 },
        { at: 3, messageId: 'failing', score: 0.8 },
      ],
    },
  ],
});
