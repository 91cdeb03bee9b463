import type { Model, ModelRequest, ModelResponse } from '@openai/agents';
import { RunStopped, type Stop } from '../run/run.js';
import type { Runs } from '../runs/runs.js';
import { dialect, type Item, textOf } from './items.js';

type StreamEvent = ReturnType<Model['getStreamedResponse']> extends AsyncIterable<infer E> ? E : never;

/** Wraps a model with the guard. All other members stay reachable. */
export function guardModel(model: Model, runs: Runs<Item>): Model {
  return new Proxy(model, {
    get(target, name) {
      if (name === 'getResponse') return (request: ModelRequest) => respond(target, runs, request);
      if (name === 'getStreamedResponse') return (request: ModelRequest) => stream(target, runs, request);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

async function respond(model: Model, runs: Runs<Item>, request: ModelRequest): Promise<ModelResponse> {
  const items = itemsOf(request);
  const run = runs.ofHistory(items);
  const asked = await run.request(items);
  if (asked.kind === 'stop') return endedBy(asked.stop, request);
  const response = await model.getResponse(withItems(request, items, asked.messages));
  runs.hear(run, () => heardIn(response));
  return response;
}

async function* stream(model: Model, runs: Runs<Item>, request: ModelRequest): AsyncGenerator<StreamEvent> {
  const items = itemsOf(request);
  const run = runs.ofHistory(items);
  const asked = await run.request(items);
  if (asked.kind === 'stop') {
    yield doneWith(endedBy(asked.stop, request));
    return;
  }
  let text = '';
  for await (const event of model.getStreamedResponse(withItems(request, items, asked.messages))) {
    if (event.type === 'response_done') runs.hear(run, () => heardIn(event.response));
    yield event;
    if (event.type !== 'output_text_delta') continue;
    text += event.delta;
    if (!run.delta(event.delta, 'text')) continue;
    run.answered('');
    yield doneWith(saying(text, run.stopped()));
    return;
  }
}

/** A run's input may be a plain string. */
function itemsOf({ input }: ModelRequest): readonly Item[] {
  return typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : input;
}

function withItems(request: ModelRequest, given: readonly Item[], items: readonly Item[]): ModelRequest {
  return items === given ? request : { ...request, input: items as unknown as ModelRequest['input'] };
}

interface Answered {
  readonly output: readonly Item[];
  readonly usage: { readonly totalTokens: number };
}

function heardIn({ output, usage }: Answered) {
  const texts = output.map(({ role, content }) => (role === 'assistant' ? textOf(content) : ''));
  return { calls: output.flatMap(dialect.callIds), text: texts.join(''), tokens: usage.totalTokens };
}

/** With a structured output, a text of the guard would be invalid. */
function endedBy(stop: Stop, { outputType }: ModelRequest): ModelResponse {
  if (outputType !== 'text') throw new RunStopped(stop);
  return saying(stop.text, stop);
}

const NOTHING = { requests: 0, inputTokens: 0, outputTokens: 0, totalTokens: 0 };
const NO_USAGE = { ...NOTHING, inputTokensDetails: [], outputTokensDetails: [] };

function saying(text: string, stop: Stop | undefined): ModelResponse {
  return {
    usage: NO_USAGE as unknown as ModelResponse['usage'],
    output: [
      {
        ...{ type: 'message', role: 'assistant', status: 'completed' },
        content: [{ type: 'output_text', text }],
      },
    ],
    ...(stop && { requestId: STOP_MARK + JSON.stringify(stop) }),
  };
}

/** An empty id, because no provider has this response and none can continue it. */
function doneWith({ usage, output, requestId }: ModelResponse): StreamEvent {
  return { type: 'response_done', response: { id: '', usage, output, requestId } } as StreamEvent;
}

/** The only response field that survives streaming and is not sent to a provider. */
const STOP_MARK = 'rutbreak ';

export function stopIn({ requestId }: Pick<ModelResponse, 'requestId'>): Stop | undefined {
  return requestId?.startsWith(STOP_MARK)
    ? (JSON.parse(requestId.slice(STOP_MARK.length)) as Stop)
    : undefined;
}
