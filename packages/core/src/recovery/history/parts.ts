import { RutbreakError } from '../../error.js';
import type { Message } from './dialect.js';
import type { HistoryShape } from './shape.js';
import { isRecord } from '../../shared/json.js';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Every kind of part that the providers document; for a flat list, the kinds of items, too. */
const KNOWN: Readonly<Record<HistoryShape, readonly string[]>> = {
  'openai-chat': words('text image_url input_audio file refusal'),
  'openai-responses': words(`
    message reasoning function_call function_call_output custom_tool_call custom_tool_call_output item_reference
    file_search_call web_search_call computer_call computer_call_output code_interpreter_call image_generation_call
    local_shell_call local_shell_call_output shell_call shell_call_output apply_patch_call apply_patch_call_output
    mcp_list_tools mcp_approval_request mcp_approval_response mcp_call compaction
    input_text input_image input_file input_audio output_text refusal text summary_text reasoning_text
    computer_screenshot`),
  anthropic: words(`
    text image document search_result thinking redacted_thinking tool_use tool_result server_tool_use mcp_tool_use
    mcp_tool_result web_search_tool_result web_fetch_tool_result code_execution_tool_result
    bash_code_execution_tool_result text_editor_code_execution_tool_result tool_search_tool_result tool_reference
    container_upload compaction`),
  'ai-sdk': words(
    'text image file reasoning tool-call tool-result tool-error tool-approval-request tool-approval-response source custom',
  ),
};

/**
 * Removing messages from a history requires knowing all its parts. Throws a RutbreakError with position and
 * kind.
 */
export function checkParts(messages: readonly Message[], shape: HistoryShape): void {
  messages.forEach((message, at) => {
    const { content, type } = message;
    const items = shape === 'openai-responses' && type !== undefined ? [message] : [];
    const parts = Array.isArray(content) ? (content as readonly unknown[]) : [];
    for (const part of [...items, ...parts]) {
      const kind = isRecord(part) ? part['type'] : undefined;
      if (typeof kind === 'string' && KNOWN[shape].includes(kind)) continue;
      const problem =
        typeof kind === 'string' ? `a part of the kind ${kind.slice(0, 60)}` : 'a part without a type';
      throw new RutbreakError('HISTORY_SHAPE', {
        ...{ shape, at, problem },
        hint: 'Nobody here knows whether it can stand without its neighbours, so nothing was changed.',
      });
    }
  });
}
