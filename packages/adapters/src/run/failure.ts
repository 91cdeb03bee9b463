/** The result that core receives for a call that threw. */
export function failureOf(error: unknown): { readonly result: string; readonly isError: true } {
  return { result: error instanceof Error ? error.message : String(error), isError: true };
}
