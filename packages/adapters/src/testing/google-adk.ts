import { BaseLlm, type BaseLlmConnection, type LlmRequest, type LlmResponse } from '@google/adk';
import type { ScriptedModel, Step } from './script.js';

/** A model of ADK's own base class that plays the script. Like Gemini, it sends calls without ids. */
export class ScriptedLlm extends BaseLlm {
  constructor(private readonly script: ScriptedModel) {
    super({ model: 'scripted' });
  }
  async *generateContentAsync({ contents }: LlmRequest, stream = false): AsyncGenerator<LlmResponse, void> {
    const step = this.script.next(contents);
    if (stream)
      for (const text of step.text?.match(/[^]{1,10}/g) ?? [])
        yield await Promise.resolve({ content: { role: 'model', parts: [{ text }] }, partial: true });
    yield { content: { role: 'model', parts: partsOf(step) }, usageMetadata: { totalTokenCount: 2 } };
  }
  async connect(): Promise<BaseLlmConnection> {
    return Promise.reject(new Error('not a live model'));
  }
}

const partsOf = ({ text, calls = [] }: Step) => [
  ...(text === undefined ? [] : [{ text }]),
  ...calls.map(({ tool: name, args }) => ({ functionCall: { name, args: { ...args } } })),
];
