import type { Category } from '../detection/category.js';
import type { Cap } from '../detection/detector.js';
import type { AgentEvent } from '../event/event.js';
import { NAMES } from './names.js';
import { call, deltas, edit, error, failure, message, range, state, times } from './trace.js';

/** One step of an agent: a call and its changes, a message, a stream of text. */
export type AgentStep = readonly AgentEvent[];

/** A looping agent, and its kind of loop. */
export interface LoopScript {
  readonly category: Category;
  /** The hardest rung that its evidence justifies; default `stop`. */
  readonly cap?: Cap;
  /** The n-th time round. */
  readonly step: (n: number) => AgentStep;
}

/** An agent that resembles a looping one, but is healthy. */
export interface HealthyScript {
  readonly name: string;
  readonly steps: readonly AgentStep[];
}

const TEN = NAMES.slice(0, 10);
const name = (i: number): string => `${TEN[i % 10]!}${i < 10 ? '' : Math.floor(i / 10)}`;

const QUERIES = [
  ...[
    'refund rule',
    'rule refund',
    'refund the rule',
    'rule for refund',
    'the refund rule',
    'refund rule now',
  ],
  ...['rule of refund', 'a refund rule', 'any refund rule', 'refund rule please', 'some rule of refund'],
];
const STARTS = [
  ...['I will start by', 'I start with', 'Let me start by', 'I will now start', 'First I will start by'],
  ...['I start now by', 'So I will start by', 'Now let me start by'],
];

const form = (i: number): string =>
  `## Page ${name(i)}\n\n- it loads\n- no error is shown\n- the figure is missing\n\nI go on with the next page.`;
const stream = (text: string): AgentStep => [...deltas(text, 48), message(text)];
const write = (content: string, from: string, to: string): AgentStep => [
  call('Write', { path: 'a.css', content }, 'ok'),
  edit('a.css', from, to),
];

/** One a category. */
export const LOOP_SCRIPTS: readonly LoopScript[] = [
  { category: 'TOOL_REPETITION', step: () => [call('Bash', { command: 'git status' }, 'nothing to commit')] },
  {
    category: 'TOOL_PING_PONG',
    step: (n) => [
      n % 2
        ? call('open', { tab: 'cart' }, 'the cart is empty')
        : call('open', { tab: 'shop' }, 'all sold out'),
    ],
  },
  {
    category: 'TOOL_PARAMETER_DRIFT',
    cap: 'redirect',
    step: (n) => [
      call(
        'search',
        { query: `${QUERIES[n % QUERIES.length]!}${n < QUERIES.length ? '' : ' again'}` },
        'no results',
      ),
    ],
  },
  {
    category: 'OUTPUT_VERBATIM',
    cap: 'nudge',
    step: () => [message('I will now open the config file and look for the wrong setting.')],
  },
  {
    category: 'OUTPUT_PARAPHRASE',
    cap: 'nudge',
    step: (n) => [message(`${STARTS[n % STARTS.length]!} reading the log`)],
  },
  { category: 'OUTPUT_STRUCTURAL', cap: 'nudge', step: (n) => [message(form(n))] },
  { category: 'STATE_OSCILLATION', step: (n) => [state({ todos: { tests: n % 2 ? 'done' : 'open' } })] },
  {
    category: 'STATE_REGRESSION',
    step: (n) => (n % 2 ? write('<b>one</b>', 'h0', 'h1') : write('<i>two</i>', 'h1', 'h0')),
  },
  { category: 'GOAL_DRIFT', step: (n) => [state({ goal: n % 2 ? 'make it fast' : 'make it clean' })] },
  {
    category: 'ERROR_REPETITION',
    step: () => [failure('Bash', { command: 'make' }, 'undefined reference to crc32')],
  },
  {
    category: 'ERROR_WHACK_A_MOLE',
    cap: 'redirect',
    step: (n) => [
      n % 2 ? error('TypeError', 'x is not a function') : error('ImportError', 'cannot import name y'),
    ],
  },
  { category: 'FIX_REPETITION', step: () => [edit('src/a.ts', 'same', 'same')] },
  { category: 'TOKEN_REPETITION', step: () => stream(`The answer is ${'very '.repeat(160)}`) },
  { category: 'PHRASE_LOOP', step: () => stream('Wait, let me check the second case again. '.repeat(30)) },
  {
    category: 'STRUCTURAL_LOOP',
    step: () =>
      stream(
        range(40)
          .map(
            (i) =>
              `Step ${i + 1}: open the file, read the line, compare it with the table and write it down.\nThen close the file and go on with the next one of the list, as was said before.\n`,
          )
          .join(''),
      ),
  },
];

/** Loops whose evidence justifies a block; the others only get messages. */
export const BLOCKABLE_SCRIPTS: readonly LoopScript[] = LOOP_SCRIPTS.filter(
  ({ cap = 'stop' }) => cap === 'stop',
);

/** The n-th step of ordinary work: something new each time. */
export function workStep(n: number): AgentStep {
  const page = range(5).map((k) => `${name(n)} ${name(k)} row ${n * 5 + k} of the ${name(n + k)} table`);
  return [call('Read', { path: `src/${name(n)}.ts` }, page.join('\n'))];
}

const change = (i: number): AgentStep => [
  call('Edit', { path: 'src/a.ts', old_string: `v${i}`, new_string: `v${i + 1}` }, 'updated'),
  edit('src/a.ts', `h${i}`, `h${i + 1}`),
];
const bash = (command: string, result: string, isError = false): AgentStep => [
  call('Bash', { command }, result, { isError }),
];

export const HEALTHY_SCRIPTS: readonly HealthyScript[] = [
  { name: 'reads file after file', steps: range(14).map(workStep) },
  {
    name: 'runs the tests after each edit, and fewer fail each time',
    steps: range(10).flatMap((i) => [
      change(i),
      bash('npm test', `${12 - i} failing, ${30 + i} passing`, true),
    ]),
  },
  { name: 'builds after each edit', steps: range(10).flatMap((i) => [change(i), bash('make', 'build ok')]) },
  {
    name: 'looks at the status after each edit',
    steps: range(10).flatMap((i) => [change(i), bash('git status', 'modified: src/a.ts')]),
  },
  {
    name: 'polls a job that moves on',
    steps: range(16).map((i) => [call('job', { id: 1 }, `${name(i)} step ${i}: ${name(i + 5)} done`)]),
  },
  {
    name: 'waits for a job',
    steps: range(5).flatMap(() => [
      [call('wait', { seconds: 30 }, 'ok')],
      [call('job', { id: 1 }, 'state: running')],
    ]),
  },
  {
    name: 'works through a batch',
    steps: range(20).map((i) => [call('archive', { id: `mail-${name(i)}` }, 'ok')]),
  },
  {
    name: 'pages through a list',
    steps: range(15).map((i) => [call('list', { page: i }, `${name(i)}, ${name(i + 3)} and ${name(i + 7)}`)]),
  },
  {
    name: 'retries with growing waits until it works',
    steps: [
      ...[1, 2, 4].flatMap((seconds) => [
        [failure('fetch', { url: 'x' }, '503 service unavailable')],
        bash(`sleep ${seconds}`, ''),
      ]),
      [call('fetch', { url: 'x' }, 'the whole page')],
      ...range(6).map(workStep),
    ],
  },
  {
    name: 'narrates what it does',
    steps: range(10).flatMap((i) => [
      [message(`Now I will look at the part about the ${name(i)}.`)],
      workStep(i),
    ]),
  },
  {
    name: 'makes the same call thrice in a round',
    steps: range(4).map((round) => times(3, call('ping', { host: name(round) }, 'alive', { round }))),
  },
  {
    name: 'ticks off its list',
    steps: range(8).map((i) => [
      state({ todos: Object.fromEntries(range(8).map((k) => [name(k), k <= i ? 'done' : 'open'])) }),
    ]),
  },
];
