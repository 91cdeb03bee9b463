import { withoutNarration } from '@rutbreak/adapters/hooks';
import { readShellText } from '@rutbreak/core/edge';
import { type Draft, newDraft } from '../draft.js';
import { contentText, type Fields, fieldsOf, isFields, listOf, numberOf, textOf, timeOf } from '../fields.js';
import { documentReader, NOT_UNDERSTOOD, type Reader } from '../reader.js';
import type { Trace } from '../trace.js';

const LINES = new Set(['init', 'message', 'tool_use', 'tool_result', 'result', 'error']);

/** The output of `gemini --output-format stream-json`. */
export const geminiStream: Reader = {
  format: 'gemini-stream',
  knows: (value) =>
    isFields(value) &&
    ((value['type'] === 'init' && typeof value['session_id'] === 'string') ||
      (value['type'] === 'tool_use' && typeof value['tool_name'] === 'string') ||
      (value['type'] === 'message' &&
        typeof value['role'] === 'string' &&
        typeof value['content'] === 'string')),
  open: (name) => {
    let id = name;
    let draft: Draft | undefined;
    /** Pieces of the current answer. */
    let said = '';
    const current = (): Draft => (draft ??= newDraft({ id, agent: 'gemini-cli' }));
    const endMessage = (): void => {
      current().message(said);
      said = '';
    };
    return {
      add(value) {
        const line = fieldsOf(value);
        if (!LINES.has(textOf(line['type']))) return NOT_UNDERSTOOD;
        if (line['type'] === 'init') id = textOf(line['session_id']) || id;
        else if (line['type'] === 'message' && line['role'] !== 'user') said += textOf(line['content']);
        else {
          endMessage();
          takeLine(current(), line);
        }
        return [];
      },
      end: () => {
        endMessage();
        return current().isEmpty() ? [] : [current().finish()];
      },
    };
  },
};

function takeLine(draft: Draft, line: Fields): void {
  const at = timeOf(line['timestamp']);
  const id = textOf(line['tool_id']);
  if (line['type'] === 'message') draft.turn('user', 'prompt', { at, text: textOf(line['content']) });
  else if (line['type'] === 'tool_use') draft.call(id, textOf(line['tool_name']), line['parameters'], { at });
  else if (line['type'] === 'tool_result') {
    const error = fieldsOf(line['error'])['message'];
    draft.result(id, error ?? line['output'], { isError: line['status'] === 'error' });
  } else if (line['type'] === 'error') draft.error(textOf(line['message']), { at });
}

/** `~/.gemini/tmp/<project>/chats/session-*.json`. */
export const geminiChat = documentReader(
  'gemini-chat',
  (value) => isFields(value) && typeof value['sessionId'] === 'string' && Array.isArray(value['messages']),
  readChat,
);

function readChat(chat: Fields): readonly Trace[] {
  return chatTrace(textOf(chat['sessionId']), listOf(chat['messages']).map(fieldsOf));
}

/** The trace of a chat; none if it is empty. */
export function chatTrace(id: string, messages: readonly Fields[]): readonly Trace[] {
  const draft = newDraft({ id, agent: 'gemini-cli' });
  messages.forEach((message, i) => takeMessage(draft, message, textOf(message['id']) || `message ${i}`));
  return draft.isEmpty() ? [] : [draft.finish()];
}

function takeMessage(draft: Draft, message: Fields, answer: string): void {
  const at = timeOf(message['timestamp']);
  const text = contentText(message['content']);
  if (message['type'] === 'user') takeUser(draft, message['content'], text, at);
  else if (message['type'] === 'error') draft.error(text, { at });
  if (message['type'] !== 'gemini') return;
  for (const thought of listOf(message['thoughts']).map(fieldsOf)) {
    draft.reasoning(textOf(thought['description']), { at, answer });
  }
  draft.message(text, { at, answer });
  for (const call of listOf(message['toolCalls']).map(fieldsOf)) takeCall(draft, call, answer);
  const tokens = fieldsOf(message['tokens']);
  const output = numberOf(tokens['output']);
  if (output === undefined) return;
  draft.usage(answer, {
    ...(typeof message['model'] === 'string' && { model: message['model'] }),
    input: numberOf(tokens['input']) ?? 0,
    cached: numberOf(tokens['cached']) ?? 0,
    output: output + (numberOf(tokens['thoughts']) ?? 0),
  });
}

/** Tool results also have the role of the user; they belong to their calls. */
function takeUser(draft: Draft, content: unknown, text: string, at: number | undefined): void {
  const results = listOf(content).flatMap((part) => fieldsOf(part)['functionResponse'] ?? []);
  for (const result of results) draft.result(textOf(fieldsOf(result)['id']), undefined);
  if (results.length > 0) return;
  if (text.startsWith('<session_context>')) draft.turn('harness', 'other', { at });
  else draft.turn('user', 'prompt', { at, text });
}

function takeCall(draft: Draft, call: Fields, answer: string): void {
  const facts = { at: timeOf(call['timestamp']), answer };
  const { name, args, status } = call;
  const response = fieldsOf(fieldsOf(fieldsOf(listOf(call['result'])[0])['functionResponse'])['response']);
  const { result, isError } = responseOf(response, call['resultDisplay']);
  const isFailed = status === 'error' || isError;
  draft.done(textOf(name), withoutNarration(args), result, { ...facts, isError: isFailed });
}

/** The result of a tool in the form that Gemini CLI and Qwen Code send to the model. */
export function responseOf(response: Fields, shown?: unknown): { result: unknown; isError: boolean } {
  const { error, output } = response;
  const isError = error !== undefined;
  const told = error ?? output ?? shown;
  if (typeof told !== 'string') return { result: told, isError };
  const read = readShellText(told);
  return { result: read.result, isError: isError || read.isError };
}
