import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RutbreakError } from '../../error.js';
import { type HistoryStep, writeHistory } from '../../testing/histories.js';
import { appendToLastResult, insertNote } from './edit.js';
import { historyProblems } from './read.js';
import { HISTORY_SHAPES, type HistoryShape } from './shape.js';

const task: HistoryStep = { kind: 'user', text: 'Make the build pass.' };
const says: HistoryStep = { kind: 'says', text: 'On it.' };
const status: HistoryStep = {
  kind: 'calls',
  calls: [{ tool: 'Bash', args: { command: 'git status' }, result: 'clean' }],
};
const both: HistoryStep = {
  kind: 'calls',
  calls: [
    { tool: 'Read', args: { path: 'a.ts' }, result: 'A' },
    { tool: 'Read', args: { path: 'b.ts' }, result: 'B' },
  ],
};
const note = '[rutbreak] Enough.';

describe('what a provider takes', () => {
  it.each(HISTORY_SHAPES)('%s: a whole run', (shape) => {
    const steps: HistoryStep[] = [
      { kind: 'system', text: 'Be brief.' },
      task,
      status,
      says,
      task,
      both,
      status,
    ];
    expect(historyProblems(writeHistory(steps, shape), shape)).toEqual([]);
  });

  const user = { role: 'user', content: 'go' };
  const chatCall = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'Bash', arguments: '{}' } }],
  };
  const chatResult = { role: 'tool', tool_call_id: 'c1', content: 'ok' };
  const use = { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'Bash', input: {} }] };
  const result = { type: 'tool_result', tool_use_id: 'c1', content: 'ok' };
  const text = { type: 'text', text: 'and?' };
  const sdkCall = {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'Bash', input: {} }],
  };
  const item = { type: 'function_call', call_id: 'c1', name: 'Bash', arguments: '{}' };
  const output = { type: 'function_call_output', call_id: 'c1', output: 'ok' };

  it.each<[string, HistoryShape, readonly unknown[], string]>([
    ['a call without its result', 'openai-chat', [user, chatCall], 'c1 has no result'],
    [
      'a message between call and result',
      'openai-chat',
      [user, chatCall, user, chatResult],
      'c1 has no result',
    ],
    ['a result without its call', 'openai-chat', [user, chatResult], 'c1 has no call'],
    ['a call without its result', 'ai-sdk', [user, sdkCall, user], 'c1 has no result'],
    [
      'a result of another call',
      'anthropic',
      [user, use, { role: 'user', content: [{ ...result, tool_use_id: 'c2' }] }],
      'c2 has no call',
    ],
    [
      'a text before the result',
      'anthropic',
      [user, use, { role: 'user', content: [text, result] }],
      'after another block',
    ],
    ['no turns', 'anthropic', [user, user], 'two messages of one role'],
    ['an assistant first', 'anthropic', [{ role: 'assistant', content: 'hi' }], 'first is not of the user'],
    ['an empty message', 'anthropic', [{ role: 'user', content: [] }], 'empty'],
    ['an output without its call', 'openai-responses', [user, output], 'c1 has no call'],
    ['a call without its output', 'openai-responses', [user, item], 'c1 has no result'],
    [
      'reasoning that leads nowhere',
      'openai-responses',
      [user, { type: 'reasoning', summary: [] }],
      'nothing follows',
    ],
  ])('%s is a problem (%s)', (_, shape, history, expected) => {
    expect(
      historyProblems(history, shape)
        .map(({ problem }) => problem)
        .join('; '),
    ).toContain(expected);
    expect(() => insertNote(history, shape, note)).toThrow('HISTORY_BROKEN');
  });

  it('ids may be reused once they are answered', () => {
    expect(historyProblems([user, chatCall, chatResult, chatCall, chatResult], 'openai-chat')).toEqual([]);
  });

  it('in Responses an output may come later', () => {
    const other = { ...item, call_id: 'c2' };
    const history = [user, item, other, output, { ...output, call_id: 'c2' }];
    expect(historyProblems(history, 'openai-responses')).toEqual([]);
  });
});

describe('a history of another shape is refused, and nothing is changed', () => {
  it.each<[string, HistoryShape, unknown, string]>([
    ['no list', 'openai-chat', { messages: [] }, 'not a list'],
    ['a text', 'openai-responses', 'hello', 'not a list'],
    ['a message that is none', 'anthropic', [null], 'not an object'],
    ['an unknown role', 'openai-chat', [{ role: 'robot', content: 'x' }], 'role is none of'],
    ['a system message', 'anthropic', [{ role: 'system', content: 'x' }], 'neither user nor assistant'],
    ['a content that is none', 'anthropic', [{ role: 'user', content: 7 }], 'neither a text nor a list'],
    [
      'a tool message of another protocol',
      'ai-sdk',
      [{ role: 'tool', content: 'ok' }],
      'not a list of parts',
    ],
    ['a tool message without an id', 'openai-chat', [{ role: 'tool', content: 'ok' }], 'no tool_call_id'],
    ['a call without a name', 'openai-responses', [{ type: 'function_call', call_id: 'c' }], 'no name'],
  ])('%s', (_, shape, history, expected) => {
    const before = JSON.stringify(history);
    const make = (): unknown => insertNote(history, shape, note);
    expect(make).toThrow(RutbreakError);
    expect(make).toThrow('HISTORY_SHAPE');
    expect(make).toThrow(expected);
    expect(JSON.stringify(history)).toBe(before);
  });

  it('an unknown shape', () => {
    expect(() => insertNote([], 'gemini' as HistoryShape, note)).toThrow('HISTORY_SHAPE');
  });

  it('an empty note', () => {
    expect(() => insertNote([], 'ai-sdk', ' ')).toThrow('OPTION_TYPE');
  });
});

describe('a note is added where the protocol allows it', () => {
  const last = (shape: HistoryShape, steps: readonly HistoryStep[]): unknown =>
    insertNote(writeHistory(steps, shape), shape, note).at(-1);

  it.each<[HistoryShape, unknown]>([
    ['openai-chat', { role: 'user', content: note }],
    ['openai-responses', { type: 'message', role: 'user', content: [{ type: 'input_text', text: note }] }],
    ['ai-sdk', { role: 'user', content: [{ type: 'text', text: note }] }],
    [
      'anthropic',
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'call_1_0', content: 'clean' },
          { type: 'text', text: note },
        ],
      },
    ],
  ])('%s, behind a result', (shape, expected) => {
    expect(last(shape, [task, status])).toEqual(expected);
  });

  it('anthropic, after the assistant', () => {
    expect(last('anthropic', [task, says])).toEqual({
      role: 'user',
      content: [{ type: 'text', text: note }],
    });
  });
});

describe('a text is added after the last result', () => {
  const appended = `clean\n\n${note}`;

  it.each<[HistoryShape, unknown]>([
    ['openai-chat', { role: 'tool', tool_call_id: 'call_1_0', content: appended }],
    ['openai-responses', { type: 'function_call_output', call_id: 'call_1_0', output: appended }],
    [
      'anthropic',
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1_0', content: appended }] },
    ],
    [
      'ai-sdk',
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'call_1_0',
            toolName: 'Bash',
            output: { type: 'text', value: appended },
          },
        ],
      },
    ],
  ])('%s', (shape, expected) => {
    expect(appendToLastResult(writeHistory([task, status], shape), shape, note).at(-1)).toEqual(expected);
  });

  it.each(HISTORY_SHAPES)('%s: without a result at the end it becomes a note', (shape) => {
    const history = writeHistory([task, status, says], shape);
    expect(appendToLastResult(history, shape, note)).toEqual(insertNote(history, shape, note));
  });

  const withOutput = (output: unknown): readonly unknown[] => [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 't', input: {} }] },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c', toolName: 't', output }] },
  ];

  it.each<[string, unknown, unknown]>([
    ['an error', { type: 'error-text', value: 'no' }, { type: 'error-text', value: `no\n\n${note}` }],
    ['JSON', { type: 'json', value: { a: 1 } }, { type: 'text', value: `{"a":1}\n\n${note}` }],
    [
      'parts',
      { type: 'content', value: [{ type: 'text', text: 'a' }] },
      {
        type: 'content',
        value: [
          { type: 'text', text: 'a' },
          { type: 'text', text: note },
        ],
      },
    ],
  ])('ai-sdk: %s', (_, output, expected) => {
    const tool = appendToLastResult(withOutput(output), 'ai-sdk', note).at(-1);
    expect(tool).toMatchObject({ content: [{ output: expected }] });
  });

  it('ai-sdk: an output that cannot take a text is left alone', () => {
    const history = withOutput({ type: 'execution-denied', reason: 'no' });
    expect(appendToLastResult(history, 'ai-sdk', note)).toEqual(insertNote(history, 'ai-sdk', note));
  });

  it('a list of parts gets one more', () => {
    const history = [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 't', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: [{ type: 'image' }] }] },
    ];
    const last = appendToLastResult(history, 'anthropic', note).at(-1);
    const content = [{ type: 'image' }, { type: 'text', text: note }];
    expect(last).toMatchObject({ content: [{ content }] });
  });
});

describe('any valid history stays valid', () => {
  const word = fc.constantFrom('a.ts', 'b.ts', 'c.ts', 'build', 'lint');
  const call = fc.record({
    tool: fc.constantFrom('Bash', 'Read'),
    args: fc.record({ path: word }),
    result: fc.constantFrom('clean', 'no', 'A'),
  });
  const step: fc.Arbitrary<HistoryStep> = fc.oneof(
    fc.record({ kind: fc.constantFrom('user' as const, 'says' as const), text: word }),
    fc.record({ kind: fc.constant('calls' as const), calls: fc.array(call, { minLength: 1, maxLength: 3 }) }),
  );
  const steps = fc.array(step, { maxLength: 15 }).map((list) => [task, ...list]);

  it.each(HISTORY_SHAPES)('%s', (shape) => {
    fc.assert(
      fc.property(steps, (given) => {
        const history = writeHistory(given, shape);
        const before = JSON.stringify(history);
        expect(historyProblems(history, shape)).toEqual([]);
        for (const put of [insertNote, appendToLastResult]) {
          const next = put(history, shape, note);
          expect(historyProblems(next, shape)).toEqual([]);
          expect(JSON.stringify(next).split('[rutbreak]').length).toBe(2);
          expect(next.slice(0, history.length - 1)).toEqual(history.slice(0, -1));
        }
        expect(JSON.stringify(history)).toBe(before);
      }),
    );
  });
});
