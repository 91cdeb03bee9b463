/** Nothing that an agent does is nested like this; what is would overflow the stack of whoever walks through it. */
const MAX_DEPTH = 100;

export function isTooDeep(value: unknown, left = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (left === 0) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (isTooDeep(item, left - 1)) return true;
    return false;
  }
  for (const key in value) if (isTooDeep((value as Record<string, unknown>)[key], left - 1)) return true;
  return false;
}
