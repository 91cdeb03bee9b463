// A model in the interface of the AI SDK, which other frameworks use, too.

const PARTS = { text: 'Done.', id: 't' };

/** Each major version of the AI SDK has its own interface: v2, v3, v4. */
export function languageModel(script, specificationVersion) {
  const isOld = specificationVersion === 'v2';
  const usage = isOld
    ? { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
    : { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  let calls = 0;
  const answer = (prompt) => {
    const url = script.next(prompt);
    const reason = url === undefined ? 'stop' : 'tool-calls';
    const finishReason = isOld ? reason : { unified: reason, raw: reason };
    if (url === undefined) return { content: { type: 'text', text: PARTS.text }, finishReason };
    const call = { type: 'tool-call', toolCallId: `call-${++calls}`, toolName: 'fetch' };
    return { content: { ...call, input: JSON.stringify({ url }) }, finishReason };
  };
  return {
    ...{ specificationVersion, provider: 'scripted', modelId: 'scripted', supportedUrls: {} },
    doGenerate: async ({ prompt }) => {
      const { content, finishReason } = answer(prompt);
      return { content: [content], finishReason, usage, warnings: [] };
    },
    doStream: async ({ prompt }) => {
      const { content, finishReason } = answer(prompt);
      const parts = [
        { type: 'stream-start', warnings: [] },
        ...(content.type === 'text' ? textParts() : [content]),
        { type: 'finish', finishReason, usage },
      ];
      return { stream: ReadableStream.from(parts) };
    },
  };
}

function textParts() {
  const { text: delta, id } = PARTS;
  return [
    { type: 'text-start', id },
    { type: 'text-delta', id, delta },
    { type: 'text-end', id },
  ];
}
