import { call, edit, failure, message, testDetector, times, turn } from '../../testing/index.js';
import { repeatedCall } from './repeated-call.js';

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const status = call('bash', { command: 'git status' }, 'nothing to commit');
const other = (i: number): typeof status => call('read', { path: `src/${i}.ts` }, `text number ${i}`);
const make = failure('bash', { command: 'make' }, 'make: missing separator');
const denied = failure('bash', { command: 'rm x' }, 'rm: permission denied by the sandbox');
const limited = failure('fetch', { url: 'https://x.test' }, '429 too many requests');
const changed = (i: number): ReturnType<typeof edit> => edit('a.ts', `${i}`, `${i + 1}`);
const sleep = call('sleep', { seconds: 30 }, '');
const save = (content: string, result = 'saved'): typeof status =>
  call('write_file', { path: 'a.md', content }, result);

/** Deeper than is looked at. */
const deep = JSON.parse(`${'['.repeat(100)}1${']'.repeat(100)}`) as unknown;

testDetector(repeatedCall, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'twice is no sign yet', events: times(2, status) },
    { name: 'one failure', events: [make] },
    { name: 'as often as a person asked', events: [turn('Run it 20 times, please.'), ...times(10, status)] },
    {
      name: 'polling that makes progress',
      events: range(12).map((i) => call('status', { job: 'j' }, `built ${10 * i} percent of it`)),
    },
    {
      name: 'a look that shows something else starts the count anew',
      events: times(3, [call('ls', {}, 'a.ts'), call('ls', {}, 'a.ts'), call('ls', {}, 'a.ts b.ts')]),
    },
    {
      name: 'one tool over many targets',
      events: range(8).map((i) => call('read', { path: `${i}.ts` }, 'empty file')),
    },
    {
      name: 'a test after each edit',
      events: range(8).flatMap((i) => [changed(i), call('bash', { command: 'npm test' }, 'all passed')]),
    },
    {
      name: 'a test after each write of something new',
      events: range(8).flatMap((i) => [
        save(`try number ${i}`),
        call('bash', { command: 'npm test' }, 'all passed'),
      ]),
    },
    {
      name: 'the same read after each new piece of work',
      events: range(6).flatMap((i) => [
        call('read', { path: 'plan.md' }, 'the plan'),
        other(2 * i),
        other(2 * i + 1),
      ]),
    },
    {
      name: 'a failure that passes by itself, while its number climbs',
      events: range(8).map((i) => failure('up', {}, `service unavailable: ${i} of 9 nodes are up`)),
    },
    { name: 'calls of one round count once', events: times(6, { ...status, round: 1 }) },
    {
      name: 'a new task starts anew',
      events: ['one', 'two', 'three'].flatMap((text) => [turn(text), ...times(2, status)]),
    },
    {
      name: 'a scheduled run starts anew',
      events: times(4, [turn('', { role: 'harness', reason: 'schedule' }), status, status]),
    },
    { name: 'plain waits, however many', events: times(12, sleep) },
    { name: 'three looks with a wait between', events: [status, sleep, status, sleep, status] },
    {
      name: 'three looks that wait themselves',
      events: times(3, call('bash', { command: 'sleep 30 && gh run view' }, 'in progress')),
    },
    {
      name: 'a clock that is asked three times',
      events: range(3).map((i) => call('time', {}, `09:12:0${i}`)),
    },
    {
      name: 'a failure in other words each time',
      events: ['one', 'two', 'three', 'four'].map((word) =>
        failure('bash', { command: 'make' }, `broken by ${word}`),
      ),
    },
    {
      name: 'a failure that the same call overcomes each time',
      events: times(8, [make, call('bash', { command: 'make' }, 'built')]),
    },
    {
      name: 'a call that is sent again because it asks for something else each time',
      events: ['day', 'hour', 'room', 'name', 'price', 'card'].map((ask) =>
        call('book', { room: 4 }, { status: 'input_required', ask }),
      ),
    },
    { name: 'a failure before and after an edit', events: [make, changed(1), make] },
    {
      name: 'a rate limit that counts down',
      events: [30, 20, 10].map((left) => failure('fetch', { url: 'x' }, `too many requests, ${left} to go`)),
    },
    {
      name: 'different things written',
      events: range(8).map((i) => save(`the text of version ${i} is here`)),
    },
    {
      name: 'the same message to different people',
      events: range(8).map((i) =>
        call('send_email', { to: `u${i}@x.test`, body: 'come to the workshop on Monday' }, 'queued'),
      ),
    },
    {
      name: 'arguments too large to be read through',
      events: times(8, call('query', deep, 'the same answer')),
    },
    {
      name: 'higher limits that are not reached',
      options: { successes: 20, failures: 20 },
      events: [...times(9, status), ...times(9, make)],
    },
    { name: 'what is no call', events: [...times(8, message('git status')), turn()] },
  ],
  looping: [
    {
      name: 'the fifth identical call with the same outcome; each one more leaves less doubt',
      events: times(7, status),
      signals: [
        { at: 2, messageId: 'same', score: 0.45 },
        { at: 3, messageId: 'same', score: 0.6 },
        { at: 4, messageId: 'same', score: 0.8 },
        { at: 5, messageId: 'same', score: 0.8484 },
        { at: 6, messageId: 'same', score: 0.8851 },
      ],
    },
    {
      name: 'fewer successes asked for',
      options: { successes: 2 },
      events: times(2, status),
      signals: [{ at: 1, messageId: 'same', score: 0.8 }],
    },
    {
      name: 'a missing result equals a missing result',
      events: times(5, call('next')),
      signals: [
        { at: 2, messageId: 'same', score: 0.45 },
        { at: 3, messageId: 'same', score: 0.6 },
        { at: 4, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'volatile parts of the outcome do not hide it',
      events: range(5).map((i) =>
        call('get', { id: 'x' }, `state open at 09:00:0${i}, pid ${i}, took ${i}ms, request 7f3a9c${i}`),
      ),
      signals: [
        { at: 2, messageId: 'same', score: 0.45 },
        { at: 3, messageId: 'same', score: 0.6 },
        { at: 4, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'spelling of the arguments does not hide it',
      events: [
        call('read', { path: 'src/a.ts', limit: 5 }, 'some text'),
        call('read', { limit: '5', path: './src//a.ts' }, 'some text'),
        call('read', { path: 'src/lib/../a.ts', limit: 5, offset: null }, 'some text'),
        call('read', { path: ' src/a.ts', limit: 5, tags: [] }, 'some text'),
        call('read', { path: 'src/a.ts', limit: 5, requestId: 'r5' }, 'some text'),
      ],
      signals: [
        { at: 2, messageId: 'same', score: 0.45 },
        { at: 3, messageId: 'same', score: 0.6 },
        { at: 4, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'talk, nudges and a compaction in between change nothing',
      events: [
        status,
        message('again'),
        status,
        turn('', { role: 'harness', reason: 'compaction' }),
        status,
        turn('stop that', { role: 'harness', reason: 'nudge' }),
        status,
        status,
      ],
      signals: [
        { at: 4, messageId: 'same', score: 0.45 },
        { at: 6, messageId: 'same', score: 0.6 },
        { at: 7, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'a repeated prompt is no new task',
      events: [turn('go on'), status, status, turn('go on'), status, status, turn('go on'), status],
      signals: [
        { at: 4, messageId: 'same', score: 0.45 },
        { at: 5, messageId: 'same', score: 0.6 },
        { at: 7, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'a new task starts anew, and is judged like any other',
      events: [...times(2, status), turn('next'), ...times(5, status)],
      signals: [
        { at: 5, messageId: 'same', score: 0.45 },
        { at: 6, messageId: 'same', score: 0.6 },
        { at: 7, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'three of five calls is just dense enough',
      events: [status, other(1), status, other(2), status],
      signals: [{ at: 4, messageId: 'same', score: 0.45 }],
    },
    {
      name: 'a lower density',
      options: { density: 0.3 },
      events: range(5).flatMap((i) => [status, other(2 * i), other(2 * i + 1)]),
      signals: [
        { at: 6, messageId: 'same', score: 0.45 },
        { at: 9, messageId: 'same', score: 0.6 },
        { at: 12, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'rounds, not calls, are counted',
      events: range(5).flatMap((round) => times(3, { ...status, round })),
      signals: [
        { at: 6, messageId: 'same', score: 0.45 },
        { at: 7, messageId: 'same', score: 0.45 },
        { at: 8, messageId: 'same', score: 0.45 },
        { at: 9, messageId: 'same', score: 0.6 },
        { at: 10, messageId: 'same', score: 0.6 },
        { at: 11, messageId: 'same', score: 0.6 },
        { at: 12, messageId: 'same', score: 0.8 },
        { at: 13, messageId: 'same', score: 0.8 },
        { at: 14, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'the seventh look with a wait between',
      events: times(7, [status, sleep]),
      signals: [
        { at: 6, messageId: 'waiting', score: 0.4286 },
        { at: 8, messageId: 'waiting', score: 0.5357 },
        { at: 10, messageId: 'waiting', score: 0.6429 },
        { at: 12, messageId: 'waiting', score: 0.8 },
      ],
    },
    {
      name: 'the seventh look that waits itself',
      events: times(7, call('bash', { command: 'sleep 30 && gh run view' }, 'in progress')),
      signals: [
        { at: 3, messageId: 'waiting', score: 0.4286 },
        { at: 4, messageId: 'waiting', score: 0.5357 },
        { at: 5, messageId: 'waiting', score: 0.6429 },
        { at: 6, messageId: 'waiting', score: 0.8 },
      ],
    },
    {
      name: 'fewer looks asked for',
      options: { waits: 3 },
      events: times(3, [status, sleep]),
      signals: [
        { at: 2, messageId: 'waiting', score: 0.5 },
        { at: 4, messageId: 'waiting', score: 0.8 },
      ],
    },
    {
      name: 'a wait before all of it gives no patience',
      events: [sleep, ...times(5, status)],
      signals: [
        { at: 3, messageId: 'same', score: 0.45 },
        { at: 4, messageId: 'same', score: 0.6 },
        { at: 5, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'the eighth look at a bare clock',
      events: range(8).map((i) => call('time', {}, `09:12:0${i}`)),
      signals: [
        { at: 3, messageId: 'same', score: 0.375 },
        { at: 4, messageId: 'same', score: 0.4688 },
        { at: 5, messageId: 'same', score: 0.5625 },
        { at: 6, messageId: 'same', score: 0.6563 },
        { at: 7, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'fewer clocks asked for',
      options: { clocks: 2 },
      events: range(2).map((i) => call('time', {}, `09:12:0${i}`)),
      signals: [{ at: 1, messageId: 'same', score: 0.8 }],
    },
    {
      name: 'the third identical failure',
      events: times(4, make),
      signals: [
        { at: 1, messageId: 'failing', score: 0.5 },
        { at: 2, messageId: 'failing', score: 0.8 },
        { at: 3, messageId: 'failing', score: 0.874 },
      ],
    },
    {
      name: 'fewer failures asked for',
      options: { failures: 2 },
      events: times(2, make),
      signals: [{ at: 1, messageId: 'failing', score: 0.8 }],
    },
    {
      name: 'a failure need not be dense, if nothing else worked',
      events: [make, failure('x', {}, 'a'), make, failure('y', {}, 'b'), make],
      signals: [
        { at: 2, messageId: 'failing', score: 0.5 },
        { at: 4, messageId: 'failing', score: 0.8 },
      ],
    },
    {
      name: 'something new that worked in between halves what came before',
      events: [make, other(1), make, other(2), make, make],
      signals: [
        { at: 2, messageId: 'failing', score: 0.375 },
        { at: 4, messageId: 'failing', score: 0.5 },
        { at: 5, messageId: 'failing', score: 0.8 },
      ],
    },
    {
      name: 'a failure counts anew once the call has worked',
      events: [make, make, call('bash', { command: 'make' }, 'built'), make, make, make],
      signals: [
        { at: 1, messageId: 'failing', score: 0.5 },
        { at: 4, messageId: 'failing', score: 0.5 },
        { at: 5, messageId: 'failing', score: 0.8 },
      ],
    },
    {
      name: 'an edit in between leaves two fifths of what came before, where nothing moved',
      events: [make, changed(1), make, changed(2), make, make, make],
      signals: [
        { at: 4, messageId: 'failing', score: 0.45 },
        { at: 5, messageId: 'failing', score: 0.7 },
        { at: 6, messageId: 'failing', score: 0.8618 },
      ],
    },
    {
      name: 'an edit cannot cure what is denied',
      events: [denied, changed(1), denied, changed(2), denied],
      signals: [
        { at: 2, messageId: 'failing', score: 0.5 },
        { at: 4, messageId: 'failing', score: 0.8 },
      ],
    },
    {
      name: 'in a failure, numbers say where',
      events: [12, 14, 90].map((n) =>
        failure('bash', { command: 'make' }, `missing separator in part ${n} of file`),
      ),
      signals: [
        { at: 1, messageId: 'failing', score: 0.5 },
        { at: 2, messageId: 'failing', score: 0.8 },
      ],
    },
    {
      name: 'the fourth success that says it failed',
      events: times(4, call('run', { id: 1 }, 'Error: no such table here')),
      signals: [
        { at: 1, messageId: 'failing', score: 0.375 },
        { at: 2, messageId: 'failing', score: 0.5625 },
        { at: 3, messageId: 'failing', score: 0.8 },
      ],
    },
    {
      name: 'fewer of these asked for',
      options: { softFailures: 2 },
      events: times(2, call('run', { id: 1 }, 'Error: no such table here')),
      signals: [{ at: 1, messageId: 'failing', score: 0.8 }],
    },
    {
      name: 'the fifth failure with a wait before each try',
      events: times(5, [sleep, make]),
      signals: [
        { at: 5, messageId: 'failing', score: 0.45 },
        { at: 7, messageId: 'failing', score: 0.6 },
        { at: 9, messageId: 'failing', score: 0.8 },
      ],
    },
    {
      name: 'less patience asked for',
      options: { patient: 2 },
      events: times(2, [sleep, make]),
      signals: [{ at: 3, messageId: 'failing', score: 0.8 }],
    },
    {
      name: 'the seventh try after a wait, where the failure may pass by itself',
      events: times(7, [sleep, limited]),
      signals: [
        { at: 7, messageId: 'failing', score: 0.4286 },
        { at: 9, messageId: 'failing', score: 0.5357 },
        { at: 11, messageId: 'failing', score: 0.6429 },
        { at: 13, messageId: 'failing', score: 0.8 },
      ],
    },
    {
      name: 'a timeout whose numbers go nowhere',
      events: [12, 14, 10].map((tries) => failure('click', {}, `timeout: ${tries} x retrying the click`)),
      signals: [{ at: 2, messageId: 'failing', score: 0.8 }],
    },
    {
      name: 'without a wait it is a failure like any other',
      events: times(3, limited),
      signals: [
        { at: 1, messageId: 'failing', score: 0.5 },
        { at: 2, messageId: 'failing', score: 0.8 },
      ],
    },
    {
      name: 'the same content written again, whatever comes back',
      events: range(4).map((i) => save('one two three four five', `version ${i} of many`)),
      signals: [
        { at: 1, messageId: 'rewriting', score: 0.375 },
        { at: 2, messageId: 'rewriting', score: 0.5625 },
        { at: 3, messageId: 'rewriting', score: 0.8 },
      ],
    },
    {
      name: 'fewer writes asked for',
      options: { writes: 2 },
      events: range(2).map((i) => save('one two three four', `version ${i}`)),
      signals: [{ at: 1, messageId: 'rewriting', score: 0.8 }],
    },
    {
      name: 'the same message sent again, other work or not',
      events: range(5).flatMap((i) => [
        call('send_email', { to: 'a@x.test', body: 'come to the workshop' }, `queued as number ${i}`),
        other(2 * i),
        other(2 * i + 1),
      ]),
      signals: [
        { at: 6, messageId: 'rewriting', score: 0.45 },
        { at: 9, messageId: 'rewriting', score: 0.6 },
        { at: 12, messageId: 'rewriting', score: 0.8 },
      ],
    },
    {
      name: 'CJK',
      events: times(5, call('検索', { 語: '循環' }, '見つかりました')),
      signals: [
        { at: 2, messageId: 'same', score: 0.45 },
        { at: 3, messageId: 'same', score: 0.6 },
        { at: 4, messageId: 'same', score: 0.8 },
      ],
    },
  ],
});
