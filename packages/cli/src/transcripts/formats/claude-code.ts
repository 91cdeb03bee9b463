import { withoutNarration } from '@rutbreak/adapters/hooks';
import { type Draft, newDraft } from '../draft.js';
import type { Usage } from '../usage.js';
import { contentText, type Fields, fieldsOf, isFields, listOf, numberOf, textOf, timeOf } from '../fields.js';
import { endsObject, NOTHING_IN_IT } from '../lines.js';
import { NOT_UNDERSTOOD, type Reader, type Reading } from '../reader.js';

/** Kinds of line that record nothing the agent did. */
const OTHER_LINES = new Set(
  `agent-name ai-title api-request api-request-blob api-request-shape atis-latch attachment cost-state custom-title
  file-history-snapshot last-prompt mode permission-mode pr-link progress queue-operation summary tag tools-used
  worktree-state`.split(/\s+/),
);

/** `~/.claude/projects/<folder>/<session>.jsonl`: one line per block, including sub-agents. */
export const claudeCode: Reader = {
  format: 'claude-code',
  knows: (value) => isFields(value) && (isEnvelope(value) || OTHER_LINES.has(textOf(value['type']))),
  open: (name) => openSession(name),
  skim: skimLine,
};

const TYPE = '"type":"';
/** A copy of the result in the tool's own form: half of the file, and nothing that the message lacks. */
const SAME_RESULT = ',"toolUseResult":';
/** The type of a line is nearly always within this many bytes. */
const HEAD = 640;

function skimLine(bytes: Buffer): unknown {
  if (!endsObject(bytes)) return undefined;
  const type = quickType(bytes.toString('latin1', 0, HEAD));
  if (type === undefined) return undefined;
  if (OTHER_LINES.has(type)) return NOTHING_IN_IT;
  const end = type === 'user' ? bytes.indexOf(SAME_RESULT) : -1;
  return end > 0 ? parseAround(bytes.toString('utf8', 0, end), bytes) : undefined;
}

/** The type of a line, if it is before any inner value. Quotation marks inside a text would be escaped. */
function quickType(head: string): string | undefined {
  const at = head.indexOf(TYPE);
  const inner = head.indexOf('{', 1);
  if (at < 0 || (inner >= 0 && inner < at)) return undefined;
  const start = at + TYPE.length;
  const end = head.indexOf('"', start);
  return end < 0 ? undefined : head.slice(start, end);
}

/** The session id is before or after the copy of the result, depending on the version of Claude Code. */
const SESSION = ',"sessionId":"';

/** Parses a line without the copy of its result; `undefined` if the whole line must be parsed. */
function parseAround(head: string, bytes: Buffer): unknown {
  // Bytes that are not UTF-8 are reported where a line is read in full.
  if (head.includes('\uFFFD')) return undefined;
  try {
    // One bracket closes the head only if the copy is a field of the line itself. The same holds for the tail.
    const line = JSON.parse(`${head}}`) as Fields;
    if (line['timestamp'] === undefined || !isEnvelope(line)) return undefined;
    if (line['sessionId'] !== undefined) return line;
    const tail = bytes.lastIndexOf(SESSION);
    return tail < 0
      ? undefined
      : { ...line, ...(JSON.parse(`{${bytes.toString('utf8', tail + 1)}`) as Fields) };
  } catch {
    return undefined;
  }
}

function isEnvelope({ type, uuid, sessionId }: Fields): boolean {
  return (
    (type === 'user' || type === 'assistant' || type === 'system') &&
    (typeof sessionId === 'string' || typeof uuid === 'string')
  );
}

function openSession(name: string): Reading {
  const drafts = new Map<string, Draft>();
  return {
    add(value) {
      const line = fieldsOf(value);
      if (OTHER_LINES.has(textOf(line['type']))) return [];
      if (!isEnvelope(line) || !hasContent(line)) return NOT_UNDERSTOOD;
      takeLine(draftFor(line, name, drafts), line);
      return [];
    },
    end: () => [...drafts.values()].filter((draft) => !draft.isEmpty()).map((draft) => draft.finish()),
  };
}

function hasContent({ type, message }: Fields): boolean {
  const { content } = fieldsOf(message);
  return type === 'system' || Array.isArray(content) || (type === 'user' && typeof content === 'string');
}

/** A sub-agent runs in parallel to its parent, so its calls do not repeat those of the parent. */
function draftFor(line: Fields, name: string, drafts: Map<string, Draft>): Draft {
  const session = textOf(line['sessionId']) || name;
  const agent = line['isSidechain'] === true ? `/${textOf(line['agentId']) || 'sub-agent'}` : '';
  const id = session + agent;
  const model = textOf(fieldsOf(line['message'])['model']);
  const draft =
    drafts.get(id) ??
    newDraft({
      ...{ id, agent: 'claude-code', project: textOf(line['cwd']) },
      ...(model !== '' && { model }),
    });
  drafts.set(id, draft);
  return draft;
}

function takeLine(draft: Draft, line: Fields): void {
  const at = timeOf(line['timestamp']);
  const message = fieldsOf(line['message']);
  if (line['type'] === 'system') {
    if (line['subtype'] === 'compact_boundary') draft.turn('harness', 'compaction', { at });
  } else if (line['type'] === 'assistant') takeAnswer(draft, line, message, at);
  else if (line['isCompactSummary'] === true) draft.turn('harness', 'compaction', { at });
  else takeUser(draft, line, message['content'], at);
}

function takeAnswer(draft: Draft, line: Fields, message: Fields, at: number | undefined): void {
  const names = [line['requestRef'], message['id'], line['requestId'], line['uuid']];
  const answer = names.map(textOf).find((name) => name !== '') ?? '';
  if (line['isApiErrorMessage'] === true) {
    draft.error(contentText(message['content']), { at });
    return;
  }
  for (const block of listOf(message['content']).map(fieldsOf)) {
    if (block['type'] === 'text') draft.message(textOf(block['text']), { at, answer });
    else if (block['type'] === 'thinking') draft.reasoning(textOf(block['thinking']), { at, answer });
    else if (block['type'] === 'tool_use') {
      const args = withoutNarration(block['input']);
      draft.call(textOf(block['id']), textOf(block['name']), args, { at, answer });
    }
  }
  const usage = fieldsOf(message['usage']);
  if (numberOf(usage['output_tokens']) !== undefined) draft.usage(answer, usageOf(usage, message));
}

function usageOf(usage: Fields, { model }: Fields): Usage {
  const cached = numberOf(usage['cache_read_input_tokens']) ?? 0;
  const written = numberOf(usage['cache_creation_input_tokens']) ?? 0;
  const input = (numberOf(usage['input_tokens']) ?? 0) + cached + written;
  const output = numberOf(usage['output_tokens']) ?? 0;
  return typeof model === 'string' ? { model, input, cached, output } : { input, cached, output };
}

function takeUser(draft: Draft, line: Fields, content: unknown, at: number | undefined): void {
  const results = listOf(content)
    .map(fieldsOf)
    .filter(({ type }) => type === 'tool_result');
  for (const { tool_use_id: id, content: result, is_error: isError } of results) {
    draft.result(textOf(id), resultOf(result), { isError: isError === true });
  }
  if (results.length > 0) return;
  const text = contentText(content);
  // Notices of background tasks and of the program appear as user messages.
  const isNotice =
    line['isMeta'] === true || /^\s*<(task-notification|system-reminder|local-command)/.test(text);
  draft.turn(isNotice ? 'harness' : 'user', isNotice ? 'other' : 'prompt', { at, text });
}

/** The text if there is one; images and the like unchanged. */
function resultOf(content: unknown): unknown {
  const text = contentText(content);
  return text === '' ? content : text;
}
