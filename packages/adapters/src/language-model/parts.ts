/** A message of a prompt, as language models of the AI SDK take it. */
export type Message = Readonly<Record<string, unknown>>;

/** A part of a content, or of a stream, in any version of the SDK. */
export type Part = Readonly<Record<string, unknown>>;

/** Versions differ: a number, or an object with a total. */
export function tokensOf(usage: unknown): number {
  const { inputTokens, outputTokens } = (usage ?? {}) as Readonly<Record<string, unknown>>;
  return [inputTokens, outputTokens]
    .map((some) => (typeof some === 'object' && some !== null ? (some as { total?: unknown }).total : some))
    .reduce<number>((sum, some) => sum + (typeof some === 'number' ? some : 0), 0);
}
