import type { Message } from '../recovery/history/dialect.js';
import type { HistoryShape } from '../recovery/history/shape.js';

/** One thing that happens in a run, to be written as a history of any shape. */
export type Beat =
  | { readonly kind: 'user' | 'says' | 'system'; readonly text: string }
  | { readonly kind: 'calls'; readonly calls: readonly MadeCall[]; readonly text?: string };

interface MadeCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result: string;
}

type Writer = (beat: Beat, id: (i: number) => string) => readonly Message[];

/** The beats as their protocol writes them. */
export function writeHistory(beats: readonly Beat[], shape: HistoryShape): readonly Message[] {
  const messages = beats.flatMap((beat, at) => WRITERS[shape](beat, (i) => `call_${at}_${i}`));
  return shape === 'anthropic' ? messages.reduce(joinSides, []) : messages;
}

const chat: Writer = (beat, id) => {
  if (beat.kind === 'says') return [{ role: 'assistant', content: beat.text }];
  if (beat.kind !== 'calls') return [{ role: beat.kind, content: beat.text }];
  const calls = beat.calls.map(({ tool, args }, i) => ({
    ...{ id: id(i), type: 'function', function: { name: tool, arguments: JSON.stringify(args) } },
  }));
  return [
    { role: 'assistant', content: beat.text ?? null, tool_calls: calls },
    ...beat.calls.map(({ result }, i) => ({ role: 'tool', tool_call_id: id(i), content: result })),
  ];
};

const responses: Writer = (beat, id) => {
  if (beat.kind === 'says')
    return [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: beat.text }] }];
  if (beat.kind !== 'calls') return [{ role: beat.kind, content: beat.text }];
  return [
    { type: 'reasoning', id: `rs_${id(0)}`, summary: [] },
    ...beat.calls.map(({ tool, args }, i) => ({
      ...{ type: 'function_call', call_id: id(i), name: tool, arguments: JSON.stringify(args) },
    })),
    ...beat.calls.map(({ result }, i) => ({ type: 'function_call_output', call_id: id(i), output: result })),
  ];
};

/** The system prompt has a place of its own there. */
const anthropic: Writer = (beat, id) => {
  if (beat.kind === 'system') return [];
  if (beat.kind !== 'calls')
    return [
      { role: beat.kind === 'user' ? 'user' : 'assistant', content: [{ type: 'text', text: beat.text }] },
    ];
  const uses = beat.calls.map(({ tool, args }, i) => ({
    type: 'tool_use',
    id: id(i),
    name: tool,
    input: args,
  }));
  const results = beat.calls.map(({ result }, i) => ({
    ...{ type: 'tool_result', tool_use_id: id(i), content: result },
  }));
  return [
    { role: 'assistant', content: [...(beat.text ? [{ type: 'text', text: beat.text }] : []), ...uses] },
    { role: 'user', content: results },
  ];
};

const aiSdk: Writer = (beat, id) => {
  if (beat.kind === 'says') return [{ role: 'assistant', content: [{ type: 'text', text: beat.text }] }];
  if (beat.kind !== 'calls') return [{ role: beat.kind, content: beat.text }];
  const uses = beat.calls.map(({ tool, args }, i) => ({
    ...{ type: 'tool-call', toolCallId: id(i), toolName: tool, input: args },
  }));
  const results = beat.calls.map(({ tool, result }, i) => ({
    ...{ type: 'tool-result', toolCallId: id(i), toolName: tool, output: { type: 'text', value: result } },
  }));
  return [
    { role: 'assistant', content: [...(beat.text ? [{ type: 'text', text: beat.text }] : []), ...uses] },
    { role: 'tool', content: results },
  ];
};

const WRITERS: Readonly<Record<HistoryShape, Writer>> = {
  'openai-chat': chat,
  'openai-responses': responses,
  anthropic,
  'ai-sdk': aiSdk,
};

/** Two messages of one side become one; what comes before the first user message is left out. */
function joinSides(messages: readonly Message[], next: Message): readonly Message[] {
  const last = messages.at(-1);
  if (!last) return next['role'] === 'user' ? [next] : [];
  if (last['role'] !== next['role']) return [...messages, next];
  const content = [...(last['content'] as readonly unknown[]), ...(next['content'] as readonly unknown[])];
  return messages.with(-1, { ...last, content });
}
