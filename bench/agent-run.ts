import type { AgentEvent } from '@rutbreak/core';
import { source, type Source } from './inputs.js';

/** One event of a healthy agent run; equal numbers give equal events, other numbers other texts. */
export function eventAt(run: number, i: number): AgentEvent {
  const from = source(run * 1_000_003 + i);
  const make = KINDS[i % KINDS.length];
  return JSON.parse(JSON.stringify(make?.(from, i))) as AgentEvent;
}

/** So many events, then everything has happened at least once. */
export const PERIOD = 20;

type Make = (from: Source, i: number) => AgentEvent;

const call =
  (tool: string, args: (from: Source) => unknown, result: (from: Source) => unknown): Make =>
  (from) => ({ kind: 'call', tool, args: args(from), result: result(from) });

const listing = ({ path, words, below }: Source): string =>
  Array.from({ length: 4 + below(16) }, () => `${path()}:${below(900)}: ${words(6)}`).join('\n');

const read = call('Read', ({ path, below }) => ({ file_path: path(), offset: below(500), limit: 200 }), listing);
const bash = call('Bash', ({ words, word }) => ({ command: `npm test -- ${word()} ${word()}`, description: words(4) }), listing);
const grep = call('Grep', ({ word, path }) => ({ pattern: `${word()}\\(`, path: path(), output_mode: 'content', '-n': true }), listing);
const search = call('search', ({ words, below }) => ({ query: words(5), limit: below(50) }), ({ path, words, below }) => ({
  hits: Array.from({ length: 5 }, () => ({ title: words(4), path: path(), score: below(1000) / 1000 })),
}));
const write = call('Write', ({ path, words }) => ({ file_path: path(), content: words(120) }), ({ path }) => `Wrote ${path()}`);
const replace = call(
  'Edit',
  ({ path, words }) => ({ file_path: path(), old_string: words(12), new_string: words(14) }),
  ({ path }) => `The file ${path()} has been updated.`,
);
const failing: Make = ({ path, words, word, below }) => ({
  kind: 'call',
  tool: 'Bash',
  args: { command: `node ${path()} --${word()}` },
  result: `TypeError: ${words(5)} at ${path()}:${below(900)}`,
  isError: true,
});
const message: Make = ({ words, path }) => ({ kind: 'message', text: `${words(40)} ${path()}.\n\n- ${words(12)}\n- ${words(12)}` });
const edit: Make = ({ path, below }) => ({ kind: 'edit', path: path(), before: `h${below(1e9)}`, after: `h${below(1e9)}` });
const error: Make = ({ words, path, below }) => ({ kind: 'error', type: 'BuildError', message: `${words(8)} in ${path()}:${below(900)}`, fix: words(9) });
const state: Make = ({ words, path, below }) => ({
  kind: 'state',
  goal: words(8),
  todos: Array.from({ length: 5 }, (_, i) => ({ id: `t${i}`, content: words(5), status: below(2) === 0 ? 'open' : 'done' })),
  files: Object.fromEntries(Array.from({ length: 6 }, () => [path(), `h${below(1e9)}`])),
});
const turn: Make = ({ words }) => ({ kind: 'turn', role: 'user', reason: 'prompt', text: words(20) });
const step: Make = ({ words, word }) => ({ kind: 'step', intent: words(6), tool: word(), status: 'success' });

const KINDS: readonly Make[] = [
  ...[message, read, grep, bash, replace, edit, message, failing, error, read],
  ...[search, write, state, bash, message, read, failing, error, step, bash],
];
export const OPENING: AgentEvent = turn(source(1), 0);
