/** The forms in which agents take an answer. */
import { forUser, type HookAnswer, type HookCall, toldIn } from '@rutbreak/adapters/hooks';
import type { Reply } from './agent.js';

const SILENCE: Reply = { stdout: '' };

/** The format of Claude Code, which several agents have adopted. `continue: false` ends the run. */
export function claudeReply({ name }: HookCall, answer: HookAnswer): Reply {
  switch (answer.kind) {
    case 'silent':
      return SILENCE;
    case 'tell':
      return json(toldIn(name, answer));
    case 'deny':
      return json({
        ...(answer.ends && { continue: false, stopReason: answer.text, systemMessage: answer.text }),
        ...forUser(answer),
        hookSpecificOutput: {
          ...{ hookEventName: name, permissionDecision: 'deny', permissionDecisionReason: answer.text },
        },
      });
    case 'end':
      return json({ continue: false, stopReason: answer.text, systemMessage: answer.text });
  }
}

/** For agents that accept only exit code 2 as a veto, with the reason on standard error. */
export function exitCodeReply(_: HookCall, answer: HookAnswer): Reply {
  return answer.kind === 'deny' ? { stdout: '', stderr: `${answer.text}\n`, exitCode: 2 } : SILENCE;
}

export function cursorReply(_: HookCall, answer: HookAnswer): Reply {
  if (answer.kind === 'silent') return SILENCE;
  if (answer.kind === 'deny')
    return json({ permission: 'deny', agent_message: answer.text, user_message: answer.user ?? answer.text });
  return json({ additional_context: answer.text });
}

export function clineReply(_: HookCall, answer: HookAnswer): Reply {
  if (answer.kind === 'silent') return SILENCE;
  return answer.kind === 'tell'
    ? json({ cancel: false, contextModification: answer.text })
    : json({ cancel: true, errorMessage: answer.text });
}

function json(value: object): Reply {
  return { stdout: JSON.stringify(value) };
}
