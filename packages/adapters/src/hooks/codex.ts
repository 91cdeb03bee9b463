import { type Dialect, readClaudeLike } from './claude-like.js';
import type { Fields } from './fields.js';
import type { HookAnswer, HookCall, HookProtocol } from './hook.js';

/** Nothing ends a run of Codex: of what is denied, the model is told, every time. */
const DIALECT: Dialect = {
  agent: 'codex',
  capabilities: { appendToResult: true, injectMessage: true, veto: true },
  atEnd: {},
  // A failed command looks like any other; what it printed has to do.
  resultOf: (input: Fields) => ({ result: input['tool_response'], isError: false }),
  always: { isEndless: true },
};

/** Codex CLI; recorded with 0.166.0. */
export const codex: HookProtocol = {
  agent: 'codex',
  title: 'Codex CLI',
  read: (input) => readClaudeLike(input, DIALECT),
  write,
};

function write({ name }: HookCall, answer: HookAnswer): string {
  if (answer.kind === 'silent') return '';
  const said =
    answer.kind === 'deny'
      ? { permissionDecision: 'deny', permissionDecisionReason: answer.text }
      : { additionalContext: answer.text };
  return JSON.stringify({ hookSpecificOutput: { hookEventName: name, ...said } });
}
