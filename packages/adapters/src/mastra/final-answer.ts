import type { CachedLLMStepResponse } from '@mastra/core/processors';
import type { Stop } from '../run/run.js';

/** An answer in place of the model's: a text for the user, with the facts in the metadata. */
export function lastWord(stop: Stop): CachedLLMStepResponse {
  const id = 'rutbreak';
  const providerMetadata = { rutbreak: { stop } };
  const finish = {
    ...{ stepResult: { reason: 'stop', warnings: [], isContinued: false }, providerMetadata },
    ...{ output: { usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 } } },
    ...{ metadata: { providerMetadata }, messages: { all: [], user: [], nonUser: [] } },
  };
  return {
    chunks: [
      { type: 'text-start', payload: { id } },
      { type: 'text-delta', payload: { id, text: stop.text } },
      { type: 'text-end', payload: { id } },
      { type: 'finish', payload: finish },
    ],
  };
}
