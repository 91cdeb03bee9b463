import { randomUUID } from 'node:crypto';
import { type Json, number, record, text } from '../../shared/json.js';
import type { RequestFacts, StreamWriter } from './protocol.js';
import { sseEvent } from '../../shared/sse.js';
import { closeItem, type Item, newItem, trackItem } from './openai-responses-items.js';

interface State {
  response: Json | undefined;
  /** The number of the next event; `undefined` if the upstream does not number events. */
  sequence: number | undefined;
  readonly items: Item[];
  isFinished: boolean;
  tokens: number;
}

export function responsesWriter({ model }: RequestFacts): StreamWriter {
  const state: State = { response: undefined, sequence: 0, items: [], isFinished: false, tokens: 0 };
  const { send, begin, close, open, delta } = wireOf(state, model);
  const openMessage = (): string => {
    const id = `msg_rutbreak_${state.items.length}`;
    const item = open({ id, type: 'message', role: 'assistant', status: 'in_progress', content: [] });
    const part = { type: 'output_text', text: '', annotations: [], logprobs: [] };
    const place = { item_id: id, output_index: state.items.length - 1, content_index: 0 };
    return item + send('response.content_part.added', { ...place, part });
  };
  return {
    track: (payload) => track(state, payload),
    text(said) {
      const last = state.items.at(-1);
      const before = last?.isDone === false && last.type === 'message' ? '' : openMessage();
      return before + delta('response.output_text.delta', said, { content_index: 0, logprobs: [] });
    },
    call(id, name) {
      const item = { id: `fc_rutbreak_${state.items.length}`, type: 'function_call', call_id: id, name };
      return open({ ...item, arguments: '', status: 'in_progress' });
    },
    args: (args) => delta('response.function_call_arguments.delta', args),
    finish() {
      if (state.isFinished) return '';
      const before = `${begin()}${close()}`;
      const done = {
        status: 'completed',
        output: state.items.map(({ item }) => item),
        usage: usageOf(state),
      };
      return before + send('response.completed', { response: { ...state.response, ...done } });
    },
    error: (message) => send('error', { code: 'LOOP_DETECTED', message, param: null }),
    written: () => ({ ...state.response, output: state.items.map(({ item }) => item) }),
  };
}

interface Wire {
  readonly send: (type: string, fields: Json) => string;
  readonly begin: () => string;
  readonly close: () => string;
  readonly open: (item: Json) => string;
  /** Continues the last item. */
  readonly delta: (type: string, said: string, more?: Json) => string;
}

function wireOf(state: State, model: string): Wire {
  const send: Wire['send'] = (type, fields) => {
    const sequence = state.sequence === undefined ? {} : { sequence_number: state.sequence };
    const payload = { type, ...sequence, ...fields };
    track(state, payload);
    return sseEvent(payload, type);
  };
  const begin = (): string =>
    state.response ? '' : send('response.created', { response: newResponse(model) });
  const close = (): string => state.items.map((item) => closeItem(item, send)).join('');
  return {
    send,
    begin,
    close,
    open: (item) =>
      `${begin()}${close()}${send('response.output_item.added', { output_index: state.items.length, item })}`,
    delta(type, said, more) {
      const { id, index } = state.items.at(-1) ?? { id: '', index: 0 };
      return send(type, { item_id: id, output_index: index, ...more, delta: said });
    },
  };
}

function newResponse(model: string): Json {
  return {
    ...{
      id: `resp_rutbreak_${randomUUID()}`,
      object: 'response',
      created_at: 0,
      status: 'in_progress',
      error: null,
      model,
    },
    ...{ output: [], tools: [], tool_choice: 'auto', parallel_tool_calls: true, metadata: {}, usage: null },
    ...{ incomplete_details: null, instructions: null, temperature: null, top_p: null },
  };
}

/** Only the upstream can count tokens, so this reports the number of events. */
function usageOf({ tokens }: State): Json {
  return {
    ...{ input_tokens: 0, output_tokens: tokens, total_tokens: tokens },
    ...{ input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } },
  };
}

function track(state: State, payload: Json): void {
  const sequence = number(payload['sequence_number']);
  state.sequence = sequence === undefined ? undefined : sequence + 1;
  const type = text(payload['type']);
  if (type.endsWith('.delta')) state.tokens++;
  if (type === 'response.created' || type === 'response.in_progress')
    state.response = record(payload['response']);
  else if (type === 'response.completed' || type === 'response.incomplete') state.isFinished = true;
  else if (type === 'response.output_item.added') state.items.push(newItem(payload));
  else {
    const item = state.items.find(({ index }) => index === payload['output_index']);
    if (item) trackItem(item, type, payload);
  }
}
