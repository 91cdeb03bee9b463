import type { AgentEvent } from '@rutbreak/core';
import { source, type Source } from './inputs.js';

/** One event of a healthy agent run; equal numbers give equal events, other numbers other texts. */
export function eventAt(run: number, i: number): AgentEvent {
  const from = source(run * 1_000_003 + i);
  return JSON.parse(JSON.stringify(KINDS[i % PERIOD]?.(from, i))) as AgentEvent;
}

type Make = (from: Source, i: number) => AgentEvent;

const call =
  (tool: string, args: (from: Source) => unknown, result: (from: Source) => unknown): Make =>
  (from) => ({ kind: 'call', tool, args: args(from), result: result(from) });

const listing = ({ path, words, below }: Source): string =>
  Array.from({ length: 4 + below(16) }, () => `${path()}:${below(900)}: ${words(6)}`).join('\n');

const read = call(
  'Read',
  ({ path, below }) => ({ file_path: path(), offset: below(500), limit: 200 }),
  listing,
);
const bash = call(
  'Bash',
  ({ words, word }) => ({ command: `npm test -- ${word()} ${word()}`, description: words(4) }),
  listing,
);
const grep = call(
  'Grep',
  ({ word, path }) => ({ pattern: `${word()}\\(`, path: path(), output_mode: 'content', '-n': true }),
  listing,
);
const search = call(
  'search',
  ({ words, below }) => ({ query: words(5), limit: below(50) }),
  ({ path, words, below }) => ({
    hits: Array.from({ length: 5 }, () => ({ title: words(4), path: path(), score: below(1000) / 1000 })),
  }),
);
const write = call(
  'Write',
  ({ path, words }) => ({ file_path: path(), content: words(120) }),
  ({ path }) => `Wrote ${path()}`,
);
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
/** From a sentence to a page. */
const message: Make = ({ words, path, below }) => {
  const length = [10, 18, 24, 30, 38, 48, 64, 90, 130, 190][below(10)] ?? 0;
  return {
    kind: 'message',
    text: `${words(Math.ceil(length / 2))} ${path()}.\n\n- ${words(Math.ceil(length / 4))}\n- ${words(Math.ceil(length / 4))}`,
  };
};
const edit: Make = ({ path, below }) => ({
  kind: 'edit',
  path: path(),
  before: `h${below(1e9)}`,
  after: `h${below(1e9)}`,
});
const error: Make = ({ words, path, below }) => ({
  kind: 'error',
  type: 'BuildError',
  message: `${words(8)} in ${path()}:${below(900)}`,
  fix: words(9),
});
const turn: Make = ({ words }) => ({ kind: 'turn', role: 'user', reason: 'prompt', text: words(20) });

/** As in real runs: two calls and two messages in five events, an eighth of the calls fails, errors and edits are rare. */
const KINDS: readonly Make[] = [
  ...[turn, message, read, message, grep, message, bash, message, replace, edit],
  ...[message, failing, message, read, message, turn, message, search, message, write],
  ...[message, bash, message, read, error, message, grep, message, turn, read],
  ...[message, failing, message, bash, message, replace, turn, message, read, write],
];

/** So many events, then everything has happened at least once. */
export const PERIOD = KINDS.length;
