import { type Draft, newDraft } from '../draft.js';
import { contentText, type Fields, fieldsOf, isFields, listOf, parsed, textOf, timeOf } from '../fields.js';
import { documentReader, NOT_UNDERSTOOD, type Reader } from '../reader.js';
import type { Trace } from '../trace.js';

const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool']);
/** Fields where exports keep the list. */
const LISTS = ['messages', 'traj', 'conversation'];

/** Message lists in the form of the OpenAI and Anthropic APIs, alone or inside a record. */
export const messageList = documentReader('messages', (value) => listIn(value) !== undefined, readMessages);

/** The same, one message per line. */
export const messageLines: Reader = {
  format: 'message-lines',
  knows: isMessage,
  open: (name) => {
    const draft = newDraft({ id: name });
    let count = 0;
    return {
      add(value) {
        if (!isMessage(value)) return NOT_UNDERSTOOD;
        takeMessage(draft, fieldsOf(value), `answer ${count++}`);
        return [];
      },
      end: () => (draft.isEmpty() ? [] : [draft.finish()]),
    };
  },
};

function listIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return isMessage(value[0]) ? (value as unknown[]) : undefined;
  const fields = fieldsOf(value);
  return LISTS.map((name) => listOf(fields[name])).find(([first]) => isMessage(first));
}

function isMessage(value: unknown): boolean {
  return isFields(value) && ROLES.has(textOf(value['role'])) && ('content' in value || 'tool_calls' in value);
}

function readMessages(value: unknown, name: string): readonly Trace[] {
  const { id, task_id: task, instance_id: instance, trial } = fieldsOf(value);
  const own = [id, instance, task].find(isPlain);
  const label = own === undefined ? name : `${own}${isPlain(trial) ? `/${trial}` : ''}`;
  const draft = newDraft({ id: label });
  (listIn(value) ?? []).forEach((message, i) => {
    takeMessage(draft, fieldsOf(message), `answer ${i}`);
  });
  return draft.isEmpty() ? [] : [draft.finish()];
}

function isPlain(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function takeMessage(draft: Draft, message: Fields, answer: string): void {
  const at = timeOf(message['timestamp'] ?? fieldsOf(message['_metadata'])['timestamp']);
  const { role, content } = message;
  if (role === 'assistant') takeAnswer(draft, message, { at, answer });
  else if (role === 'tool') draft.result(textOf(message['tool_call_id']), contentText(content) || content);
  else if (role === 'user') takeUser(draft, content, at);
}

type Facts = { readonly at: number | undefined; readonly answer: string };

function takeAnswer(draft: Draft, message: Fields, facts: Facts): void {
  draft.reasoning(textOf(message['reasoning_content']), facts);
  const { content } = message;
  if (typeof content === 'string') draft.message(content, facts);
  for (const block of listOf(content).map(fieldsOf)) takeBlock(draft, block, facts);
  for (const call of listOf(message['tool_calls']).map(fieldsOf)) {
    const { name, arguments: args } = fieldsOf(call['function']);
    draft.call(textOf(call['id']), textOf(name), parsed(args), facts);
  }
}

function takeBlock(draft: Draft, block: Fields, facts: Facts): void {
  const { type } = block;
  if (type === 'text' || type === 'output_text') draft.message(textOf(block['text']), facts);
  else if (type === 'thinking') draft.reasoning(textOf(block['thinking']), facts);
  else if (type === 'tool_use' || type === 'tool_call' || type === 'tool-call') {
    const id = textOf(block['id']) || textOf(block['toolCallId']) || textOf(block['call_id']);
    const name = textOf(block['name']) || textOf(block['toolName']);
    draft.call(id, name, parsed(block['input'] ?? block['arguments'] ?? block['args']), facts);
  }
}

function takeUser(draft: Draft, content: unknown, at: number | undefined): void {
  const results = listOf(content)
    .map(fieldsOf)
    .filter(({ type }) => type === 'tool_result');
  for (const { tool_use_id: id, content: result, is_error: isError } of results) {
    draft.result(textOf(id), contentText(result) || result, { isError: isError === true });
  }
  if (results.length === 0) draft.turn('user', 'prompt', { at, text: contentText(content) });
}
