import { withoutNarration } from '@rutbreak/adapters/hooks';
import { readShellText } from '@rutbreak/core/edge';
import { type Draft, newDraft } from '../draft.js';
import {
  type Fields,
  fieldsOf,
  isFields,
  listOf,
  numberOf,
  parsed,
  textOf,
  timeOf,
  withoutPurpose,
} from '../fields.js';
import { NOT_UNDERSTOOD, type Reader } from '../reader.js';

/**
 * `~/.copilot/session-state/<session>/events.jsonl` of GitHub Copilot CLI: one event per line. VS Code writes the same for
 * its hooks (`workspaceStorage/<workspace>/GitHub.copilot-chat/transcripts`), without the results of calls.
 */
export const copilot: Reader = {
  format: 'copilot-cli',
  knows: (value) =>
    isFields(value) && isEvent(value) && fieldsOf(value['data'])['producer'] === 'copilot-agent',
  open: (name) => {
    let id = name;
    let model = '';
    let agent: 'copilot-cli' | 'vscode' = 'copilot-cli';
    const drafts = new Map<string, Draft>();
    /** A sub-agent works inside one call of its parent. */
    const draftOf = (data: Fields): Draft => {
      const parent = textOf(data['parentToolCallId']);
      const own = parent === '' ? id : `${id}/${parent}`;
      const draft = drafts.get(own) ?? newDraft({ id: own, agent, ...(model !== '' && { model }) });
      drafts.set(own, draft);
      return draft;
    };
    return {
      add(value) {
        const line = fieldsOf(value);
        if (!isEvent(line)) return NOT_UNDERSTOOD;
        const data = fieldsOf(line['data']);
        if (line['type'] === 'session.start') {
          id = textOf(data['sessionId']) || id;
          model = textOf(data['selectedModel']);
          if (typeof data['vscodeVersion'] === 'string') agent = 'vscode';
        } else takeEvent(draftOf(data), textOf(line['type']), data, timeOf(line['timestamp']));
        return [];
      },
      end: () => [...drafts.values()].filter((draft) => !draft.isEmpty()).map((draft) => draft.finish()),
    };
  },
};

/** `tool.execution_complete`, `session.usage_record`: the first word names the subject. */
const SUBJECT = /^(?:session|user|assistant|system|tool|hook|subagent|skill|abort|permission)(?:\.|$)/;

function isEvent({ type, data }: Fields): boolean {
  return SUBJECT.test(textOf(type)) && isFields(data);
}

function takeEvent(draft: Draft, type: string, data: Fields, at: number | undefined): void {
  if (type === 'user.message') draft.turn('user', 'prompt', { at, text: textOf(data['content']) });
  else if (type === 'session.compaction_complete') draft.turn('harness', 'compaction', { at });
  else if (type === 'session.error') draft.error(textOf(data['message']), { at });
  else if (type === 'assistant.message') takeAnswer(draft, data, at);
  else if (type === 'tool.execution_complete') takeResult(draft, data);
}

function takeAnswer(draft: Draft, data: Fields, at: number | undefined): void {
  const facts = { at, answer: textOf(data['messageId']) };
  draft.reasoning(textOf(data['reasoningText']), facts);
  draft.message(textOf(data['content']), facts);
  for (const call of listOf(data['toolRequests']).map(fieldsOf))
    draft.call(textOf(call['toolCallId']), textOf(call['name']), argsOf(call['arguments']), facts);
  const output = numberOf(data['outputTokens']);
  if (output !== undefined) draft.usage(facts.answer, { input: 0, cached: 0, output });
}

/** VS Code writes them as JSON in a string. */
function argsOf(args: unknown): unknown {
  return typeof args === 'string' ? withoutPurpose('vscode', parsed(args)) : withoutNarration(args);
}

function takeResult(draft: Draft, data: Fields): void {
  const id = textOf(data['toolCallId']);
  const told = fieldsOf(data['result'])['content'] ?? fieldsOf(data['error'])['message'];
  const hasFailed = data['success'] === false;
  // That a call has ended is no outcome: the next one may have brought another result.
  if (told === undefined && !hasFailed) return;
  const { result, isError } = readShellText(textOf(told));
  draft.result(id, result, { isError: isError || hasFailed });
}
