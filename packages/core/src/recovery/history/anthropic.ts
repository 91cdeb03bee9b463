import {
  appendText,
  type Dialect,
  type HistoryProblem,
  type Message,
  NO_CALLS,
  NO_RESULTS,
  recordsOf,
  textOf,
  type Turn,
} from './dialect.js';

const FAMILIAR: readonly unknown[] = ['text', 'thinking', 'redacted_thinking', 'tool_use'];

/** Messages: user and assistant alternate; the results of an assistant's calls open the next user message. */
export const anthropic: Dialect = {
  shape: 'anthropic',
  isStrict: true,
  read({ role, content }) {
    const blocks = blocksOf(content);
    if (!blocks) return 'content is neither a text nor a list of blocks';
    if (role === 'assistant') return readAssistant(blocks);
    return role === 'user' ? readUser(blocks) : 'role is neither user nor assistant';
  },
  moreProblems: (history, turns) => [...turnProblems(history), ...placeProblems(history, turns)],
  note: (text) => ({ role: 'user', content: [{ type: 'text', text }] }),
  appendToResult(message, text) {
    const blocks = blocksOf(message['content']) ?? [];
    const at = blocks.findLastIndex(({ type }) => type === 'tool_result');
    const block = blocks[at];
    const content = block && appendText(block['content'], text, { type: 'text', text });
    return content === undefined
      ? undefined
      : { ...message, content: blocks.with(at, { ...block, content }) };
  },
  withoutResults(message) {
    const content = (blocksOf(message['content']) ?? []).filter(({ type }) => type !== 'tool_result');
    return content.length === 0 ? undefined : { ...message, content };
  },
  join: (first, second) => ({
    ...first,
    content: [...(blocksOf(first['content']) ?? []), ...(blocksOf(second['content']) ?? [])],
  }),
};

/** A text is one block. */
function blocksOf(content: unknown): readonly Message[] | undefined {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : recordsOf(content);
}

function readAssistant(blocks: readonly Message[]): Turn | string {
  const uses = blocks.filter(({ type }) => type === 'tool_use');
  if (uses.some(({ id, name }) => typeof id !== 'string' || typeof name !== 'string'))
    return 'a tool_use has no id or no name';
  return {
    role: 'assistant',
    calls: uses.map(({ id, name, input }) => ({ id: id as string, tool: name as string, args: input })),
    results: NO_RESULTS,
    text: textOf(blocks.filter(({ type }) => type === 'text')),
    hasUnknown: blocks.some(({ type }) => !FAMILIAR.includes(type)),
  };
}

function readUser(blocks: readonly Message[]): Turn | string {
  const given = blocks.filter(({ type }) => type === 'tool_result');
  if (given.some(({ tool_use_id: id }) => typeof id !== 'string')) return 'a tool_result has no tool_use_id';
  const results = given.map(({ tool_use_id: id, content, is_error: isError }) => ({
    ...{ id: id as string, result: textOf(content), isError: isError === true },
  }));
  return {
    role: given.length > 0 ? 'results' : 'user',
    calls: NO_CALLS,
    results,
    text: '',
    hasUnknown: false,
  };
}

function turnProblems(history: readonly Message[]): readonly HistoryProblem[] {
  return history.flatMap(({ role, content }, at): HistoryProblem[] => {
    const problems = blocksOf(content)?.length === 0 ? [{ at, problem: 'the message is empty' }] : [];
    if (at === 0)
      return role === 'user' ? problems : [...problems, { at, problem: 'the first is not of the user' }];
    return history[at - 1]!['role'] === role
      ? [...problems, { at, problem: 'two messages of one role in a row' }]
      : problems;
  });
}

/** All results of a step stand in one message, before anything else. */
function placeProblems(history: readonly Message[], turns: readonly Turn[]): readonly HistoryProblem[] {
  return history.flatMap(({ content }, at): HistoryProblem[] => {
    const blocks = blocksOf(content) ?? [];
    const first = blocks.findIndex(({ type }) => type !== 'tool_result');
    const isLate = first >= 0 && blocks.slice(first).some(({ type }) => type === 'tool_result');
    const late = isLate ? [{ at, problem: 'a tool_result stands after another block' }] : [];
    const asked = turns[at - 1]?.calls ?? NO_CALLS;
    const answered = new Set(turns[at]?.results.map(({ id }) => id));
    const isOpen = asked.some(({ id }) => !answered.has(id));
    return isOpen ? [...late, { at, problem: 'a tool_use before has no tool_result here' }] : late;
  });
}
