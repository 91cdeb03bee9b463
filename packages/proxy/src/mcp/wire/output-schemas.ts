/**
 * Determines where a tool's structured result can hold a text. Clients validate structured results against the tool's
 * output schema, so the text may only go where the schema allows it.
 */
import { isRecord, list, record, text } from '../../shared/json.js';

export type StructuredPlace =
  /** A property added by the proxy. */
  | { readonly kind: 'property' }
  /** The end of one of these string properties. */
  | { readonly kind: 'strings'; readonly names: readonly string[] };

export interface OutputSchemas {
  /** Reads the schemas from the result of `tools/list`. */
  readonly learn: (result: unknown) => void;
  /** Returns undefined if the tool is unknown or its schema allows no text. */
  readonly placeFor: (tool: string) => StructuredPlace | undefined;
}

const MAX_TOOLS = 5000;
const PROPERTY: StructuredPlace = { kind: 'property' };
/** Any other keyword could forbid a longer string. */
const HARMLESS = new Set(['type', 'title', 'description', 'default', 'examples']);

export function outputSchemas(): OutputSchemas {
  const places = new Map<string, StructuredPlace | undefined>();
  return {
    learn(result) {
      for (const tool of list(record(result)['tools']).map(record)) {
        if (places.size < MAX_TOOLS) places.set(text(tool['name']), placeIn(tool['outputSchema']));
      }
    },
    placeFor: (tool) => places.get(tool),
  };
}

function placeIn(schema: unknown): StructuredPlace | undefined {
  if (schema === undefined) return PROPERTY;
  if (!isRecord(schema)) return undefined;
  const isOpen =
    Object.keys(schema).every((name) => OPEN_KEYWORDS.has(name)) && schema['additionalProperties'] !== false;
  if (isOpen && typeof schema['additionalProperties'] !== 'object') return PROPERTY;
  const names = Object.entries(record(schema['properties'])).flatMap(([name, property]) =>
    isPlainString(record(property)) ? [name] : [],
  );
  return names.length === 0 ? undefined : { kind: 'strings', names };
}

/** A schema with only these keywords does not restrict additional properties. */
const OPEN_KEYWORDS = new Set([
  ...['type', 'title', 'description', 'properties', 'required', 'additionalProperties'],
  ...['$schema', '$defs', 'definitions'],
]);

function isPlainString(property: Readonly<Record<string, unknown>>): boolean {
  return property['type'] === 'string' && Object.keys(property).every((name) => HARMLESS.has(name));
}
