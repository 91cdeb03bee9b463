/** What core is told of a call that threw. */
export function failureOf(error: unknown): { readonly result: string; readonly isError: true } {
  return { result: error instanceof Error ? error.message : String(error), isError: true };
}
