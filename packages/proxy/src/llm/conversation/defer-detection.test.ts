import { type Act, createGuard } from '@rutbreak/core';
import { describe, expect, it } from 'vitest';
import { canDeferDetection, scheduleDetection } from './defer-detection.js';
import { runPendingDetection } from './pending-detection.js';
import { type Plan, planRequest } from './plan-request.js';
import type { Entry } from '../protocols/history-entry.js';
import { settle } from '../options.js';
import { openaiChat } from '../protocols/openai-chat.js';
import { createConversations, type Conversation } from './identity/conversations.js';

const at = [0, 0] as const;
const said = (text: string): Entry => ({ kind: 'assistant', text, at });
const asked = (text: string): Entry => ({ kind: 'user', text, at });
const call = (id: string, path: string): Entry => ({ kind: 'call', id, name: 'read', args: { path }, at });
const result = (id: string, text: string, isError = false): Entry => ({
  ...{ kind: 'result', id, result: text, isError, at },
});

const newConversation = (): Conversation =>
  createConversations(10, 'test', createGuard()).find({
    ...{ header: undefined, scope: undefined, previous: undefined, system: '', history: [] },
  });
const BEFORE = [asked('Fix it.'), said('I read a.'), call('1', 'a'), result('1', 'text of a')];

describe('a request may be sent before detection runs', () => {
  it.each([
    [true, 'another call with another result', [call('2', 'b'), result('2', 'text of b')]],
    [true, 'words of the user, even the same', [asked('Fix it.')]],
    [false, 'the same call', [call('2', 'a'), result('2', 'text of b')]],
    [false, 'the same result', [call('2', 'b'), result('2', 'text of a')]],
    [false, 'the same words of the model', [said('I read a.')]],
    [false, 'an error', [call('2', 'b'), result('2', 'no such file', true)]],
  ] as const)('%s where it brings %s', (expected, _, fresh) => {
    const conversation = newConversation();
    expect(canDeferDetection(conversation, BEFORE)).toBe(true);
    expect(canDeferDetection(conversation, fresh)).toBe(expected);
  });

  it('but not after the model has received a note', () => {
    const conversation = newConversation();
    conversation.notes = [{ after: 'x', form: 'append', text: 'Try something else.' }];
    expect(canDeferDetection(conversation, BEFORE)).toBe(false);
  });

  it('and deferred detection runs once, at the latest with the next request', () => {
    const conversation = newConversation();
    let judged = 0;
    conversation.pendingDetection = () => (judged += 1);
    scheduleDetection(conversation);
    expect(judged).toBe(0);
    runPendingDetection(conversation);
    runPendingDetection(conversation);
    expect(judged).toBe(1);
  });
});

const CAPABILITIES = { appendToResult: true, injectMessage: true };

/** A decision in core's format. */
function nudge(): Act {
  const session = createGuard({ preset: 'default', capabilities: CAPABILITIES }).session('other');
  for (let i = 0; i < 50; i++) {
    const decision = session.after({ tool: 'bash', args: { command: 'ls' }, result: 'nothing', at: i });
    if (decision.kind === 'act' && decision.rung === 'nudge') return decision;
  }
  throw new Error('No nudge.');
}

describe('the decision of deferred detection', () => {
  const settings = settle({ upstream: 'http://127.0.0.1:1' });
  const guard = createGuard({ preset: 'default', capabilities: CAPABILITIES });
  const conversations = createConversations(10, 'test', createGuard());
  const planFor = (...results: readonly string[]): Plan => {
    const messages = results.flatMap((content, i) => [
      { role: 'assistant', content: null, tool_calls: [toolCall(i)] },
      { role: 'tool', tool_call_id: `c${i}`, content },
    ]);
    const body = { model: 'm', messages: [{ role: 'user', content: 'Fix it.' }, ...messages] };
    const facts = openaiChat.readRequest(body, '/v1/chat/completions');
    return planRequest(
      { protocol: openaiChat, body, facts, header: undefined },
      { conversations, guard, settings },
    );
  };
  const toolCall = (i: number, args = `{"path":"${i}"}`): object => ({
    ...{ id: `c${i}`, type: 'function', function: { name: 'read', arguments: args } },
  });

  it('reaches the model with the next request', () => {
    const late = nudge();
    const { conversation, decision } = planFor('one');
    expect(decision).toBeUndefined();
    conversation.pendingDetection = () => (conversation.lateDecision = late);
    const next = planFor('one', 'two');
    expect(next.conversation).toBe(conversation);
    expect(next.decision).toBe(late);
    expect(JSON.stringify(next.edited)).toContain(JSON.stringify(late.text).slice(1, -1));
    expect(conversation.lateDecision).toBeUndefined();
  });
});
