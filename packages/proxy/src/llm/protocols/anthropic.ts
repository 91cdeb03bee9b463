import { resultOf, speakerOf, textOf } from './content.js';
import type { Entry, Place } from './history-entry.js';
import { type Json, list, record, text } from '../../shared/json.js';
import type { Part, Protocol } from './protocol.js';
import { anthropicEditor, withoutHaltedThoughts } from './edit/anthropic.js';
import { anthropicWriter } from './anthropic-writer.js';

/** `POST …/v1/messages`. */
export const anthropic: Protocol = {
  id: 'anthropic',
  readRequest(body) {
    const scope = text(record(body['metadata'])['user_id']);
    return {
      isStream: body['stream'] === true,
      model: text(body['model']),
      wantsUsage: true,
      ...(scope !== '' && { scope }),
    };
  },
  historyField: 'messages',
  readHistory: (body) => list(body['messages']).flatMap((message, i) => entriesOf(record(message), i)),
  repair: withoutHaltedThoughts,
  readEvent,
  readAnswer: (body) => ({ id: text(body['id']), entries: entriesOf({ ...body, role: 'assistant' }, 0) }),
  newWriter: anthropicWriter,
  writeAnswer: (said, { model }) => ({
    id: 'msg_rutbreak',
    type: 'message',
    role: 'assistant',
    model,
    content: [{ type: 'text', text: said }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 0 },
  }),
  edit: anthropicEditor,
};

/** A Map, because the key comes from the upstream and an object would also match inherited keys. */
const DELTAS: ReadonlyMap<string, readonly [Extract<Part, { kind: 'delta' }>['channel'], string]> = new Map([
  ['text_delta', ['text', 'text']],
  ['thinking_delta', ['reasoning', 'thinking']],
  ['input_json_delta', ['arguments', 'partial_json']],
] as const);

function readEvent(payload: Json): readonly Part[] {
  switch (payload['type']) {
    case 'content_block_start': {
      const { type, id, name } = record(payload['content_block']) as Record<string, unknown>;
      return type === 'tool_use' ? [{ kind: 'call', id: text(id), name: text(name) }] : [];
    }
    case 'content_block_delta': {
      const delta = record(payload['delta']);
      const [channel, field] = DELTAS.get(text(delta['type'])) ?? [];
      const said = field === undefined ? '' : text(delta[field]);
      return channel === undefined || said === '' ? [] : [{ kind: 'delta', channel, text: said }];
    }
    case 'message_delta': {
      const reason = text(record(payload['delta'])['stop_reason']);
      return reason === '' ? [] : [{ kind: 'end', isCut: reason === 'max_tokens' }];
    }
    default:
      return [];
  }
}

function entriesOf(message: Json, index: number): readonly Entry[] {
  const { role, content } = message as Record<string, unknown>;
  if (typeof content === 'string') return spoken(role, content, [index, 0], false);
  const blocks = list(content).map(record);
  const hasResults = blocks.some(({ type }) => type === 'tool_result');
  return blocks.flatMap((block, i) => {
    const at = [index, i] as const;
    if (block['type'] === 'text') return spoken(role, text(block['text']), at, hasResults);
    if (block['type'] === 'tool_use')
      return [{ kind: 'call', id: text(block['id']), name: text(block['name']), args: block['input'], at }];
    return block['type'] === 'tool_result' ? [resultEntry(block, at)] : [];
  });
}

/** The agent, not a person, wrote a text that accompanies results. */
function spoken(role: unknown, said: string, at: Place, hasResults: boolean): readonly Entry[] {
  if (said === '' || (role !== 'user' && role !== 'assistant')) return [];
  if (role === 'assistant') return [{ kind: 'assistant', text: said, at }];
  return [{ kind: hasResults ? 'harness' : speakerOf(said), text: said, at }];
}

function resultEntry(block: Json, at: Place): Entry {
  const result = resultOf(block['content'] ?? textOf(block['content']));
  return { kind: 'result', id: text(block['tool_use_id']), result, isError: block['is_error'] === true, at };
}
