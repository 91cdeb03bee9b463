import protobuf from 'protobufjs/light.js';

const many = (type: string, id: number) => ({ rule: 'repeated', type, id });
const one = (type: string, id: number) => ({ type, id });

/** The part of opentelemetry-proto's trace service that the gateway uses; unknown fields are skipped. */
const root = protobuf.Root.fromJSON({
  nested: {
    Request: { fields: { resourceSpans: many('ResourceSpans', 1) } },
    ResourceSpans: { fields: { resource: one('Resource', 1), scopeSpans: many('ScopeSpans', 2) } },
    Resource: { fields: { attributes: many('KeyValue', 1) } },
    ScopeSpans: { fields: { spans: many('Span', 2) } },
    Span: {
      fields: {
        ...{ traceId: one('bytes', 1), spanId: one('bytes', 2), name: one('string', 5) },
        ...{
          startTimeUnixNano: one('fixed64', 7),
          attributes: many('KeyValue', 9),
          status: one('Status', 15),
        },
      },
    },
    Status: { fields: { message: one('string', 2), code: one('int32', 3) } },
    KeyValue: { fields: { key: one('string', 1), value: one('AnyValue', 2) } },
    AnyValue: {
      oneofs: {
        value: {
          oneof: ['stringValue', 'boolValue', 'intValue', 'doubleValue', 'arrayValue', 'kvlistValue'],
        },
      },
      fields: {
        ...{ stringValue: one('string', 1), boolValue: one('bool', 2), intValue: one('int64', 3) },
        ...{ doubleValue: one('double', 4), arrayValue: one('Values', 5), kvlistValue: one('Pairs', 6) },
      },
    },
    Values: { fields: { values: many('AnyValue', 1) } },
    Pairs: { fields: { values: many('KeyValue', 1) } },
    Response: { fields: { partialSuccess: one('PartialSuccess', 1) } },
    PartialSuccess: { fields: { rejectedSpans: one('int64', 1), errorMessage: one('string', 2) } },
    RpcStatus: { fields: { code: one('int32', 1), message: one('string', 2) } },
  },
});
const [request, response, status] = ['Request', 'Response', 'RpcStatus'].map((name) =>
  root.lookupType(name),
) as [protobuf.Type, protobuf.Type, protobuf.Type];

/** Decodes an OTLP request into its JSON form. Throws if the bytes are invalid. */
export function decodeRequest(bytes: Uint8Array): unknown {
  const read = request.toObject(request.decode(bytes), { longs: Number }) as {
    readonly resourceSpans?: readonly {
      readonly scopeSpans?: readonly { readonly spans?: readonly Ids[] }[];
    }[];
  };
  for (const { scopeSpans = [] } of read.resourceSpans ?? [])
    for (const { spans = [] } of scopeSpans) for (const span of spans) hexIds(span);
  return read;
}

interface Ids {
  traceId?: unknown;
  spanId?: unknown;
}

/** Ids are bytes in protobuf and hexadecimal in JSON. */
function hexIds(span: Ids): void {
  const hex = (bytes: unknown): string =>
    bytes instanceof Uint8Array ? Buffer.from(bytes).toString('hex') : '';
  span.traceId = hex(span.traceId);
  span.spanId = hex(span.spanId);
}

export function encodeResponse(answer: object): Buffer {
  return Buffer.from(response.encode(response.fromObject(answer)).finish());
}

/** An error in OTLP's format. */
export function encodeStatus(message: string): Buffer {
  return Buffer.from(status.encode(status.fromObject({ message })).finish());
}
