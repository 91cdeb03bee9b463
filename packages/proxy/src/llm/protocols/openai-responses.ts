import { randomUUID } from 'node:crypto';
import { argumentsOf, resultOf, speakerOf, textOf } from './content.js';
import type { Entry } from './history-entry.js';
import { isRecord, type Json, list, record, text } from '../../shared/json.js';
import type { Part, Protocol } from './protocol.js';
import { responsesEditor, withLocalAnswers, withoutHaltedReasoning } from './edit/openai-responses.js';
import { responsesWriter } from './openai-responses-writer.js';

/** `POST …/responses`. */
export const openaiResponses: Protocol = {
  id: 'openai-responses',
  readRequest(body) {
    const {
      conversation,
      prompt_cache_key: key,
      previous_response_id: previous,
    } = body as Record<string, unknown>;
    const scope = text(isRecord(conversation) ? conversation['id'] : conversation) || text(key);
    return {
      isStream: body['stream'] === true,
      model: text(body['model']),
      wantsUsage: true,
      ...(scope !== '' && { scope }),
      ...(text(previous) !== '' && { previous: text(previous) }),
    };
  },
  historyField: 'input',
  readHistory({ input }) {
    if (typeof input === 'string') return [{ kind: speakerOf(input), text: input, at: [0, 0] }];
    return list(input).flatMap((item, i) => entriesOf(record(item), i));
  },
  repair: (body, localAnswer) => withoutHaltedReasoning(withLocalAnswers(body, localAnswer)),
  readEvent,
  readFinal: (payload) =>
    payload['type'] === 'response.completed' ? readAnswer(record(payload['response'])) : undefined,
  readAnswer,
  newWriter: responsesWriter,
  writeAnswer: (said, { model }) => ({
    ...{
      id: `resp_rutbreak_${randomUUID()}`,
      object: 'response',
      created_at: 0,
      status: 'completed',
      error: null,
      model,
    },
    output: [
      {
        ...{ id: 'msg_rutbreak', type: 'message', role: 'assistant', status: 'completed' },
        content: [{ type: 'output_text', text: said, annotations: [] }],
      },
    ],
    ...{ incomplete_details: null, instructions: null, metadata: {}, parallel_tool_calls: true },
    ...{ tools: [], tool_choice: 'auto', temperature: null, top_p: null },
    usage: {
      ...{ input_tokens: 0, output_tokens: 0, total_tokens: 0 },
      ...{ input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } },
    },
  }),
  edit: responsesEditor,
};

const DELTAS: Readonly<Record<string, Extract<Part, { kind: 'delta' }>['channel']>> = {
  'response.output_text.delta': 'text',
  'response.refusal.delta': 'text',
  'response.reasoning_summary_text.delta': 'reasoning',
  'response.reasoning_text.delta': 'reasoning',
  'response.function_call_arguments.delta': 'arguments',
  'response.custom_tool_call_input.delta': 'arguments',
};

function readEvent(payload: Json): readonly Part[] {
  const type = text(payload['type']);
  const channel = DELTAS[type];
  if (channel !== undefined) {
    const said = text(payload['delta']);
    return said === '' ? [] : [{ kind: 'delta', channel, text: said }];
  }
  if (type === 'response.output_item.added') {
    const item = record(payload['item']);
    return isCall(item) ? [{ kind: 'call', id: text(item['call_id']), name: nameOf(item) }] : [];
  }
  const isEnd = type === 'response.completed' || type === 'response.incomplete';
  return isEnd ? [{ kind: 'end', isCut: type === 'response.incomplete' }] : [];
}

function readAnswer(body: Json): { readonly id: string; readonly entries: readonly Entry[] } {
  return {
    id: text(body['id']),
    entries: list(body['output']).flatMap((item, i) => entriesOf(record(item), i)),
  };
}

/** Every call that the client runs has a `call_id`, whatever its type. */
const isCall = (item: Json): boolean => text(item['type']).endsWith('_call') && text(item['call_id']) !== '';
/** Some types of call have no name. */
const nameOf = (item: Json): string => text(item['name']) || text(item['type']).replace(/_call$/, '');

function entriesOf(item: Json, index: number): readonly Entry[] {
  const at = [index, 0] as const;
  const { type = 'message', role, content, output } = item as Record<string, unknown>;
  if (isCall(item)) {
    const args = argumentsOf(item['arguments'] ?? item['input'] ?? item['action'] ?? item['operation']);
    return [{ kind: 'call', id: text(item['call_id']), name: nameOf(item), args, at }];
  }
  if (text(type).endsWith('_call_output'))
    return [{ kind: 'result', id: text(item['call_id']), result: resultOf(output), at }];
  const said = type === 'message' ? textOf(content) : '';
  if (said === '') return [];
  if (role === 'assistant') return [{ kind: 'assistant', text: said, at }];
  return role === 'user' ? [{ kind: speakerOf(said), text: said, at }] : [];
}
