// An agent without a framework: a loop, a model, a tool. The guard is asked before each call and told after it.
import assert from 'node:assert/strict';
import { createGuard } from '@rutbreak/core';

// Stand-ins for your model and your tool. This model is stuck: it asks for the same file again and again, until it is
// told in plain words to end.
const askModel = (messages) =>
  messages.at(-1).content.includes('This call was not run')
    ? { text: 'The file is not there. Please check the path.' }
    : { call: { tool: 'read_file', args: { path: 'notes.txt' } } };
const runTool = () => 'Error: ENOENT: no such file: notes.txt';

const messages = [{ role: 'user', content: 'Summarise notes.txt.' }];
const capabilities = { appendToResult: true, injectMessage: true, veto: true }; // what this loop can do
const session = createGuard({ capabilities }).session('run-1');
session.turn({ role: 'user', reason: 'prompt', text: messages[0].content });

let round = 0;
let calls = 0;
let answer;
for (;;) {
  round++;
  const { text, call } = askModel(messages);
  if (text !== undefined) {
    answer = text;
    break;
  }

  // Before a call: is it one that should not be made?
  const before = session.before({ ...call, round });
  if (before.kind === 'act' && before.rung === 'stop') break;
  if (before.kind === 'act' && before.rung !== 'observe') {
    console.log(`round ${round}: ${before.rung}, not run`);
    messages.push({ role: 'tool', content: before.text });
    continue;
  }

  const result = runTool(call);
  calls++;

  // After it: is there something to tell the model?
  const after = session.after({ ...call, round, result });
  const words = after.kind === 'act' && after.text !== '' ? `\n\n${after.text}` : '';
  if (words !== '') console.log(`round ${round}: ${after.rung}, ${after.verdict.primary.brief}`);
  messages.push({ role: 'tool', content: result + words });
}

console.log(`${calls} calls, then: ${answer}`);
assert.equal(calls, 6);
assert.match(answer, /check the path/i);
