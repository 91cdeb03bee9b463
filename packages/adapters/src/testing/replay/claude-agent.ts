import { type Category, presetOf } from '@rutbreak/core';
import { guarded } from '../../claude-agent.js';
import { collectCategories, promptOf, type Trace } from '../recorded.js';

type Hooks = Readonly<
  Record<string, readonly { readonly hooks: readonly ((input: object) => Promise<unknown>)[] }[]>
>;

/**
 * The categories that the guard finds when its hooks are called for the recorded calls, in the order and with the
 * fields of Claude Code. Claude Code itself does not run. In shadow mode, so that every call runs.
 */
export async function replayClaudeAgent({ events }: Trace, preset: string): Promise<ReadonlySet<Category>> {
  const { found, onDecision } = collectCategories();
  const { hooks } = guarded<{ hooks?: Hooks }>({}, { mode: 'shadow', preset: presetOf(preset), onDecision });
  const fire = async (hook_event_name: string, input: object): Promise<void> => {
    const all = hooks?.[hook_event_name]?.flatMap((matcher) => matcher.hooks) ?? [];
    await Promise.all(all.map(async (hook) => hook({ session_id: 'live', hook_event_name, ...input })));
  };
  await fire('UserPromptSubmit', { prompt: promptOf(events) });
  for (const event of events) {
    if (event.kind !== 'call') continue;
    const input = { tool_name: event.tool, tool_input: event.args };
    const text = typeof event.result === 'string' ? event.result : JSON.stringify(event.result ?? null);
    await fire('PreToolUse', input);
    if (event.isError === true) await fire('PostToolUseFailure', { ...input, error: text });
    else await fire('PostToolUse', { ...input, tool_response: event.result });
    await fire('PostToolBatch', {});
  }
  return found;
}
