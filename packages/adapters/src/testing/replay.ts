import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Act, type AgentEvent, type Category, presetOf, type Proceed } from '@rutbreak/core';
import { generateText, jsonSchema, type ModelMessage, stepCountIs, streamText, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { guarded } from '../ai-sdk.js';
import { doubleOf } from './language-model.js';
import { scripted, type Step } from './script.js';

export interface Trace {
  readonly id: string;
  readonly category: Category;
  readonly events: readonly AgentEvent[];
}

const CORPUS = join(import.meta.dirname, '../../../../corpus/looping');

export function loopingTraces(): readonly Trace[] {
  return readdirSync(CORPUS).flatMap((file) =>
    readFileSync(join(CORPUS, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Trace),
  );
}

type CallEvent = Extract<AgentEvent, { kind: 'call' }>;

/**
 * The categories that the guard finds when a real AI SDK agent repeats the recorded trace. In shadow mode, so that the
 * guard does not change the run.
 */
export async function replayAiSdk({ events }: Trace, preset: string): Promise<ReadonlySet<Category>> {
  const { found, onDecision } = collectCategories();
  const results = events.flatMap((event) => (event.kind === 'call' ? [event] : []));
  const steps = stepsOf(events);
  const model = scripted(() => steps.shift() ?? { text: '' });
  const settings = guarded(
    {
      model: new MockLanguageModelV3(doubleOf(model)),
      tools: toolsOf(results),
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

interface Collected {
  readonly found: ReadonlySet<Category>;
  readonly onDecision: (decision: Act | Proceed) => void;
}

export function collectCategories(): Collected {
  const found = new Set<Category>();
  const onDecision = ({ verdict }: Act | Proceed): void => {
    if (verdict.status === 'looping' && verdict.primary) found.add(verdict.primary.category);
  };
  return { found, onDecision };
}

export function promptOf(events: readonly AgentEvent[]): string {
  const turn = events.find((event) => event.kind === 'turn');
  return (turn?.kind === 'turn' && turn.text) || 'Go.';
}

/** A message and the call after it form one answer; so do all consecutive deltas. */
export function stepsOf(events: readonly AgentEvent[]): Step[] {
  const steps: Step[] = [];
  let text: string | undefined;
  let calls = 0;
  for (const event of events) {
    if (event.kind === 'delta') text = (text ?? '') + event.text;
    if (event.kind === 'message') {
      if (text !== undefined) steps.push({ text });
      ({ text } = event);
    }
    if (event.kind !== 'call') continue;
    const args = (event.args ?? {}) as Readonly<Record<string, unknown>>;
    const call = { id: `live-${(calls += 1)}`, tool: event.tool, args };
    steps.push({ ...(text !== undefined && { text }), calls: [call] });
    text = undefined;
  }
  return text === undefined ? steps : [...steps, { text }];
}

/** Every tool of the trace. Each call returns the next recorded result. */
function toolsOf(results: CallEvent[]) {
  const execute = async (): Promise<unknown> => {
    const { result, isError } = results.shift() ?? { result: '' };
    const text = typeof result === 'string' ? result : JSON.stringify(result ?? null);
    return isError === true ? Promise.reject(new Error(text)) : Promise.resolve(result ?? null);
  };
  const inputSchema = jsonSchema<object>({ type: 'object' });
  return Object.fromEntries(results.map((call) => [call.tool, tool({ inputSchema, execute })]));
}
