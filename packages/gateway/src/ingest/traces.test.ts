import { gzipSync } from 'node:zlib';
import { SpanStatusCode } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtoExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Started, startGateway, TOKEN } from '../testing/start.js';

let gateway: Started;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const detail = async (session: string) =>
  (await gateway.get(`/v1/sessions/${encodeURIComponent(session)}`)).body;
const events = async (session: string) =>
  (await gateway.get(`/v1/sessions/${encodeURIComponent(session)}/events`)).body.events.map(
    ({ body }: { body: unknown }) => body,
  );

describe.each([
  ['JSON', JsonExporter],
  ['protobuf', ProtoExporter],
])("OpenTelemetry's own exporter for %s", (encoding, Exporter) => {
  it.each([
    ['gzip', 'gen_ai.conversation.id'],
    ['none', 'session.id'],
  ])('is accepted with compression %s: a tool that fails again and again is a loop', async (pack, key) => {
    const session = `${encoding}-${pack}`;
    const exporter = new Exporter({
      ...{ url: `${gateway.url}/v1/traces`, headers: { authorization: `Bearer ${TOKEN}` } },
      compression: pack as never,
    });
    const provider = new BasicTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
    const tracer = provider.getTracer('agent');
    tracer.startSpan('GET /something', { attributes: { 'http.method': 'GET' } }).end();
    for (let i = 0; i < 4; i++) {
      const span = tracer.startSpan('execute_tool search', {
        attributes: {
          ...{ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search', [key]: session },
          ...{ 'gen_ai.tool.call.arguments': '{"query":"refunds"}', 'gen_ai.agent.name': 'helper' },
          ...{ 'gen_ai.request.model': 'some-model', 'app.list': ['a', 'b'], 'app.flag': false, 'app.n': 3 },
        },
        startTime: 1_771_668_000_000 + i,
      });
      span.setStatus({ code: SpanStatusCode.ERROR, message: 'Error: no such index' });
      span.end();
    }
    await provider.forceFlush();
    await provider.shutdown();
    expect(await detail(session)).toMatchObject({
      ...{ events: 4, status: 'looping', agent_id: 'helper', model: 'some-model' },
    });
    expect((await events(session))[0]).toMatchObject({
      ...{ kind: 'call', tool: 'search', args: { query: 'refunds' }, result: 'Error: no such index' },
      ...{ isError: true, at: 1_771_668_000_000 },
    });
  });
});

const pairs = (attributes: Readonly<Record<string, string>>) =>
  Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } }));
const requestOf = (...spans: readonly (Readonly<Record<string, unknown>> & { attributes: object })[]) => ({
  resourceSpans: [{ scopeSpans: [{ spans }] }],
});
let spans = 0;
const tool = (session: string, more: object = {}) => ({
  ...{ traceId: 'a1', spanId: `id-${++spans}`, name: 'execute_tool Read' },
  attributes: pairs({ 'openinference.span.kind': 'TOOL', 'tool.name': 'Read', 'session.id': session }),
  ...more,
});

describe('spans', () => {
  it('of OpenInference and of models become events, ordered by start time', async () => {
    const said = JSON.stringify([{ role: 'assistant', parts: [{ type: 'text', content: 'I look it up.' }] }]);
    const { status, body } = await gateway.post(
      '/v1/traces',
      requestOf(
        tool('order', { startTimeUnixNano: '3000000' }),
        {
          ...{ traceId: 'a1', spanId: 'b1', name: 'chat', startTimeUnixNano: '1000000' },
          attributes: [
            ...pairs({
              'gen_ai.operation.name': 'chat',
              'gen_ai.output.messages': said,
              'session.id': 'order',
            }),
            { key: 'gen_ai.usage.output_tokens', value: { intValue: '7' } },
          ],
        },
        {
          ...{ traceId: 'a1', spanId: 'b2', name: 'llm', startTimeUnixNano: '2000000' },
          attributes: pairs({
            ...{ 'openinference.span.kind': 'LLM', 'session.id': 'order' },
            'llm.output_messages.0.message.content': 'And again.',
          }),
        },
      ),
    );
    expect({ status, body }).toEqual({ status: 200, body: {} });
    expect(await events('order')).toMatchObject([
      { kind: 'message', text: 'I look it up.', tokens: 7 },
      { kind: 'message', text: 'And again.' },
      { kind: 'call', tool: 'Read', at: 3 },
    ]);
  });

  it('count once if they are sent twice; without a session they belong to their trace', async () => {
    const request = requestOf(tool('twice'), tool('twice'), tool('', { traceId: 'trace-7' }));
    for (let i = 0; i < 3; i++) await gateway.post('/v1/traces', request);
    await gateway.post('/v1/traces', requestOf(tool('twice')));
    expect(await detail('twice')).toMatchObject({ events: 3 });
    expect(await detail('trace-7')).toMatchObject({ events: 1 });
  });

  it('of a call that changes a file yield one edit event', async () => {
    const write = {
      ...{ traceId: 'a1', spanId: 'w1', name: 'tool', startTimeUnixNano: '1000000' },
      attributes: pairs({
        ...{ 'gen_ai.tool.name': 'write_file', 'session.id': 'edits' },
        'gen_ai.tool.call.arguments': '{"path":"a.ts","content":"x"}',
      }),
    };
    for (let i = 0; i < 2; i++) await gateway.post('/v1/traces', requestOf(write));
    expect(await events('edits')).toMatchObject([
      { kind: 'call', tool: 'write_file' },
      { kind: 'edit', path: 'a.ts', derived: true },
    ]);
    expect(await detail('edits')).toMatchObject({ events: 2 });
  });

  it('that are refused are counted in the response, and the others are accepted', async () => {
    const { body } = await gateway.post(
      '/v1/traces',
      requestOf(tool('fine'), tool('x'.repeat(300)), tool('', { traceId: '' })),
    );
    expect(body).toEqual({
      partialSuccess: { rejectedSpans: '2', errorMessage: expect.stringMatching(/session/) as string },
    });
    expect(await detail('fine')).toMatchObject({ events: 1 });
  });
});

describe('a request for traces', () => {
  const json = { 'content-type': 'application/json' };
  const proto = { 'content-type': 'application/x-protobuf' };
  it.each<[string, string | Uint8Array, Record<string, string>, number]>([
    ['that is empty', '{}', json, 200],
    ['that is empty protobuf', new Uint8Array(), proto, 200],
    ['that is no JSON', '{', json, 400],
    ['that is no protobuf', 'hello there', proto, 400],
    ['whose spans are no list', '{"resourceSpans":7}', json, 422],
    ['of strange shapes', '{"resourceSpans":[7,{"scopeSpans":[{"spans":[7,null]}]}]}', json, 200],
    ['of another type', '{}', { 'content-type': 'text/plain' }, 415],
    ['packed in another way', '{}', { ...json, 'content-encoding': 'br' }, 415],
    ['that is not packed as it says', '{}', { ...json, 'content-encoding': 'gzip' }, 400],
    ['that is a bomb', gzipSync(Buffer.alloc(64 << 20, 32)), { ...proto, 'content-encoding': 'gzip' }, 413],
    ['that is too large', new Uint8Array(5 << 20), proto, 413],
    ['without a token', '{}', { ...json, authorization: '' }, 401],
  ])('%s gets the right status', async (_, body, headers, status) => {
    expect((await gateway.send('POST', '/v1/traces', body, headers)).status).toBe(status);
  });

  it('in protobuf gets a protobuf response, errors included', async () => {
    const fine = await gateway.send('POST', '/v1/traces', new Uint8Array(), proto);
    expect(fine).toMatchObject({ status: 200, text: '' });
    expect(fine.headers['content-type']).toBe('application/x-protobuf');
    const bad = await gateway.send('POST', '/v1/traces', 'hello there', proto);
    expect(bad.headers['content-type']).toBe('application/x-protobuf');
    expect(bad.text).toContain('ExportTraceServiceRequest');
  });

  it('is rejected with a retry time while the queue is full', async () => {
    const busy = await startGateway({ limits: { queuedBytes: 10 } });
    const answer = await busy.post('/v1/traces', requestOf(tool('busy')));
    expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    await busy.close();
  });

  it('in protobuf is refused on other routes', async () => {
    expect((await gateway.send('POST', '/v1/events', new Uint8Array([1]), proto)).status).toBe(415);
  });
});
