import { simulateReadableStream } from 'ai';
import type { ScriptedModel, Step } from './script.js';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

const callsOf = ({ calls = [] }: Step) =>
  calls.map(({ id, tool, args }) => ({
    ...{ type: 'tool-call' as const, toolCallId: id, toolName: tool, input: JSON.stringify(args) },
  }));

const contentOf = (step: Step) => [
  ...(step.text === undefined ? [] : [{ type: 'text' as const, text: step.text }]),
  ...callsOf(step),
];

const finishOf = ({ calls }: Step) => ({
  unified: calls ? ('tool-calls' as const) : ('stop' as const),
  raw: 'x',
});

/** Ten characters per chunk. */
function partsOf(step: Step) {
  const { text } = step;
  return [
    { type: 'stream-start' as const, warnings: [] },
    ...(text === undefined
      ? []
      : [
          { type: 'text-start' as const, id: 't' },
          ...(text.match(/[^]{1,10}/g) ?? []).map((delta) => ({
            type: 'text-delta' as const,
            id: 't',
            delta,
          })),
          { type: 'text-end' as const, id: 't' },
        ]),
    ...callsOf(step),
    { type: 'finish' as const, finishReason: finishOf(step), usage },
  ];
}

/** Arguments for the SDK's mock models, the same for both versions. */
// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- each SDK version has its own type
export const doubleOf = (model: ScriptedModel) => ({
  doGenerate: async ({ prompt }: { prompt: unknown }) => {
    const step = model.next(prompt);
    return Promise.resolve({ content: contentOf(step), finishReason: finishOf(step), usage, warnings: [] });
  },
  doStream: async ({ prompt }: { prompt: unknown }) => {
    const parts = partsOf(model.next(prompt));
    return Promise.resolve({ stream: simulateReadableStream({ chunks: parts, chunkDelayInMs: null }) });
  },
});
