// An agent of the Claude Agent SDK that goes in circles. The SDK starts a program of its own; here a few lines play its
// part, and call the hooks as it does. With the real one it is: query({ prompt, options: guarded(options) })
import assert from 'node:assert/strict';
import { guarded, stopsOf } from '@rutbreak/adapters/claude-agent';

const options = guarded({ allowedTools: ['Bash'] });
const fire = async (hook_event_name, input = {}) => {
  const [{ hooks }] = options.hooks[hook_event_name];
  return hooks[0]({ hook_event_name, session_id: 'run-1', ...input });
};

await fire('UserPromptSubmit', { prompt: 'Run the tests.' });
const call = { tool_name: 'Bash', tool_input: { command: 'npm test' } };
let round = 0;
for (;;) {
  round++;
  const before = await fire('PreToolUse', call);
  if (before.continue === false) break;
  if (before.hookSpecificOutput)
    console.log(`round ${round}: ${before.hookSpecificOutput.permissionDecision}`);
  else {
    const after = await fire('PostToolUse', { ...call, tool_response: { stdout: '2 failed', stderr: '' } });
    if (after.hookSpecificOutput) console.log(`round ${round}: the model is told`);
  }
  await fire('PostToolBatch');
}

const [stop] = stopsOf(options);
console.log(`ended in round ${round}: ${stop.status}, ${stop.category}`);
assert.equal(stop.status, 'LOOP_DETECTED');
