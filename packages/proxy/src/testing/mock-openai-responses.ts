import { sseEvent } from '../shared/sse.js';
import {
  argPieces,
  idOf,
  type MockCall,
  type MockProtocol,
  namesIn,
  type Pieces,
  piecesOf,
  type Turn,
  wholeOf,
} from './mock-protocol.js';

const USAGE = {
  input_tokens: 10,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 5,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 15,
};

let responses = 0;

export const mockResponses: MockProtocol = {
  id: 'openai-responses',
  speaks: (path) => /\/responses$/.test(path),
  isStream: (_, { stream }) => stream === true,
  toolsOf: ({ tools }) => namesIn(withNamespaces(tools), ({ name, type }) => name ?? type),
  *events(turn, { body }) {
    let sequence = 0;
    const event = (type: string, fields: object): string =>
      sseEvent({ type, sequence_number: sequence++, ...fields }, type);
    const response = responseOf(body);
    yield event('response.created', { response });
    yield event('response.in_progress', { response });
    const output: object[] = [];
    for (const part of itemsOf(turn)) {
      const output_index = output.length;
      yield event('response.output_item.added', { output_index, item: part.start });
      yield* part.events((type, fields) => event(type, { item_id: part.id, output_index, ...fields }));
      yield event('response.output_item.done', { output_index, item: part.done() });
      output.push(part.done());
    }
    yield event('response.completed', {
      response: { ...response, status: 'completed', output, usage: USAGE },
    });
  },
  whole(turn, { body }) {
    const output = [...itemsOf(turn)].map(({ done }) => done());
    return { ...responseOf(body), status: 'completed', output, usage: USAGE };
  },
};

/** Between the name of a namespace and that of a tool in it. */
const IN = '::';

/** Codex offers the tools of an MCP server in a namespace. */
function withNamespaces(tools: unknown): unknown {
  if (!Array.isArray(tools)) return tools;
  return (tools as readonly Readonly<Record<string, unknown>>[]).flatMap((tool) =>
    tool['type'] === 'namespace'
      ? namesIn(tool['tools'], ({ name }) => name).map((name) => ({
          name: `${String(tool['name'])}${IN}${name}`,
        }))
      : [tool],
  );
}

function placeOf(name: string): { readonly name: string; readonly namespace?: string } {
  const at = name.indexOf(IN);
  return at === -1 ? { name } : { namespace: name.slice(0, at), name: name.slice(at + IN.length) };
}

interface Item {
  readonly id: string;
  readonly start: object;
  readonly events: (event: (type: string, fields: object) => string) => Iterable<string>;
  /** The final response object, also used without streaming. */
  readonly done: () => object;
}

function* itemsOf(turn: Turn): Generator<Item> {
  if (turn.reasoning !== undefined) yield reasoningItem(recorder(turn.reasoning));
  if (turn.text !== undefined) yield messageItem(recorder(turn.text));
  for (const call of turn.calls ?? []) yield callItem(call, recorder(argPieces(call)));
}

interface Recorder {
  readonly pieces: () => Iterable<string>;
  readonly whole: () => string;
}

/** The chunks may be endless, so the complete text is computed only on demand. */
function recorder(pieces: Pieces): Recorder {
  let said: string | undefined;
  return {
    *pieces() {
      said = '';
      for (const piece of piecesOf(pieces)) {
        said += piece;
        yield piece;
      }
    },
    whole: () => said ?? wholeOf(pieces),
  };
}

function callItem(call: MockCall, { pieces, whole }: Recorder): Item {
  const id = idOf({ name: call.name }, 'fc_');
  const base = { id, type: 'function_call', call_id: idOf(call, 'call_'), ...placeOf(call.name) };
  return {
    id,
    start: { ...base, arguments: '', status: 'in_progress' },
    *events(event) {
      for (const delta of pieces()) yield event('response.function_call_arguments.delta', { delta });
      yield event('response.function_call_arguments.done', { name: call.name, arguments: whole() });
    },
    done: () => ({ ...base, arguments: whole(), status: 'completed' }),
  };
}

function messageItem({ pieces, whole }: Recorder): Item {
  const base = { id: 'msg_1', type: 'message', role: 'assistant' };
  const part = (text: string): object => ({ type: 'output_text', text, annotations: [], logprobs: [] });
  return {
    id: 'msg_1',
    start: { ...base, status: 'in_progress', content: [] },
    *events(event) {
      yield event('response.content_part.added', { content_index: 0, part: part('') });
      for (const delta of pieces())
        yield event('response.output_text.delta', { content_index: 0, delta, logprobs: [] });
      yield event('response.output_text.done', { content_index: 0, text: whole(), logprobs: [] });
      yield event('response.content_part.done', { content_index: 0, part: part(whole()) });
    },
    done: () => ({ ...base, status: 'completed', content: [part(whole())] }),
  };
}

function reasoningItem({ pieces, whole }: Recorder): Item {
  const base = { id: 'rs_1', type: 'reasoning' };
  const part = (text: string): object => ({ type: 'summary_text', text });
  return {
    id: 'rs_1',
    start: { ...base, summary: [] },
    *events(event) {
      yield event('response.reasoning_summary_part.added', { summary_index: 0, part: part('') });
      for (const delta of pieces())
        yield event('response.reasoning_summary_text.delta', { summary_index: 0, delta });
      yield event('response.reasoning_summary_text.done', { summary_index: 0, text: whole() });
      yield event('response.reasoning_summary_part.done', { summary_index: 0, part: part(whole()) });
    },
    done: () => ({ ...base, summary: [part(whole())] }),
  };
}

function responseOf(body: Readonly<Record<string, unknown>>): object {
  return {
    ...{ id: `resp_${++responses}`, object: 'response', created_at: 1, status: 'in_progress', error: null },
    ...{ model: body['model'], output: [], tools: [], tool_choice: 'auto', parallel_tool_calls: true },
    ...{ incomplete_details: null, instructions: null, metadata: {}, temperature: 1, top_p: 1, usage: null },
    previous_response_id: body['previous_response_id'] ?? null,
  };
}
