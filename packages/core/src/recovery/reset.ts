import { OWN_MARK, RECOVERY, withoutNotices } from '../event/own-words.js';
import { RutbreakError } from '../error.js';
import { isRecord } from '../shared/json.js';
import type { Message } from './history/dialect.js';
import { insertNote, isOfUser } from './history/edit.js';
import { checkParts } from './history/parts.js';
import { type ReadHistory, readValidHistory } from './history/read.js';
import { repeatsOf } from './history/repeats.js';
import type { HistoryShape } from './history/shape.js';
import { unitsOf } from './history/units.js';
import { describeLoop } from './render/describe.js';
import type { DecisionContext } from './message-renderer.js';

/**
 * A history to continue with.
 *
 * @example
 * ```ts
 * import { createGuard, planReset, type ResetPlan } from '@rutbreak/core';
 * const session = createGuard().session('run-1');
 * const status = { tool: 'Bash', args: { command: 'git status' }, result: 'clean' };
 * const decisions = [1, 2, 3, 4, 5].map(() => session.after(status));
 * const last = decisions.at(-1)!;
 * const call = (id: string) => [
 *   {
 *     role: 'assistant',
 *     content: null,
 *     tool_calls: [{ id, type: 'function', function: { name: 'Bash', arguments: '{"command":"git status"}' } }],
 *   },
 *   { role: 'tool', tool_call_id: id, content: 'clean' },
 * ];
 * const history = [{ role: 'user', content: 'Commit.' }, ...['1', '2', '3', '4', '5'].flatMap(call)];
 * const plan: ResetPlan | null = last.kind === 'act' ? planReset(history, 'openai-chat', last) : null;
 * (plan?.dropped.length ?? 0) > 0; // => true
 * ```
 */
export interface ResetPlan {
  readonly history: readonly Message[];
  /** Which messages of the given history were removed. */
  readonly dropped: readonly number[];
  /** The position of the `<loop-recovery>` block in the new history. */
  readonly inserted: number;
}

const RETIRED = `${OWN_MARK} An earlier notice stood here.`;

/**
 * Removes the repeats of a loop from a history. Everything that a person or a system said stays, an older block is
 * retired, and the block of this loop becomes the newest message. Throws a RutbreakError for a history that does not have
 * that shape or that a provider would refuse; the given history is never changed. If the preset wrote a block as the
 * decision's `text`, that block is used unchanged.
 *
 * @example
 * ```ts
 * import { createGuard, planReset, type ResetPlan } from '@rutbreak/core';
 * const session = createGuard().session('run-1');
 * const status = { tool: 'Bash', args: { command: 'git status' }, result: 'clean' };
 * const decisions = [1, 2, 3, 4, 5].map(() => session.after(status));
 * const last = decisions.at(-1)!;
 * const call = (id: string) => [
 *   {
 *     role: 'assistant',
 *     content: null,
 *     tool_calls: [{ id, type: 'function', function: { name: 'Bash', arguments: '{"command":"git status"}' } }],
 *   },
 *   { role: 'tool', tool_call_id: id, content: 'clean' },
 * ];
 * const history = [{ role: 'user', content: 'Commit.' }, ...['1', '2', '3', '4', '5'].flatMap(call)];
 * const plan: ResetPlan | null = last.kind === 'act' ? planReset(history, 'openai-chat', last) : null;
 * (plan?.dropped.length ?? 0) > 0; // => true
 * ```
 */
export function planReset(
  history: unknown,
  shape: HistoryShape,
  context: DecisionContext & { readonly text?: string },
): ResetPlan {
  const read = readValidHistory(history, shape);
  checkParts(read.messages, shape);
  const verdict = (context as Partial<DecisionContext> | null | undefined)?.verdict;
  const primary = verdict?.primary;
  if (!primary)
    throw new RutbreakError('OPTION_TYPE', {
      option: 'context.verdict',
      got: verdict?.status,
      hint: 'Pass the decision that found the loop: a healthy verdict has nothing to reset.',
    });
  const dropped = new Set(
    repeatsOf(unitsOf(read), primary).flatMap(({ from, to }) =>
      Array.from({ length: to - from }, (_, i) => from + i),
    ),
  );
  const { text = '' } = context;
  const block = text.startsWith(RECOVERY.open) ? text : describeLoop(context).full;
  const cleared = insertNote(without(read, dropped), shape, block);
  return { history: cleared, dropped: [...dropped], inserted: cleared.length - 1 };
}

function without(
  { dialect, messages, turns }: ReadHistory,
  dropped: ReadonlySet<number>,
): readonly Message[] {
  const kept: Message[] = [];
  let isAfterUser = false;
  messages.forEach((message, at) => {
    const turn = turns[at]!;
    const rest = dropped.has(at)
      ? leftOf(dialect, message, turn.results.length > 0)
      : retire(message, turn.role);
    if (!rest) return;
    const isUser = isOfUser(turn);
    if (isUser && isAfterUser && dialect.join) kept.push(dialect.join(kept.pop()!, rest));
    else kept.push(rest);
    isAfterUser = isUser;
  });
  return kept;
}

/** A person's words beside a result stay, although the result is removed. */
function leftOf(
  { withoutResults }: ReadHistory['dialect'],
  message: Message,
  hasResults: boolean,
): Message | undefined {
  return hasResults ? withoutResults?.(message) : undefined;
}

/** An older block no longer applies. Quotes of it by the assistant stay. */
function retire(message: Message, role: string): Message {
  if (role === 'assistant' || role === 'thought') return message;
  return retireIn(message, ['content', 'output']);
}

function retireIn(message: Message, keys: readonly string[]): Message {
  let next = message;
  for (const key of keys) {
    const value = next[key];
    const changed = retireValue(value);
    if (changed !== value) next = { ...next, [key]: changed };
  }
  return next;
}

function retireValue(value: unknown): unknown {
  if (typeof value === 'string') {
    if (!value.includes(RECOVERY.open) || !value.includes(RECOVERY.close)) return value;
    const rest = withoutNotices(value);
    return rest.trim() === '' ? RETIRED : rest;
  }
  if (isRecord(value)) return retireIn(value, PARTS);
  if (!Array.isArray(value)) return value;
  const parts = (value as readonly unknown[]).map(retireValue);
  return parts.some((part, i) => part !== value[i]) ? parts : value;
}

/** The fields where the parts of a message keep their texts. */
const PARTS = ['text', 'content', 'output', 'value'];
