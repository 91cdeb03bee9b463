import { withoutNarration } from '@rutbreak/adapters/hooks';
import { newDraft } from '../draft.js';
import { contentText, type Fields, fieldsOf, isFields, listOf, textOf } from '../fields.js';
import { NOT_UNDERSTOOD, type Reader } from '../reader.js';

/**
 * `~/.cursor/projects/<project>/agent-transcripts/<session>/<session>.jsonl`: one message per line, with
 * contents like Anthropic's. Lines have no time, and many versions write calls without ids and results.
 */
export const cursor: Reader = {
  format: 'cursor',
  knows: (value) => isFields(value) && isMessage(value),
  open: (name) => {
    const draft = newDraft({ id: name.replace(/^.*[\\/]|\.jsonl$/g, ''), agent: 'cursor' });
    let calls = 0;
    return {
      add(value) {
        const line = fieldsOf(value);
        if (!isMessage(line)) return NOT_UNDERSTOOD;
        const parts = listOf(fieldsOf(line['message'])['content']).map(fieldsOf);
        if (line['role'] === 'user' && !parts.some(isResult))
          draft.turn('user', 'prompt', { text: contentText(parts) });
        else for (const part of parts) takePart(part);
        return [];
      },
      end: () => (draft.isEmpty() ? [] : [draft.finish()]),
    };
    function takePart(part: Fields): void {
      if (part['type'] === 'tool_use') {
        const id = textOf(part['id']) || `call-${++calls}`;
        draft.call(id, textOf(part['name']), withoutNarration(part['input']), {});
      } else if (isResult(part)) {
        const isError = part['is_error'] === true;
        draft.result(textOf(part['tool_use_id']), contentText(part['content']), { isError });
      } else draft.message(textOf(part['text']), {});
    }
  },
};

function isResult(part: Fields): boolean {
  return part['type'] === 'tool_result';
}

/** Other agents that write such messages name a session, or the type of the line. */
function isMessage(line: Fields): boolean {
  const { role, message } = line;
  const isPlain = !('type' in line) && !('sessionId' in line) && !('content' in line);
  return (role === 'user' || role === 'assistant') && isPlain && Array.isArray(fieldsOf(message)['content']);
}
