import { isCopilot, isOfCopilot, readCopilot, writeCopilot } from './copilot.js';
import { type Dialect, readClaudeLike } from './claude-like.js';
import { type Fields, fieldsOf, textOf } from './fields.js';
import { forUser, type HookAnswer, type HookCall, type HookProtocol, toldIn } from './hook.js';

const DIALECT: Dialect = {
  agent: 'claude-code',
  capabilities: { appendToResult: true, injectMessage: true, veto: true, endRun: true },
  atEnd: { pause: true },
  resultOf,
  always: { marksRounds: true },
};

/** https://code.claude.com/docs/en/hooks; recorded with 2.1.197 to 2.1.326. */
export const claudeCode: HookProtocol = {
  agent: 'claude-code',
  title: 'Claude Code',
  read: (input) => (isCopilot(input) ? readCopilot(input) : readClaudeLike(input, DIALECT)),
  write: (call, answer) => (isOfCopilot(call) ? writeCopilot(call, answer) : write(call, answer)),
};

/** A command's output without the program's own fields; any other result unchanged. */
function resultOf(input: Fields): { result: unknown; isError: boolean } {
  if (input['hook_event_name'] === 'PostToolUseFailure')
    return { result: textOf(input['error']), isError: true };
  const response = input['tool_response'];
  const { stdout, stderr } = fieldsOf(response);
  if (typeof stdout !== 'string') return { result: response, isError: false };
  return { result: [stdout, textOf(stderr)].filter((text) => text !== '').join('\n'), isError: false };
}

/** `claude -p` prints only the model's text, so the guard asks the model to say why the run ends. */
const FINAL_TEXT_REQUEST =
  'Make no further tool call: it would end the run. Tell the user in your answer what you tried and what is in the way.';

function write({ name }: HookCall, answer: HookAnswer): string {
  switch (answer.kind) {
    case 'silent':
      return '';
    case 'tell':
      return JSON.stringify(toldIn(name, answer));
    case 'deny':
      // `continue: false` does not end the run here, with or without a denial; only the hook at the end of the round
      // can.
      return JSON.stringify({
        ...forUser(answer),
        hookSpecificOutput: {
          ...{ hookEventName: name, permissionDecision: 'deny' },
          permissionDecisionReason: answer.ends ? `${answer.text}\n\n${FINAL_TEXT_REQUEST}` : answer.text,
        },
      });
    case 'end':
      return JSON.stringify({ continue: false, stopReason: answer.text, systemMessage: answer.text });
  }
}
