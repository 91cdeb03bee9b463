import { type Draft, newDraft } from '../draft.js';
import {
  contentText,
  type Fields,
  fieldsOf,
  isFields,
  listOf,
  numberOf,
  parsed,
  textOf,
  timeOf,
  without,
} from '../fields.js';
import { endsObject, NOTHING_IN_IT } from '../lines.js';
import { NOT_UNDERSTOOD, type Reader } from '../reader.js';

const ITEMS = new Set([
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
]);
const LINES = new Set(
  'session_meta turn_context response_item event_msg compacted token_usage_record world_state'.split(' '),
);
/** Items that record no call and no words. */
const OTHER_ITEMS = new Set(
  'web_search_call image_generation_call ghost_snapshot compaction context_compaction other'.split(' '),
);

/** How a call runs, not what it does; and the words that ask for permission. */
const MANNER = [
  'timeout_ms',
  'yield_time_ms',
  'max_output_tokens',
  'justification',
  'with_escalated_permissions',
  'sandbox_permissions',
];
const INJECTED =
  /^\s*(<(environment_context|user_instructions|permissions|turn_aborted|skills)|# AGENTS\.md)/;

/** `~/.codex/sessions/…/rollout-*.jsonl`, in today's wrapped form and the bare form of 2025. */
export const codex: Reader = {
  format: 'codex',
  knows: (value) => isFields(value) && (isWrapped(value) || isHead(value) || isBareCall(value)),
  open: (name) => {
    let draft: Draft | undefined;
    const open = (id: string, project = ''): Draft =>
      (draft ??= newDraft({ id: id || name, agent: 'codex', project }));
    return {
      add(value) {
        const line = fieldsOf(value);
        if (isOldHead(line)) open(textOf(line['id']));
        else if (line['type'] === 'session_meta') {
          const { id, cwd } = fieldsOf(line['payload']);
          open(textOf(id), textOf(cwd));
        } else if (isWrapped(line)) takeLine(open(''), line);
        else if (ITEMS.has(textOf(line['type']))) takeItem(open(''), line, undefined);
        return isKnown(line) ? [] : NOT_UNDERSTOOD;
      },
      end: () => (draft && !draft.isEmpty() ? [draft.finish()] : []),
    };
  },
  skim: (bytes) => (isTwice(bytes) ? NOTHING_IN_IT : undefined),
};

function isKnown(line: Fields): boolean {
  const isItem = line['type'] === 'response_item';
  const name = textOf(isItem ? fieldsOf(line['payload'])['type'] : line['type']);
  return ITEMS.has(name) || OTHER_ITEMS.has(name) || (!isItem && (isWrapped(line) || isHead(line)));
}

/** Longer than the pattern needs. */
const TWICE_HEAD = 180;

/** Skipped lines: messages for the screen, which the file repeats as items, and settings before every turn. */
const TWICE =
  /^\{"timestamp":"[^"]*",(?:"ordinal":\d+,)?"type":"(?:turn_context"|event_msg","payload":\{"type":"(?!token_count"))/;

function isTwice(bytes: Buffer): boolean {
  return TWICE.test(bytes.toString('latin1', 0, TWICE_HEAD)) && endsObject(bytes);
}

function isWrapped({ type, payload }: Fields): boolean {
  return LINES.has(textOf(type)) && isFields(payload);
}

function isHead(line: Fields): boolean {
  return line['record_type'] === 'state' || isOldHead(line);
}

function isOldHead({ id, timestamp, instructions, git, type }: Fields): boolean {
  return (
    type === undefined &&
    typeof id === 'string' &&
    timestamp !== undefined &&
    (instructions !== undefined || git !== undefined)
  );
}

function isBareCall({ type, call_id: callId }: Fields): boolean {
  return ITEMS.has(textOf(type)) && typeof callId === 'string';
}

function takeLine(draft: Draft, line: Fields): void {
  const at = timeOf(line['timestamp']);
  const payload = fieldsOf(line['payload']);
  if (line['type'] === 'response_item') takeItem(draft, payload, at);
  else if (line['type'] === 'compacted') draft.turn('harness', 'compaction', { at });
  else if (payload['type'] === 'token_count') takeTokens(draft, payload, at);
}

/** Reported after each answer, one answer at a time. */
function takeTokens(draft: Draft, payload: Fields, at: number | undefined): void {
  const last = fieldsOf(fieldsOf(payload['info'])['last_token_usage']);
  const output = numberOf(last['output_tokens']);
  if (output === undefined || at === undefined) return;
  const cached = numberOf(last['cached_input_tokens']) ?? 0;
  draft.usage(`at ${at}`, { input: numberOf(last['input_tokens']) ?? 0, cached, output });
}

function takeItem(draft: Draft, item: Fields, at: number | undefined): void {
  const id = textOf(item['call_id']) || textOf(item['id']);
  switch (item['type']) {
    case 'message':
      takeMessage(draft, item, at);
      break;
    case 'reasoning':
      draft.reasoning(contentText(item['summary']), { at });
      break;
    case 'function_call':
    case 'custom_tool_call':
      draft.call(id, textOf(item['name']), argsOf(item), { at });
      break;
    case 'local_shell_call':
      draft.call(id, 'shell', commandOf(fieldsOf(item['action'])), { at });
      break;
    case 'function_call_output':
    case 'custom_tool_call_output':
      takeOutput(draft, id, item['output']);
      break;
  }
}

function takeMessage(draft: Draft, item: Fields, at: number | undefined): void {
  const text = contentText(item['content']);
  if (item['role'] === 'assistant') draft.message(text, { at });
  else if (item['role'] !== 'user' || INJECTED.test(text)) draft.turn('harness', 'other', { at });
  else draft.turn('user', 'prompt', { at, text });
}

function argsOf(item: Fields): unknown {
  const args = without(parsed(item['arguments'] ?? item['input']), MANNER);
  return isFields(args) ? commandOf(args) : args;
}

/** `["bash", "-lc", "ls"]` is `ls`. */
function commandOf(args: Fields): unknown {
  const command = listOf(args['command']).map(textOf);
  if (command.length === 0) return args;
  const isShell = command.length === 3 && /^-\w*c$/.test(command[1] ?? '');
  return { ...args, command: isShell ? command[2] : command.join(' ') };
}

const EXIT = /^(?:Exit code|Process exited with code):? (\d+)/m;
const HEAD = 400;

function takeOutput(draft: Draft, id: string, output: unknown): void {
  const whole = parsed(output);
  const { output: inner, metadata, content, success } = fieldsOf(whole);
  const exit = numberOf(fieldsOf(metadata)['exit_code']) ?? exitOf(output);
  const result =
    typeof inner === 'string' ? inner : contentText(content) || (typeof output === 'string' ? output : whole);
  draft.result(id, result, { isError: (exit !== undefined && exit !== 0) || success === false });
}

function exitOf(output: unknown): number | undefined {
  return numberOf(EXIT.exec(textOf(output).slice(0, HEAD))?.[1]);
}
