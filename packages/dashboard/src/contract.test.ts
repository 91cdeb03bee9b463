import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeEvents, makeLoop, makeSession } from './testing/fleet.js';
import { type LiveGateway, startLive } from './testing/live.js';
import { type Fleet, read } from './testing/stand-in.js';

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
}

/** Optional fields and their values, which the schema may lack. */
const WHERE_KNOWN = ['saved', 'packet', 'ladder', 'interventions', 'detectors', 'overridden'];

const kindOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : Number.isInteger(value)
        ? 'integer'
        : typeof value;

/** The paths at which a value violates the schema. */
function misfits(value: unknown, schema: Schema, at: string): readonly string[] {
  if (schema.anyOf) {
    const found = schema.anyOf.map((one) => misfits(value, one, at));
    return found.toSorted((a, b) => a.length - b.length)[0] ?? [];
  }
  const kinds = schema.type === undefined ? [] : [schema.type].flat();
  const kind = kindOf(value);
  const isKind = kinds.includes(kind) || (kind === 'integer' && kinds.includes('number'));
  if (kinds.length > 0 && !isKind) return [`${at} is ${kind}, not ${kinds.join(' or ')}`];
  if (schema.enum && !schema.enum.includes(value) && !WHERE_KNOWN.includes(String(value)))
    return [`${at} is ${String(value)}`];
  if (Array.isArray(value))
    return schema.items ? value.flatMap((one) => misfits(one, schema.items ?? {}, `${at}[]`)) : [];
  if (typeof value !== 'object' || value === null || !schema.properties) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = schema.properties?.[name] ?? schema.additionalProperties;
    if (known === undefined || known === false)
      return WHERE_KNOWN.includes(name) ? [] : [`${at}.${name} is unknown`];
    return known === true ? [] : misfits(inner, known, `${at}.${name}`);
  });
}

const fleet: Fleet = {
  sessions: Array.from({ length: 48 }, (_, i) => makeSession(i)),
  loops: Array.from({ length: 16 }, (_, i) => makeLoop(i, 'run-2104')),
  events: makeEvents(),
};

describe('the types of the page', () => {
  let gateway: LiveGateway;
  let paths: Readonly<Record<string, { readonly get?: { readonly responses: unknown } }>>;

  beforeAll(async () => {
    gateway = await startLive();
    ({ paths } = await gateway.get('/openapi.json'));
  });
  afterAll(() => gateway.close());

  it.each([
    ...['/v1/sessions', '/v1/sessions/{id}', '/v1/sessions/{id}/events', '/v1/sessions/{id}/loops'],
    ...['/v1/sessions/{id}/dag', '/v1/loops', '/v1/topology', '/v1/config', '/v1/stats', '/v1/archive'],
    ...['/v1/figures', '/v1/demo', '/v1/mutes'],
    ...['/v1/proposals', '/v1/keys', '/gateway/kill-switch'],
  ])('%s: the fixture matches the schema of the gateway', (path) => {
    const responses = paths[path]?.get?.responses as Readonly<
      Record<string, { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }>
    >;
    const schema = responses['200']?.content['application/json']?.schema;
    expect(schema).toBeDefined();
    expect([...new Set(misfits(read(path.replace('{id}', 'run-2104'), fleet), schema ?? {}, path))]).toEqual(
      [],
    );
  });

  it('violations are found', () => {
    const schema: Schema = { type: 'object', properties: { a: { type: ['string', 'null'] } } };
    expect(misfits({ a: 1 }, schema, 'it')).toEqual(['it.a is integer, not string or null']);
    expect(misfits({ b: '' }, schema, 'it')).toEqual(['it.b is unknown']);
    expect(misfits({ a: null }, schema, 'it')).toEqual([]);
  });
});
