import type { Category } from '../detection/category.js';
import type { AgentEvent } from '../event/event.js';
import type { Act } from '../pipeline.js';
import { NAMES } from './names.js';
import { play } from './play.js';
import { call, delta, deltas, edit, error, failure, message, range, state, times } from './trace.js';

const NINE = NAMES.slice(0, 9);

/** Raw events in which the default preset finds a loop of each category. */
export const LOOPS: Readonly<Record<Category, readonly AgentEvent[]>> = {
  TOOL_REPETITION: times(5, call('Bash', { command: 'git status' }, 'nothing to commit')),
  TOOL_PING_PONG: times(4, [
    call('Read', { path: 'src/auth.ts' }, 'export const key = 1;'),
    call('Bash', { command: 'npm test' }, '1 test failed: expects a token'),
  ]),
  TOOL_PARAMETER_DRIFT: [
    ...['refund rule', 'rule refund', 'refund the rule', 'rule for refund', 'the refund rule'],
    ...['refund rule now', 'rule of refund', 'a refund rule'],
  ].map((query) => call('search', { query }, 'no results')),
  OUTPUT_VERBATIM: times(5, message('I will now open the config file and look for the wrong setting.')),
  OUTPUT_PARAPHRASE: [
    ...['I will start by reading the log', 'I start with reading the log now'],
    ...['Let me start by reading the log', 'I will now start reading the log'],
    ...['First I will start by reading the log', 'I start now by reading the log'],
  ].map((text) => message(text)),
  OUTPUT_STRUCTURAL: NINE.map((name) =>
    message(`## Page ${name}\n\n- it loads\n- no error is shown\n- the figure is missing\n\nI go on.`),
  ),
  STATE_OSCILLATION: range(8).map((i) => state({ todos: { tests: i % 2 ? 'done' : 'open' } })),
  STATE_REGRESSION: range(8).map((i) => edit('a.css', `h${i % 2}`, `h${(i + 1) % 2}`)),
  GOAL_DRIFT: range(8).map((i) => state({ goal: i % 2 ? 'make it fast' : 'make it clean' })),
  ERROR_REPETITION: times(4, failure('Bash', { command: 'make' }, 'undefined reference to crc32')),
  ERROR_WHACK_A_MOLE: times(4, [
    error('TypeError', 'x is not a function'),
    error('ImportError', 'no module of that name'),
  ]),
  FIX_REPETITION: NINE.map((name) => error('E', `trouble with ${name}`, { fix: 'reinstall the packages' })),
  TOKEN_REPETITION: [delta('the '.repeat(200))],
  PHRASE_LOOP: [delta('I will now check the logs again. '.repeat(30))],
  STRUCTURAL_LOOP: deltas(
    range(40)
      .map(
        (i) => `${i + 1}. ${['Check the logs of the service', 'Restart it and wait', 'Verify it'][i % 3]!}\n`,
      )
      .join(''),
  ),
};

/** The first event at which the guard intervenes. */
export function firstAct(category: Category): Act {
  const found = play('default', LOOPS[category]).find((one) => one.kind === 'act' && one.rung !== 'observe');
  if (found?.kind !== 'act') throw new Error(`no loop was found in the events of ${category}`);
  return found;
}
