import { ROUTED_TOOL_FIELDS } from '../../lexicon/field-names.js';

/** A call with more arguments of its own is no router. */
const MAX_FIELDS = 8;

/**
 * The tool behind a tool for all, such as a gateway to many servers: `{ tool_name: 'write_file', params: {…} }`.
 * Never throws.
 */
export function routedTool(tool: string, args: unknown): string {
  try {
    return routed(tool, args);
  } catch {
    return tool;
  }
}

function routed(tool: string, args: unknown): string {
  if (typeof args !== 'object' || args === null || Object.getPrototypeOf(args) !== Object.prototype)
    return tool;
  const names = Object.keys(args);
  if (names.length > MAX_FIELDS || !names.some((name) => isObject(args, name))) return tool;
  for (const [name, value] of Object.entries(args))
    if (typeof value === 'string' && isToolField(name)) return `${tool}/${value}`;
  return tool;
}

function isObject(args: object, name: string): boolean {
  const value = (args as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'object' && value !== null;
}

function isToolField(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[_-]/g, '');
  return ROUTED_TOOL_FIELDS.some(({ word }) => word === plain);
}
