import { createGuard } from '@rutbreak/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../shared/json.js';
import { openaiChat } from '../../protocols/openai-chat.js';
import { settle } from '../../options.js';
import { runPendingDetection } from '../pending-detection.js';
import { planRequest } from '../plan-request.js';
import { createConversations } from './conversations.js';

const STEPS = 6;
type Ids = 'unique' | 'equal in every job' | 'none';

/** The part of the LLM proxy that finds conversations and runs detection. */
function newProxy() {
  const capabilities = { appendToResult: true, injectMessage: true, haltStream: true, pause: true };
  const planning = {
    conversations: createConversations(100, 't', createGuard()),
    guard: createGuard({ capabilities }),
    settings: settle({ upstream: 'http://127.0.0.1:1' }),
  };
  const alarms: unknown[] = [];
  return {
    alarms,
    /** Sends a history; returns its session. */
    ask: (messages: readonly Json[], callId: string): string => {
      const body = { model: 'm', messages };
      const facts = openaiChat.readRequest(body, '/v1/chat/completions');
      const plan = planRequest({ protocol: openaiChat, body, facts, header: undefined }, planning);
      runPendingDetection(plan.conversation);
      if (plan.decision ?? plan.conversation.lateDecision)
        alarms.push(plan.decision ?? plan.conversation.lateDecision);
      const call = { kind: 'call', id: callId, name: 'bash', args: {}, at: [0, 0] } as const;
      planning.conversations.answered(plan.conversation, { id: '', entries: [call] }, plan.scope);
      return plan.conversation.session.id;
    },
  };
}

const TASK: Json = { role: 'user', content: 'Read all parts and sum them up.' };
const step = (n: number, id: string, word = 'part'): readonly Json[] => [
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id, type: 'function', function: { name: 'bash', arguments: `{"command":"cat ${word}-${n}"}` } },
    ],
  },
  { role: 'tool', tool_call_id: id, content: `the text of ${word} ${n}` },
];
const idOf = (ids: Ids, job: number, n: number): string =>
  ids === 'none' ? '' : ids === 'unique' ? `call-${job}-${n}` : `call-${n}`;

describe('healthy jobs that begin alike', () => {
  it.each<Ids>(['unique', 'equal in every job', 'none'])('raise no alarm in any order, ids: %s', (ids) => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 14 }), { minLength: 60, maxLength: 150 }), (order) => {
        const { ask, alarms } = newProxy();
        const jobs = new Map<number, Json[]>();
        const sessions = new Map<number, Set<string>>();
        for (const job of order) {
          const messages = jobs.get(job) ?? [TASK];
          const n = (messages.length - 1) / 2;
          if (n > STEPS) continue;
          const session = ask(messages, idOf(ids, job, n));
          sessions.set(job, (sessions.get(job) ?? new Set()).add(session));
          jobs.set(job, [...messages, ...step(n, idOf(ids, job, n))]);
        }
        expect(alarms).toEqual([]);
        if (ids !== 'unique') return;
        for (const own of sessions.values()) expect(own.size).toBe(1);
        expect(new Set([...sessions.values()].flatMap((own) => [...own])).size).toBe(sessions.size);
      }),
    );
  });

  it('the same job seven times, one after the other, is seven sessions', () => {
    const { ask, alarms } = newProxy();
    const sessions = Array.from({ length: 7 }, () => {
      let messages = [TASK];
      let session = '';
      for (let n = 0; n < 4; n++) {
        session = ask(messages, `call-${n}`);
        messages = [...messages, ...step(n, `call-${n}`)];
      }
      return session;
    });
    expect(new Set(sessions).size).toBe(7);
    expect(alarms).toEqual([]);
  });
});

describe('a conversation', () => {
  const first = [TASK, ...step(0, 'a0')];

  it('resumed later is the same session', () => {
    const { ask } = newProxy();
    ask([TASK], 'a0');
    const session = ask(first, 'a1');
    const resumed = [...first, ...step(1, 'a1'), { role: 'user', content: 'Now write the summary.' }];
    expect(ask(resumed, 'a2')).toBe(session);
  });

  it('forked is another session, and the first continues', () => {
    const { ask } = newProxy();
    ask([TASK], 'a0');
    const session = ask(first, 'a1');
    const longer = [...first, ...step(1, 'a1')];
    expect(ask(longer, 'a2')).toBe(session);
    const fork = [...first, ...step(1, 'b1', 'chapter')];
    const forked = ask(fork, 'b2');
    expect(forked).not.toBe(session);
    expect(ask([...longer, ...step(2, 'a2')], 'a3')).toBe(session);
    expect(ask([...fork, ...step(2, 'b2', 'chapter')], 'b3')).toBe(forked);
  });

  it('is not affected by a side question of its agent', () => {
    const { ask } = newProxy();
    ask([TASK], 'a0');
    const session = ask(first, 'a1');
    expect(ask([...first, { role: 'user', content: 'Find a title.' }], 's1')).not.toBe(session);
    expect(ask([...first, ...step(1, 'a1')], 'a2')).toBe(session);
  });

  it('with cleared old results is the same session', () => {
    const { ask } = newProxy();
    ask([TASK], 'a0');
    const session = ask(first, 'a1');
    const cleared = [TASK, first[1]!, { ...first[2], content: '[cleared]' }, ...step(1, 'a1')];
    expect(ask(cleared, 'a2')).toBe(session);
    const compacted = [
      { role: 'user', content: 'Summary: one part read.' },
      ...step(1, 'a1'),
      ...step(2, 'a2'),
    ];
    expect(ask(compacted, 'a3')).toBe(session);
  });
});
