import { withoutNarration } from '@rutbreak/adapters/hooks';
import { type Draft, newDraft } from '../draft.js';
import { type Fields, fieldsOf, isFields, listOf, numberOf, textOf, timeOf } from '../fields.js';
import { NOT_UNDERSTOOD, type Reader } from '../reader.js';
import { responseOf } from './gemini.js';

/** `~/.qwen/projects/<folder>/chats/<session>.jsonl`: lines like Claude Code's, contents like Gemini's. */
export const qwen: Reader = {
  format: 'qwen-code',
  knows: (value) => isFields(value) && (isSystem(value) || isMessage(value)),
  open: (name) => {
    const drafts = new Map<string, Draft>();
    return {
      add(value) {
        const line = fieldsOf(value);
        if (isSystem(line)) {
          if (line['subtype'] === 'chat_compression')
            draftFor(line, name, drafts).turn('harness', 'compaction');
          return [];
        }
        if (!isMessage(line)) return NOT_UNDERSTOOD;
        takeLine(draftFor(line, name, drafts), line);
        return [];
      },
      end: () => [...drafts.values()].filter((draft) => !draft.isEmpty()).map((draft) => draft.finish()),
    };
  },
};

const TYPES = new Set(['user', 'assistant', 'tool_result']);

/** Telemetry, snapshots and commands of the program. */
function isSystem(line: Fields): boolean {
  const isOwn = 'systemPayload' in line || 'provenance' in line;
  return line['type'] === 'system' && typeof line['sessionId'] === 'string' && isOwn;
}

function isMessage({ type, sessionId, message }: Fields): boolean {
  return (
    TYPES.has(textOf(type)) && typeof sessionId === 'string' && Array.isArray(fieldsOf(message)['parts'])
  );
}

/** A sub-agent is a separate session. */
function draftFor(line: Fields, name: string, drafts: Map<string, Draft>): Draft {
  const agent = line['isSidechain'] === true ? `/${textOf(line['agentId']) || 'sub-agent'}` : '';
  const id = (textOf(line['sessionId']) || name) + agent;
  const model = textOf(line['model']);
  const draft = drafts.get(id) ?? newDraft({ id, agent: 'qwen-code', ...(model !== '' && { model }) });
  drafts.set(id, draft);
  return draft;
}

function takeLine(draft: Draft, line: Fields): void {
  const at = timeOf(line['timestamp']);
  const answer = textOf(line['uuid']);
  const parts = listOf(fieldsOf(line['message'])['parts']).map(fieldsOf);
  if (line['type'] === 'user') {
    const text = parts.map((part) => textOf(part['text'])).join('\n');
    const isPerson = line['provenance'] === undefined || line['provenance'] === 'real_user';
    draft.turn(isPerson ? 'user' : 'harness', isPerson ? 'prompt' : 'other', { at, text });
    return;
  }
  for (const part of parts) takePart(draft, part, { at, answer });
  const usage = fieldsOf(line['usageMetadata']);
  const output = numberOf(usage['candidatesTokenCount']);
  if (output === undefined) return;
  draft.usage(answer, {
    ...(typeof line['model'] === 'string' && { model: line['model'] }),
    input: numberOf(usage['promptTokenCount']) ?? 0,
    cached: numberOf(usage['cachedContentTokenCount']) ?? 0,
    output: output + (numberOf(usage['thoughtsTokenCount']) ?? 0),
  });
}

function takePart(draft: Draft, part: Fields, facts: { at: number | undefined; answer: string }): void {
  const { functionCall: call, functionResponse: done } = part;
  if (isFields(call)) {
    draft.call(textOf(call['id']), textOf(call['name']), withoutNarration(call['args']), facts);
  } else if (isFields(done)) {
    const { result, isError } = responseOf(fieldsOf(done['response']));
    draft.result(textOf(done['id']), result, { isError });
  } else if (part['thought'] === true) draft.reasoning(textOf(part['text']), facts);
  else draft.message(textOf(part['text']), facts);
}
