/** An object without some of its fields. */
export function omit(
  body: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}
