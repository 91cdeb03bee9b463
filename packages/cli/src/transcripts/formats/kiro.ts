import { type Draft, newDraft } from '../draft.js';
import { type Fields, fieldsOf, isFields, listOf, numberOf, textOf, withoutPurpose } from '../fields.js';
import { NOT_UNDERSTOOD, type Reader } from '../reader.js';

/** `~/.kiro/sessions/cli/<session>.jsonl` of Kiro CLI: one message per line. */
export const kiro: Reader = {
  format: 'kiro',
  knows: (value) => isFields(value) && isLine(value),
  open: (name) => {
    const draft = newDraft({ id: name.replace(/^.*[\\/]|\.jsonl$/g, ''), agent: 'kiro' });
    return {
      add(value) {
        const line = fieldsOf(value);
        if (!isLine(line)) return NOT_UNDERSTOOD;
        const data = fieldsOf(line['data']);
        takeLine(draft, textOf(line['kind']), data);
        return listOf(data['content']).every(isPart) ? [] : NOT_UNDERSTOOD;
      },
      end: () => (draft.isEmpty() ? [] : [draft.finish()]),
    };
  },
};

/** These lines have no messages. */
const BREAKS: ReadonlySet<string> = new Set(['Clear', 'Compaction']);
const MESSAGES: ReadonlySet<string> = new Set(['Prompt', 'AssistantMessage', 'ToolResults', 'SystemPrompt']);

const PARTS: ReadonlySet<string> = new Set(['text', 'thinking', 'toolUse', 'toolResult', 'image']);

function isPart(part: unknown): boolean {
  return PARTS.has(textOf(fieldsOf(part)['kind']));
}

function isLine({ kind, data }: Fields): boolean {
  const name = textOf(kind);
  return BREAKS.has(name) || (MESSAGES.has(name) && Array.isArray(fieldsOf(data)['content']));
}

function takeLine(draft: Draft, kind: string, data: Fields): void {
  const seconds = numberOf(fieldsOf(data['meta'])['timestamp']);
  const at = seconds === undefined ? undefined : seconds * 1000;
  const parts = listOf(data['content']).map(fieldsOf);
  if (kind === 'Compaction') draft.turn('harness', 'compaction', { at });
  else if (kind === 'Clear') draft.turn('harness', 'restart', { at });
  else if (kind === 'Prompt') draft.turn('user', 'prompt', { at, text: textIn(parts) });
  else if (kind === 'AssistantMessage')
    for (const part of parts) takePart(draft, part, { at, answer: textOf(data['message_id']) });
  else if (kind === 'ToolResults') for (const part of parts) takeResult(draft, fieldsOf(part['data']));
}

function takePart(
  draft: Draft,
  { kind, data }: Fields,
  facts: { readonly at: number | undefined; readonly answer: string },
): void {
  if (kind === 'text') draft.message(textOf(data), facts);
  else if (kind === 'thinking') draft.reasoning(textOf(data) || textOf(fieldsOf(data)['text']), facts);
  else if (kind === 'toolUse') {
    const { toolUseId, name, input } = fieldsOf(data);
    draft.call(textOf(toolUseId), textOf(name), withoutPurpose('kiro', input), facts);
  }
}

const SUCCESS = /^success$/i;
const EXIT_0 = /\b0$/;

/** A command that fails is a success of the tool: only its exit code tells. */
function takeResult(draft: Draft, { toolUseId, content, status }: Fields): void {
  const parts = listOf(content).map(fieldsOf);
  const exits = parts
    .map(({ data }) => fieldsOf(data)['exit_status'])
    .filter((exit) => typeof exit === 'string');
  const isError =
    (typeof status === 'string' && !SUCCESS.test(status)) || exits.some((exit) => !EXIT_0.test(exit));
  draft.result(textOf(toolUseId), typeof content === 'string' ? content : textIn(parts), { isError });
}

/** A part is a text, or the streams of a command. */
function textIn(parts: readonly Fields[]): string {
  return parts
    .flatMap(({ data }) => {
      const { stdout, stderr, exit_status: exit } = fieldsOf(data);
      const isCommand = exit !== undefined || stdout !== undefined;
      if (isCommand) return [textOf(stdout), textOf(stderr), textOf(exit)];
      return [typeof data === 'string' ? data : JSON.stringify(data ?? '')];
    })
    .filter((text) => text !== '')
    .join('\n');
}
