import { type EachOutcome, readEachOutcome } from '@rutbreak/core/edge';
import { type Draft, newDraft } from '../draft.js';
import { contentText, type Fields, fieldsOf, isFields, listOf, numberOf, textOf, timeOf } from '../fields.js';
import { documentReader } from '../reader.js';
import type { Trace } from '../trace.js';

/** `~/.cline/data/sessions/<session>/<session>.messages.json` of Cline CLI: messages in the form of the Anthropic API. */
export const cline = documentReader('cline', isSession, readSession);

function isSession(value: unknown): boolean {
  const { sessionId, messages, origin } = fieldsOf(value);
  return typeof sessionId === 'string' && Array.isArray(messages) && isFields(origin) && 'source' in origin;
}

function readSession(value: Fields): readonly Trace[] {
  const draft = newDraft({ id: textOf(value['sessionId']), agent: 'cline' });
  for (const message of listOf(value['messages']).map(fieldsOf)) takeMessage(draft, message);
  return draft.isEmpty() ? [] : [draft.finish()];
}

function takeMessage(draft: Draft, message: Fields): void {
  const facts = { at: timeOf(message['ts']), answer: textOf(message['id']) };
  const blocks = listOf(message['content']).map(fieldsOf);
  if (message['role'] === 'assistant') {
    for (const block of blocks) takeBlock(draft, block, facts);
    takeUsage(draft, message, facts.answer);
    return;
  }
  const results = blocks.filter(({ type }) => type === 'tool_result');
  for (const { tool_use_id: id, content } of results) {
    const { result, isError } = outcomeOf(content);
    draft.result(textOf(id), result, { isError });
  }
  if (results.length > 0) return;
  const text = contentText(message['content']).replaceAll(/<\/?user_input[^>]*>/g, '');
  draft.turn('user', 'prompt', { at: facts.at, text });
}

function takeBlock(
  draft: Draft,
  block: Fields,
  facts: { readonly at: number | undefined; readonly answer: string },
): void {
  if (block['type'] === 'text') draft.message(textOf(block['text']), facts);
  else if (block['type'] === 'thinking') draft.reasoning(textOf(block['thinking']), facts);
  else if (block['type'] === 'tool_use')
    draft.call(textOf(block['id']), textOf(block['name']), block['input'], facts);
}

/** A tool that runs several commands has an outcome for each. */
function outcomeOf(content: unknown): EachOutcome {
  const { success, error } = fieldsOf(content);
  return (
    readEachOutcome(content) ?? {
      result: contentText(content) || content,
      isError: success === false || textOf(error) !== '',
    }
  );
}

function takeUsage(draft: Draft, message: Fields, answer: string): void {
  const { inputTokens, outputTokens, cacheReadTokens } = fieldsOf(message['metrics']);
  const output = numberOf(outputTokens);
  if (output === undefined) return;
  const model = textOf(fieldsOf(message['modelInfo'])['id']);
  draft.usage(answer, {
    ...(model !== '' && { model }),
    ...{ input: numberOf(inputTokens) ?? 0, cached: numberOf(cacheReadTokens) ?? 0, output },
  });
}
