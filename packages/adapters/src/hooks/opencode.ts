import type { AgentEvent, Capabilities } from '@rutbreak/core';
import { turnOf } from './claude-like.js';
import { type Fields, fieldsOf, textOf, withoutNarration } from './fields.js';
import { forUser, type HookAnswer, type HookCall, type HookProtocol, isForModel } from './hook.js';

const CAPABILITIES: Capabilities = { appendToResult: true, injectMessage: true, veto: true, endRun: true };

/**
 * opencode has plugins instead of hooks. Our plugin, which `init` writes, sends this input and acts on the answer: it
 * throws, extends the output, or aborts the session. Recorded with 1.18.33.
 */
export const opencode: HookProtocol = {
  agent: 'opencode',
  title: 'opencode',
  read(given): HookCall | undefined {
    const input = fieldsOf(given);
    const name = textOf(input['event']);
    const session = textOf(input['sessionID']);
    if (name === '' || session === '') return undefined;
    const call = textOf(input['callID']);
    return {
      ...{ name, session: `opencode/${session}`, key: call === '' ? '' : `${name} ${call}` },
      ...(call !== '' && { call }),
      event: eventOf(name, input),
      capabilities: CAPABILITIES,
    };
  },
  write: (_, answer) => (answer.kind === 'silent' ? '' : JSON.stringify(formOf(answer))),
};

function eventOf(name: string, input: Fields): AgentEvent | null {
  const tool = textOf(input['tool']);
  const args = withoutNarration(input['args']);
  switch (name) {
    case 'tool.execute.before':
      return { kind: 'attempt', tool, args };
    case 'tool.execute.after':
      return { kind: 'call', tool, args, result: input['output'], isError: isFailed(input) };
    case 'tool.error':
      return { kind: 'call', tool, args, result: input['output'], isError: true };
    case 'chat.message':
      return turnOf(textOf(input['text']));
    case 'session.compacted':
      return { kind: 'turn', role: 'harness', reason: 'compaction' };
    default:
      return null;
  }
}

function isFailed({ metadata }: Fields): boolean {
  const { exit } = fieldsOf(metadata);
  return typeof exit === 'number' && exit !== 0;
}

function formOf(answer: Exclude<HookAnswer, { kind: 'silent' }>): object {
  const user = forUser(answer).systemMessage;
  const shown = user !== undefined && { show: user };
  if (answer.kind === 'deny') return { deny: answer.text, ...shown, ...(answer.ends && { abort: true }) };
  const told = isForModel(answer) && { tell: answer.text };
  return { ...told, ...shown, ...(answer.kind === 'end' && { abort: true }) };
}
