import { sseEvent } from '../shared/sse.js';
import {
  argPieces,
  argValue,
  idOf,
  type MockProtocol,
  namesIn,
  piecesOf,
  type Turn,
  wholeOf,
} from './mock-protocol.js';

const event = (payload: { readonly type: string }): string => sseEvent(payload, payload.type);

export const mockAnthropic: MockProtocol = {
  id: 'anthropic',
  speaks: (path) => /\/v1\/messages(\?|$)/.test(path),
  isStream: (_, { stream }) => stream === true,
  toolsOf: ({ tools }) => namesIn(tools, ({ name }) => name),
  *events(turn, { body }) {
    yield event({ type: 'message_start', ...{ message: { ...messageOf(body), content: [] } } });
    yield event({ type: 'ping' });
    let index = 0;
    if (turn.reasoning !== undefined) {
      const end = event({
        type: 'content_block_delta',
        ...{ index, delta: { type: 'signature_delta', signature: 'sig' } },
      });
      yield* block(
        index++,
        { type: 'thinking', thinking: '', signature: '' },
        ['thinking_delta', 'thinking'],
        turn.reasoning,
        end,
      );
    }
    if (turn.text !== undefined)
      yield* block(index++, { type: 'text', text: '' }, ['text_delta', 'text'], turn.text);
    for (const call of turn.calls ?? []) {
      const start = { type: 'tool_use', id: idOf(call, 'toolu_'), name: call.name, input: {} };
      yield* block(index++, start, ['input_json_delta', 'partial_json'], argPieces(call));
    }
    const delta = { stop_reason: reasonOf(turn), stop_sequence: null };
    yield event({ type: 'message_delta', ...{ delta, usage: { output_tokens: 5 } } });
    yield event({ type: 'message_stop' });
  },
  whole(turn, { body }) {
    const calls = (turn.calls ?? []).map((call) => ({
      ...{ type: 'tool_use', id: idOf(call, 'toolu_'), name: call.name, input: argValue(call) },
    }));
    const said = turn.text === undefined ? [] : [{ type: 'text', text: wholeOf(turn.text) }];
    return { ...messageOf(body), content: [...said, ...calls], stop_reason: reasonOf(turn) };
  },
};

function* block(
  index: number,
  start: object,
  [type, field]: readonly [string, string],
  pieces: Iterable<string>,
  end = '',
): Generator<string> {
  yield event({ type: 'content_block_start', ...{ index, content_block: start } });
  for (const piece of piecesOf(pieces))
    yield event({ type: 'content_block_delta', ...{ index, delta: { type, [field]: piece } } });
  if (end !== '') yield end;
  yield event({ type: 'content_block_stop', ...{ index } });
}

function messageOf(body: Readonly<Record<string, unknown>>): object {
  const usage = { input_tokens: 10, output_tokens: 1 };
  const rest = { model: body['model'], stop_reason: null, stop_sequence: null, usage };
  return { id: 'msg_1', type: 'message', role: 'assistant', ...rest };
}

function reasonOf({ calls = [] }: Turn): string {
  return calls.length > 0 ? 'tool_use' : 'end_turn';
}
