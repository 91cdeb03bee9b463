import { withoutNarration } from '@rutbreak/adapters/hooks';
import { type Draft, newDraft } from '../draft.js';
import { contentText, type Fields, fieldsOf, isFields, listOf, textOf, timeOf } from '../fields.js';
import { NOT_UNDERSTOOD, type Reader } from '../reader.js';

/** Kinds of line that record nothing the agent did. */
const OTHER_LINES = new Set(['todo_state', 'session_settings', 'agent_turn_outcome']);

const BLOCKS = new Set('text thinking redacted_thinking tool_use tool_result image document'.split(' '));

/**
 * `~/.factory/sessions/<folder>/<session>.jsonl` of Factory's Droid: a head, then one message per line, with contents like
 * Anthropic's.
 */
export const droid: Reader = {
  format: 'droid',
  knows: (value) => isFields(value) && isHead(value),
  open: (name) => {
    let draft: Draft | undefined;
    const current = (): Draft => (draft ??= newDraft({ id: name, agent: 'droid' }));
    return {
      add(value) {
        const line = fieldsOf(value);
        if (isHead(line))
          draft ??= newDraft({ id: textOf(line['id']), agent: 'droid', project: textOf(line['cwd']) });
        else if (line['type'] === 'compaction_state')
          current().turn('harness', 'compaction', { at: timeOf(line['timestamp']) });
        else if (isMessage(line)) return takeMessage(current(), line) ? [] : NOT_UNDERSTOOD;
        else if (!OTHER_LINES.has(textOf(line['type']))) return NOT_UNDERSTOOD;
        return [];
      },
      end: () => (draft === undefined || draft.isEmpty() ? [] : [draft.finish()]),
    };
  },
};

function isHead({ type, id, cwd }: Fields): boolean {
  return type === 'session_start' && typeof id === 'string' && typeof cwd === 'string';
}

function isMessage({ type, message }: Fields): boolean {
  const { role, content } = fieldsOf(message);
  return (
    type === 'message' &&
    (role === 'user' || role === 'assistant') &&
    (typeof content === 'string' || Array.isArray(content))
  );
}

/** `false` if a part of it is not known. */
function takeMessage(draft: Draft, line: Fields): boolean {
  const facts = { at: timeOf(line['timestamp']), answer: textOf(line['id']) };
  const { role, content } = fieldsOf(line['message']);
  const blocks = listOf(content).map(fieldsOf);
  for (const block of blocks) takeBlock(draft, block, role === 'assistant', facts);
  if (role === 'assistant') draft.message(textOf(content), facts);
  else if (!blocks.some(({ type }) => type === 'tool_result')) takeUser(draft, line, content, facts.at);
  return blocks.every(({ type }) => BLOCKS.has(textOf(type)));
}

function takeUser(draft: Draft, line: Fields, content: unknown, at: number | undefined): void {
  const text = contentText(content);
  // What Droid itself tells the model also appears as a message of the user.
  const isNotice = line['visibility'] === 'llm_only' || /^\s*<system-reminder>/.test(text);
  draft.turn(isNotice ? 'harness' : 'user', isNotice ? 'other' : 'prompt', { at, text });
}

function takeBlock(
  draft: Draft,
  block: Fields,
  isAnswer: boolean,
  facts: { readonly at: number | undefined; readonly answer: string },
): void {
  if (block['type'] === 'tool_result') {
    const text = contentText(block['content']);
    const result = text === '' ? block['content'] : text;
    draft.result(textOf(block['tool_use_id']), result, { isError: block['is_error'] === true });
  } else if (!isAnswer) return;
  else if (block['type'] === 'text') draft.message(textOf(block['text']), facts);
  else if (block['type'] === 'thinking') draft.reasoning(textOf(block['thinking']), facts);
  else if (block['type'] === 'tool_use')
    draft.call(textOf(block['id']), textOf(block['name']), withoutNarration(block['input']), facts);
}
