/** A prompt message of the AI SDK's language models. */
export type Message = Readonly<Record<string, unknown>>;

/** A part of a content or a stream, in any SDK version. */
export type Part = Readonly<Record<string, unknown>>;

/** A number, or an object with a total, depending on the version. */
export function tokensOf(usage: unknown): number {
  const { inputTokens, outputTokens } = (usage ?? {}) as Readonly<Record<string, unknown>>;
  return [inputTokens, outputTokens]
    .map((some) => (typeof some === 'object' && some !== null ? (some as { total?: unknown }).total : some))
    .reduce<number>((sum, some) => sum + (typeof some === 'number' ? some : 0), 0);
}
