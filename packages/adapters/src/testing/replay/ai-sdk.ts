import { type AgentEvent, type Category, presetOf } from '@rutbreak/core';
import { generateText, jsonSchema, type ModelMessage, stepCountIs, streamText, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { guarded } from '../../ai-sdk.js';
import { doubleOf } from '../language-model.js';
import { collectCategories, promptOf, recordedTools, stepsOf, type Trace } from '../recorded.js';
import { scripted } from '../script.js';

/**
 * The categories that the guard finds when a real AI SDK agent repeats the recorded trace. In shadow mode, so that the
 * guard does not change the run.
 */
export async function replayAiSdk({ events }: Trace, preset: string): Promise<ReadonlySet<Category>> {
  const { found, onDecision } = collectCategories();
  const steps = stepsOf(events);
  const model = scripted(() => steps.shift() ?? { text: '' });
  const settings = guarded(
    {
      model: new MockLanguageModelV3(doubleOf(model)),
      tools: toolsOf(events),
      stopWhen: stepCountIs(500),
    },
    {
      ...{ mode: 'shadow', session: 'live', preset: presetOf(preset), onDecision },
    },
  );
  const messages: ModelMessage[] = [{ role: 'user', content: promptOf(events) }];
  while (steps.length > 0) {
    const isStream = events.some(({ kind }) => kind === 'delta');
    const result = isStream
      ? streamText({ ...settings, messages })
      : await generateText({ ...settings, messages });
    messages.push(...(await result.response).messages);
  }
  return found;
}

function toolsOf(events: readonly AgentEvent[]) {
  const inputSchema = jsonSchema<object>({ type: 'object' });
  return Object.fromEntries(
    recordedTools(events).map(({ name, execute }) => [name, tool({ inputSchema, execute })]),
  );
}
