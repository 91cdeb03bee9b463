import { type Dialect, readClaudeLike } from './claude-like.js';
import type { Fields } from './fields.js';
import { forUser, type HookAnswer, type HookCall, type HookProtocol, isForModel } from './hook.js';

/** No hook can end a Codex run. The model reads the reason with each denial. */
const DIALECT: Dialect = {
  agent: 'codex',
  capabilities: { appendToResult: true, injectMessage: true, veto: true },
  atEnd: {},
  // Codex does not mark a failed command, so the output must tell.
  resultOf: (input: Fields) => ({ result: input['tool_response'], isError: false }),
  always: { isEndless: true },
};

/** Codex CLI; recorded with 0.166.0 and 0.169.0. */
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
  return JSON.stringify({
    ...forUser(answer),
    ...(isForModel(answer) && { hookSpecificOutput: { hookEventName: name, ...said } }),
  });
}
