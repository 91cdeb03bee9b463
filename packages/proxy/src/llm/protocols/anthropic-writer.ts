import { type HalfJson, halfJson } from './half-json.js';
import { type Json, number, record, text } from '../../shared/json.js';
import type { Ending, RequestFacts, StreamWriter } from './protocol.js';
import { sseEvent } from '../../shared/sse.js';

interface State {
  hasStarted: boolean;
  isFinished: boolean;
  /** The open content block. */
  open: { readonly index: number; readonly type: string; readonly json: HalfJson } | undefined;
  next: number;
  /** Number of deltas, as an estimate of the tokens. */
  tokens: number;
}

const REASONS: Readonly<Record<Ending, string>> = { stop: 'end_turn', tools: 'tool_use', cut: 'max_tokens' };

const event = (payload: Json): string => sseEvent(payload, text(payload['type']));

export function anthropicWriter({ model }: RequestFacts): StreamWriter {
  const state: State = { hasStarted: false, isFinished: false, open: undefined, next: 0, tokens: 0 };
  const send = (payload: Json): string => {
    track(state, payload);
    return event(payload);
  };
  const begin = (): string => (state.hasStarted ? '' : send(messageStart(model)));
  const close = (): string =>
    state.open ? send({ type: 'content_block_stop', index: state.open.index }) : '';
  const open = (block: Json): string => {
    const before = `${begin()}${close()}`;
    return before + send({ type: 'content_block_start', index: state.next, content_block: block });
  };
  const delta = (fields: Json): string =>
    send({ type: 'content_block_delta', index: state.open?.index ?? 0, delta: fields });

  return {
    track: (payload) => track(state, payload),
    text(said) {
      const before = state.open?.type === 'text' ? '' : open({ type: 'text', text: '' });
      return before + delta({ type: 'text_delta', text: said });
    },
    call: (id, name) => open({ type: 'tool_use', id, name, input: {} }),
    args: (args) => delta({ type: 'input_json_delta', partial_json: args }),
    finish(ending) {
      const isHalf = state.open !== undefined && takesJson(state.open.type) && !state.open.json.isWhole();
      const invalidated = isHalf
        ? delta({ type: 'input_json_delta', partial_json: state.open?.json.invalidate() ?? '' })
        : '';
      const before = `${begin()}${invalidated}${close()}`;
      return (
        before + (state.isFinished ? '' : lastEvents(isHalf && ending === 'stop' ? 'cut' : ending, state))
      );
    },
    error: (message) => event({ type: 'error', error: { type: 'loop_detected', message } }),
  };
}

const takesJson = (type: string): boolean => type.endsWith('tool_use');

function messageStart(model: string): Json {
  const usage = { input_tokens: 0, output_tokens: 0 };
  const rest = { model, content: [], stop_reason: null, stop_sequence: null, usage };
  return {
    type: 'message_start',
    message: { id: 'msg_rutbreak', type: 'message', role: 'assistant', ...rest },
  };
}

function lastEvents(ending: Ending, { tokens }: State): string {
  const delta = { stop_reason: REASONS[ending], stop_sequence: null };
  // Only the upstream can count tokens, so this reports the number of deltas.
  return `${event({ type: 'message_delta', delta, usage: { output_tokens: tokens } })}${event({ type: 'message_stop' })}`;
}

function track(state: State, payload: Json): void {
  const index = number(payload['index']) ?? 0;
  switch (payload['type']) {
    case 'message_start':
      state.hasStarted = true;
      break;
    case 'content_block_start':
      state.open = { index, type: text(record(payload['content_block'])['type']), json: halfJson() };
      state.next = index + 1;
      break;
    case 'content_block_delta': {
      const partial = record(payload['delta'])['partial_json'];
      if (typeof partial === 'string') state.open?.json.push(partial);
      state.tokens++;
      break;
    }
    case 'content_block_stop':
      state.open = undefined;
      break;
    case 'message_stop':
      state.isFinished = true;
      break;
  }
}
