import { sseEvent } from '../shared/sse.js';
import {
  argPieces,
  idOf,
  type MockProtocol,
  namesIn,
  piecesOf,
  type Turn,
  wholeOf,
} from './mock-protocol.js';

const USAGE = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

export const mockChat: MockProtocol = {
  id: 'openai-chat',
  speaks: (path) => /\/chat\/completions$/.test(path),
  isStream: (_, { stream }) => stream === true,
  toolsOf: ({ tools }) => namesIn(tools, (tool) => (tool['function'] as { name?: string } | undefined)?.name),
  *events(turn, { body }) {
    const base = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: body['model'] };
    const chunk = (delta: object, reason: string | null = null): string =>
      sseEvent({ ...base, choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }] });
    yield chunk({ role: 'assistant', content: '' });
    for (const piece of piecesOf(turn.reasoning)) yield chunk({ reasoning_content: piece });
    for (const piece of piecesOf(turn.text)) yield chunk({ content: piece });
    for (const [index, call] of (turn.calls ?? []).entries()) {
      const first = { index, id: idOf(call, 'call_'), type: 'function' };
      yield chunk({ tool_calls: [{ ...first, function: { name: call.name, arguments: '' } }] });
      for (const piece of argPieces(call))
        yield chunk({ tool_calls: [{ index, function: { arguments: piece } }] });
    }
    yield chunk({}, reasonOf(turn));
    const options = body['stream_options'] as { include_usage?: boolean } | undefined;
    if (options?.include_usage === true) yield sseEvent({ ...base, choices: [], usage: USAGE });
    yield sseEvent('[DONE]');
  },
  whole(turn, { body }) {
    const calls = turn.calls?.map((call) => ({
      id: idOf(call, 'call_'),
      type: 'function',
      function: { name: call.name, arguments: [...argPieces(call)].join('') },
    }));
    const message = { role: 'assistant', content: wholeOf(turn.text), ...(calls && { tool_calls: calls }) };
    const choices = [{ index: 0, message, logprobs: null, finish_reason: reasonOf(turn) }];
    return {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: body['model'],
      choices,
      usage: USAGE,
    };
  },
};

function reasonOf({ calls = [] }: Turn): string {
  return calls.length > 0 ? 'tool_calls' : 'stop';
}
