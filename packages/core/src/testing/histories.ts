import type { Message } from '../recovery/history/dialect.js';
import type { HistoryShape } from '../recovery/history/shape.js';

/** One step of a run, to be written as a history of any shape. */
export type HistoryStep =
  | { readonly kind: 'user' | 'says' | 'system'; readonly text: string }
  | { readonly kind: 'calls'; readonly calls: readonly MadeCall[]; readonly text?: string };

interface MadeCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result: string;
}

type Writer = (step: HistoryStep, id: (i: number) => string) => readonly Message[];

/** The steps as their protocol writes them. */
export function writeHistory(steps: readonly HistoryStep[], shape: HistoryShape): readonly Message[] {
  const messages = steps.flatMap((step, at) => WRITERS[shape](step, (i) => `call_${at}_${i}`));
  return shape === 'anthropic' ? messages.reduce(joinSides, []) : messages;
}

const chat: Writer = (step, id) => {
  if (step.kind === 'says') return [{ role: 'assistant', content: step.text }];
  if (step.kind !== 'calls') return [{ role: step.kind, content: step.text }];
  const calls = step.calls.map(({ tool, args }, i) => ({
    ...{ id: id(i), type: 'function', function: { name: tool, arguments: JSON.stringify(args) } },
  }));
  return [
    { role: 'assistant', content: step.text ?? null, tool_calls: calls },
    ...step.calls.map(({ result }, i) => ({ role: 'tool', tool_call_id: id(i), content: result })),
  ];
};

const responses: Writer = (step, id) => {
  if (step.kind === 'says')
    return [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: step.text }] }];
  if (step.kind !== 'calls') return [{ role: step.kind, content: step.text }];
  return [
    { type: 'reasoning', id: `rs_${id(0)}`, summary: [] },
    ...step.calls.map(({ tool, args }, i) => ({
      ...{ type: 'function_call', call_id: id(i), name: tool, arguments: JSON.stringify(args) },
    })),
    ...step.calls.map(({ result }, i) => ({ type: 'function_call_output', call_id: id(i), output: result })),
  ];
};

/** The system prompt has a separate place there. */
const anthropic: Writer = (step, id) => {
  if (step.kind === 'system') return [];
  if (step.kind !== 'calls')
    return [
      { role: step.kind === 'user' ? 'user' : 'assistant', content: [{ type: 'text', text: step.text }] },
    ];
  const uses = step.calls.map(({ tool, args }, i) => ({
    type: 'tool_use',
    id: id(i),
    name: tool,
    input: args,
  }));
  const results = step.calls.map(({ result }, i) => ({
    ...{ type: 'tool_result', tool_use_id: id(i), content: result },
  }));
  return [
    { role: 'assistant', content: [...(step.text ? [{ type: 'text', text: step.text }] : []), ...uses] },
    { role: 'user', content: results },
  ];
};

const aiSdk: Writer = (step, id) => {
  if (step.kind === 'says') return [{ role: 'assistant', content: [{ type: 'text', text: step.text }] }];
  if (step.kind !== 'calls') return [{ role: step.kind, content: step.text }];
  const uses = step.calls.map(({ tool, args }, i) => ({
    ...{ type: 'tool-call', toolCallId: id(i), toolName: tool, input: args },
  }));
  const results = step.calls.map(({ tool, result }, i) => ({
    ...{ type: 'tool-result', toolCallId: id(i), toolName: tool, output: { type: 'text', value: result } },
  }));
  return [
    { role: 'assistant', content: [...(step.text ? [{ type: 'text', text: step.text }] : []), ...uses] },
    { role: 'tool', content: results },
  ];
};

const WRITERS: Readonly<Record<HistoryShape, Writer>> = {
  'openai-chat': chat,
  'openai-responses': responses,
  anthropic,
  'ai-sdk': aiSdk,
};

/** Two messages of one side become one; messages before the first user message are omitted. */
function joinSides(messages: readonly Message[], next: Message): readonly Message[] {
  const last = messages.at(-1);
  if (!last) return next['role'] === 'user' ? [next] : [];
  if (last['role'] !== next['role']) return [...messages, next];
  const content = [...(last['content'] as readonly unknown[]), ...(next['content'] as readonly unknown[])];
  return messages.with(-1, { ...last, content });
}
