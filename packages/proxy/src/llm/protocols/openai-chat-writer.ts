import { type HalfJson, halfJson } from './half-json.js';
import { type Json, list, number, record, text } from '../../shared/json.js';
import type { Ending, RequestFacts, StreamWriter } from './protocol.js';
import { sseEvent } from '../../shared/sse.js';

interface Choice {
  isFinished: boolean;
  /** By the call's index. */
  readonly calls: Map<number, HalfJson>;
}

interface State {
  /** The fields that all chunks of an answer share. */
  base: Json;
  readonly choices: Map<number, Choice>;
  /** Number of events with content, as an estimate of the tokens. */
  tokens: number;
}

const REASONS: Readonly<Record<Ending, string>> = { stop: 'stop', tools: 'tool_calls', cut: 'length' };

export function chatWriter({ model, wantsUsage }: RequestFacts): StreamWriter {
  const state: State = {
    base: { id: 'rutbreak', object: 'chat.completion.chunk', created: 0, model },
    choices: new Map(),
    tokens: 0,
  };
  const chunk = (choices: readonly unknown[], more: Json = {}): string =>
    sseEvent({ ...state.base, choices, ...more });
  const deltaOf = (delta: Json): string => {
    const payload = { ...state.base, choices: [{ index: 0, delta, finish_reason: null }] };
    const isFirst = !state.choices.has(0);
    track(state, payload);
    if (!isFirst) return sseEvent(payload);
    return chunk([{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: null }]);
  };
  const callDelta = (index: number, call: Json): string => deltaOf({ tool_calls: [{ index, ...call }] });
  const lastCall = (): number => Math.max(-1, ...(state.choices.get(0)?.calls.keys() ?? []));

  return {
    track: (payload) => track(state, payload),
    text: (said) => deltaOf({ content: said }),
    call: (id, name) =>
      callDelta(lastCall() + 1, { id, type: 'function', function: { name, arguments: '' } }),
    args: (args) => callDelta(lastCall(), { function: { arguments: args } }),
    finish(ending) {
      if (state.choices.size === 0) state.choices.set(0, newChoice());
      const ends = [...state.choices].filter(([, choice]) => !choice.isFinished);
      const closed = ends.map(([index, choice]) => closeChoice(index, choice, ending, chunk)).join('');
      const usage = wantsUsage ? chunk([], { usage: usageOf(state.tokens) }) : '';
      return `${closed}${usage}${sseEvent('[DONE]')}`;
    },
    error: (message) =>
      sseEvent({ error: { message, type: 'loop_detected', code: 'LOOP_DETECTED', param: null } }),
  };
}

const newChoice = (): Choice => ({ isFinished: false, calls: new Map() });

function closeChoice(
  index: number,
  { calls }: Choice,
  ending: Ending,
  chunk: (choices: readonly unknown[]) => string,
): string {
  const half = [...calls].filter(([, json]) => !json.isWhole());
  const invalidated = half.map(([call, json]) => ({
    index: call,
    function: { arguments: json.invalidate() },
  }));
  const delta = invalidated.length > 0 ? { tool_calls: invalidated } : {};
  const reason = REASONS[ending === 'stop' && invalidated.length > 0 ? 'cut' : ending];
  const close = invalidated.length > 0 ? chunk([{ index, delta, finish_reason: null }]) : '';
  return `${close}${chunk([{ index, delta: {}, finish_reason: reason }])}`;
}

/** Only the upstream can count tokens, so this reports the number of events. */
function usageOf(tokens: number): Json {
  return { prompt_tokens: 0, completion_tokens: tokens, total_tokens: tokens };
}

function track(state: State, payload: Json): void {
  const { id, object, created, model } = payload as Record<string, unknown>;
  if (state.choices.size === 0 && id !== undefined) state.base = { id, object, created, model };
  for (const one of list(payload['choices'])) {
    const { index, delta, finish_reason: reason } = record(one) as Record<string, unknown>;
    const at = number(index) ?? 0;
    let choice = state.choices.get(at);
    if (!choice) state.choices.set(at, (choice = newChoice()));
    state.tokens++;
    if (typeof reason === 'string') choice.isFinished = true;
    for (const call of list(record(delta)['tool_calls'])) trackCall(choice, record(call));
  }
}

function trackCall({ calls }: Choice, call: Json): void {
  const index = number(call['index']) ?? 0;
  let json = calls.get(index);
  // Input of custom tools is not JSON and needs no closing.
  const isFree = call['type'] === 'custom';
  if (!json) calls.set(index, (json = isFree ? { ...halfJson(), isWhole: () => true } : halfJson()));
  json.push(text(record(call['function'])['arguments']));
}
