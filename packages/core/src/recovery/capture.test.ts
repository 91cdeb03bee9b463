import { describe, expect, it } from 'vitest';
import { RutbreakError } from '../error.js';
import { writeHistory } from '../testing/histories.js';
import { firstAct } from '../testing/loops.js';
import { actOf, play } from '../testing/play.js';
import { call, times } from '../testing/trace.js';
import { HEALTHY } from '../verdict/verdict.js';
import { type Capture, capture, type CapturedPacket } from './capture.js';
import { historyProblems } from './history/read.js';
import { planReset } from './reset.js';

const at = Date.UTC(2026, 1, 4, 9, 30);
const loop = firstAct('TOOL_REPETITION');
const content = { goal: 'make the build pass', todos: ['read the log'] };

describe('R9 capture', () => {
  it('R9 the last packet is kept with the loop’s metadata', () => {
    const packet = capture(loop, { content, at });
    expect(packet).toEqual({
      packet_id: `${packet.loop_metadata.pattern_hash.slice(0, 16)}-1`,
      content,
      loop_metadata: {
        detected_at: '2026-02-04T09:30:00.000Z',
        loop_type: 'TOOL_REPETITION',
        pattern: 'same: Bash(git status) called 5x with the same outcome',
        pattern_hash: packet.loop_metadata.pattern_hash,
        reset_count: 1,
        previous_attempts: [],
      },
    });
    expect(packet.loop_metadata.pattern_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.parse(JSON.stringify(packet))).toEqual(packet);
  });

  it('R9 what is kept does not change with the caller’s packet', () => {
    const mine = { todos: ['a'] };
    const packet = capture(loop, { content: mine, at });
    mine.todos.push('b');
    expect(packet.content).toEqual({ todos: ['a'] });
  });

  it('R9 the same loop keeps its hash, another loop has another', () => {
    const six = play('default', times(6, call('Bash', { command: 'git status' }, 'nothing to commit')));
    const hash = (one: typeof loop): string => capture(one, { content, at }).loop_metadata.pattern_hash;
    expect(hash(actOf(six.at(-1)))).toBe(hash(loop));
    expect(hash(firstAct('TOOL_PING_PONG'))).not.toBe(hash(loop));
  });

  it('R9 each reset counts, and lists what was tried before', () => {
    const first = capture(loop, { content, at });
    const second = capture(loop, {
      content,
      at: at + 1000,
      previous: first,
      approach: 'read the log instead',
    });
    const third = capture(loop, { content, at: at + 2000, previous: second });
    expect(third.loop_metadata.reset_count).toBe(3);
    expect(third.loop_metadata.previous_attempts).toEqual([
      { approach_summary: 'read the log instead', failed_at: '2026-02-04T09:30:01.000Z' },
      {
        approach_summary: 'same: Bash(git status) called 5x with the same outcome',
        failed_at: '2026-02-04T09:30:02.000Z',
      },
    ]);
  });

  it('R9 attempts are bounded', () => {
    let packet = capture(loop, { content, at });
    for (let i = 0; i < 30; i++)
      packet = capture(loop, { content, at, previous: packet, approach: 'x'.repeat(999) });
    expect(packet.loop_metadata.previous_attempts).toHaveLength(10);
    expect(JSON.stringify(packet).length).toBeLessThan(5000);
  });

  const ring: Record<string, unknown> = {};
  ring['ring'] = ring;
  it.each<[string, Partial<Capture>, string]>([
    ['a time that is none', { at: Number.NaN }, 'at'],
    ['a time as a text', { at: 'now' as unknown as number }, 'at'],
    ['a packet that is no JSON', { content: ring }, 'content'],
    ['no packet', { content: undefined }, 'content'],
    ['a previous packet that is none', { previous: {} as CapturedPacket }, 'previous'],
    [
      'a previous packet without its attempts',
      { previous: { loop_metadata: { reset_count: 1, pattern: 'x' } } as CapturedPacket },
      'previous',
    ],
  ])('refused: %s', (_, wrong, field) => {
    const make = (): unknown => capture(loop, { content, at, ...wrong });
    expect(make).toThrow(RutbreakError);
    expect(make).toThrow('PACKET_SHAPE');
    expect(make).toThrow(`field ${field}`);
  });

  it('refused: a decision without a loop', () => {
    expect(() => capture({ rung: 'redirect', verdict: HEALTHY, count: 0 }, { content, at })).toThrow(
      'PACKET_SHAPE',
    );
  });
});

describe('R9 capture, reset, re-inject, resume', () => {
  it('R9 the complete cycle, with the preset votes', () => {
    const status = { tool: 'Bash', args: { command: 'git status' }, result: 'clean' };
    const event = call(status.tool, status.args, status.result);
    const decisions = play('votes', times(5, event));
    const act = actOf(decisions.find((one) => one.kind === 'act' && one.actions.includes('reset')));
    expect(act.count).toBe(1);

    const packet = capture(act, { content, at });
    const steps = [
      { kind: 'user', text: 'Make the build pass.' } as const,
      ...times(4, event).map(() => ({ kind: 'calls', calls: [status] }) as const),
    ];
    const plan = planReset(writeHistory(steps, 'anthropic'), 'anthropic', {
      ...act,
      count: packet.loop_metadata.reset_count,
      attempts: packet.loop_metadata.previous_attempts,
      result: status.result,
    });

    expect(packet.loop_metadata.reset_count).toBe(1);
    expect(historyProblems(plan.history, 'anthropic')).toEqual([]);
    const text = JSON.stringify(plan.history);
    expect(text).toContain('Make the build pass.');
    expect(text).toContain('Do not call Bash with `git status` again');
    expect(text.split('tool_use_id').length - 1).toBe(1);
  });
});
