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
  if (Object.keys(args).length > MAX_FIELDS) return tool;
  const fields = Object.entries(args);
  if (!fields.some(([, value]) => typeof value === 'object' && value !== null)) return tool;
  for (const [name, value] of fields)
    if (typeof value === 'string' && isToolField(name)) return `${tool}/${value}`;
  return tool;
}

function isToolField(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[_-]/g, '');
  return ROUTED_TOOL_FIELDS.some(({ word }) => word === plain);
}
