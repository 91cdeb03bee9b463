import * as six from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import * as seven from 'ai7';
import { MockLanguageModelV4 } from 'ai7/test';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CAPABILITIES, guarded, stopOf } from './ai-sdk.js';
import type { AdapterOptions } from './run/options.js';
import { describeDesignRows } from './testing/design-rows.js';
import { doubleOf } from './testing/language-model.js';
import type { RecordedTool } from './testing/recorded.js';
import { runTool, scripted, type ScriptedModel } from './testing/script.js';
import { type Agent, describeContract, type Ended, type Stage } from './testing/story.js';

const inputSchema = z.object({ q: z.string() });

function stageOf(
  sdk: Pick<typeof six, 'generateText' | 'streamText' | 'tool' | 'stepCountIs'>,
  Mock: typeof MockLanguageModelV3,
): { readonly stage: Stage; readonly equip: NonNullable<Stage['equip']> } {
  const { generateText, streamText, tool, stepCountIs } = sdk;
  const toolOf = (name: string) =>
    tool({ inputSchema, execute: (input) => Promise.resolve().then(() => runTool(name, input)) });
  const settingsOf = (model: ScriptedModel, tools: six.ToolSet, options?: AdapterOptions) => {
    const settings = { model: new Mock(doubleOf(model)), tools, stopWhen: stepCountIs(20) };
    return options ? guarded(settings, options) : settings;
  };
  const tools = { search: toolOf('search'), fail: toolOf('fail') };
  const agentOf = (used: ReturnType<typeof settingsOf>): Agent => {
    return {
      async run(prompt: string): Promise<Ended> {
        const result = await generateText({ ...used, prompt });
        return { text: result.text, stop: stopOf(result), seen: seenOf(result.steps) };
      },
      async stream(prompt: string): Promise<Ended> {
        const result = streamText({ ...used, prompt, onError: () => undefined });
        const steps = await result.steps;
        return { text: await result.text, stop: stopOf(steps.at(-1)!), seen: seenOf(steps) };
      },
    };
  };
  const openTool = ({ name, execute }: RecordedTool) => [
    ...[name, tool({ inputSchema: z.looseObject({}), execute })],
  ];
  const stage: Stage = {
    capabilities: CAPABILITIES,
    make: (model, options) => agentOf(settingsOf(model, tools, options)),
    team: {
      ask: (task) => ({ tool: 'ask', args: { q: task } }),
      make(boss, subAgent, options) {
        const used = settingsOf(subAgent, tools, options);
        const execute = async ({ q }: { q: string }) => (await generateText({ ...used, prompt: q })).text;
        return agentOf(settingsOf(boss, { ask: tool({ inputSchema, execute }) }, options));
      },
    },
  };
  return {
    stage,
    equip: (model, recorded, options) =>
      agentOf(settingsOf(model, Object.fromEntries(recorded.map(openTool)) as six.ToolSet, options)),
  };
}

/** Without times and random names. */
function seenOf(
  steps: readonly {
    content: unknown;
    finishReason: unknown;
    usage: unknown;
    response: { messages: unknown };
  }[],
) {
  return steps.map(({ content, finishReason, usage: used, response }) => [
    content,
    finishReason,
    used,
    response.messages,
  ]);
}

const VERSIONS = [
  ['AI SDK 6', stageOf(six, MockLanguageModelV3)],
  [
    'AI SDK 7',
    stageOf(seven as unknown as typeof six, MockLanguageModelV4 as unknown as typeof MockLanguageModelV3),
  ],
] as const;

for (const [name, { stage, equip }] of VERSIONS) {
  describeContract(name, stage);
  describe(`${name}: rows of the designs`, () => describeDesignRows(equip));
}

describe('AI SDK: programs, prompts and answers', () => {
  it('an aborted stream ends as without the guard, and the next run is a new one', async () => {
    const ends = await Promise.all(
      [undefined, {}].map(async (options) => {
        const aborting = new AbortController();
        const model = scripted(() => ({
          text: 'A long answer, of many different words indeed, that is cut off.',
        }));
        const settings = { model: new MockLanguageModelV3(doubleOf(model)), prompt: 'Go.' };
        const used = options ? guarded(settings, options) : settings;
        const seen: string[] = [];
        const { fullStream } = six.streamText({ ...used, abortSignal: aborting.signal });
        for await (const { type } of fullStream) {
          seen.push(type);
          if (seen.length === 5) aborting.abort();
        }
        return { seen, text: await six.streamText(used).text };
      }),
    );
    expect(ends[1]).toEqual(ends[0]);
    expect(ends[0]?.seen.at(-1)).toBe('abort');
  });

  it.each<[name: string, prompt: unknown]>([
    ['nothing', []],
    ['a null', [null]],
    ['a message without a content', [{ role: 'user' }]],
    [
      'a content of nulls',
      [
        { role: 'assistant', content: [null] },
        { role: 'tool', content: null },
      ],
    ],
    ['a text in place of parts', [{ role: 'user', content: 'Go.' }]],
  ])('a prompt that is %s reaches the model unchanged', async (_, prompt) => {
    const model = new MockLanguageModelV3(doubleOf(scripted(() => ({ text: 'Done.' }))));
    const { model: watched } = guarded({ model }, { onError: () => undefined });
    const { content } = await watched.doGenerate({ prompt } as never);
    expect(content).toEqual([{ type: 'text', text: 'Done.' }]);
    expect(model.doGenerateCalls[0]?.prompt).toBe(prompt);
  });

  it.each<[name: string, generated: object]>([
    ['no content', {}],
    ['a content of nulls', { content: [null] }],
    ['a usage that is none', { content: [], usage: 'much' }],
  ])('an answer with %s reaches the program unchanged', async (_, generated) => {
    const doGenerate: (request: object) => Promise<object> = async () => Promise.resolve(generated);
    const model = { doGenerate, doStream: () => undefined };
    const { model: watched } = guarded({ model }, { onError: () => undefined });
    expect(await watched.doGenerate({ prompt: [] })).toBe(generated);
  });
});
