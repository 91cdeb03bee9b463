import { argumentsOf, resultOf, speakerOf, textOf } from './content.js';
import type { Entry } from './history-entry.js';
import { type Json, list, number, record, text } from '../../shared/json.js';
import type { Part, Protocol } from './protocol.js';
import { openaiChatEditor } from './edit/openai-chat.js';
import { chatWriter } from './openai-chat-writer.js';

/** `POST …/chat/completions`, also of the many OpenAI-compatible servers. */
export const openaiChat: Protocol = {
  id: 'openai-chat',
  readRequest(body) {
    const scope = text(body['prompt_cache_key']);
    return {
      isStream: body['stream'] === true,
      model: text(body['model']),
      wantsUsage: record(body['stream_options'])['include_usage'] === true,
      ...(scope !== '' && { scope }),
    };
  },
  historyField: 'messages',
  readHistory: (body) => list(body['messages']).flatMap((message, i) => entriesOf(record(message), i)),
  readEvent,
  readAnswer(body) {
    const message = record(record(list(body['choices'])[0])['message']);
    return { id: text(body['id']), entries: entriesOf({ ...message, role: 'assistant' }, 0) };
  },
  newWriter: chatWriter,
  writeAnswer: (said, { model }) => ({
    id: 'rutbreak',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: said, refusal: null },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  }),
  edit: openaiChatEditor,
};

/** Reads only the first choice. Several parallel choices would look like repetition. */
function readEvent(payload: Json): readonly Part[] {
  const choice = record(list(payload['choices'])[0]);
  if ((number(choice['index']) ?? 0) !== 0) return [];
  const delta = record(choice['delta']);
  const parts: Part[] = [];
  // The first name is used by DeepSeek, vLLM and others, the second by OpenRouter.
  const reasoning = text(delta['reasoning_content']) || text(delta['reasoning']);
  if (reasoning !== '') parts.push({ kind: 'delta', channel: 'reasoning', text: reasoning });
  const said = text(delta['content']) || text(delta['refusal']);
  if (said !== '') parts.push({ kind: 'delta', channel: 'text', text: said });
  for (const call of list(delta['tool_calls'])) parts.push(...callParts(record(call)));
  const reason = choice['finish_reason'];
  if (typeof reason === 'string') parts.push({ kind: 'end', isCut: reason === 'length' });
  return parts;
}

function callParts(call: Json): readonly Part[] {
  const { name, args } = toolOf(call);
  const parts: Part[] = [];
  if (name !== '') parts.push({ kind: 'call', id: text(call['id']), name });
  if (args !== '') parts.push({ kind: 'delta', channel: 'arguments', text: args });
  return parts;
}

function toolOf(call: Json): { readonly name: string; readonly args: string } {
  const tool = record(call['function'] ?? call['custom']);
  return { name: text(tool['name']), args: text(tool['arguments']) || text(tool['input']) };
}

function entriesOf(message: Json, index: number): readonly Entry[] {
  const said = textOf(message['content']);
  const at = [index, 0] as const;
  switch (message['role']) {
    case 'user':
      return [{ kind: speakerOf(said), text: said, at }];
    case 'tool':
      return [
        { kind: 'result', id: text(message['tool_call_id']), result: resultOf(message['content']), at },
      ];
    case 'assistant': {
      const calls = list(message['tool_calls']).map((one): Entry => {
        const { name, args } = toolOf(record(one));
        return { kind: 'call', id: text(record(one)['id']), name, args: argumentsOf(args), at };
      });
      return said === '' ? calls : [{ kind: 'assistant', text: said, at }, ...calls];
    }
    default:
      return [];
  }
}
