import { fakeModel } from '@langchain/core/testing';
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { ChatGenerationChunk } from '@langchain/core/outputs';
import { AIMessage, AIMessageChunk, type BaseMessage, createAgent, tool } from 'langchain';
import { z } from 'zod';
import { CAPABILITIES, guardMiddleware, stopOf } from './langchain.js';
import type { AdapterOptions } from './run/options.js';
import type { RecordedTool } from './testing/recorded.js';
import { runTool, type ScriptedModel, type Step } from './testing/script.js';
import { type Agent, describeContract, type Ended, type Stage } from './testing/story.js';

const messageOf = ({ text = '', calls = [] }: Step) =>
  new AIMessage({
    content: text,
    tool_calls: calls.map(({ id, tool: name, args }) => ({ id, name, args, type: 'tool_call' as const })),
  });

/** LangChain's own fake model. The script produces each answer on request. */
function doubleOf(model: ScriptedModel) {
  const fake = fakeModel();
  for (let i = 0; i < 200; i++)
    fake.respond((messages: BaseMessage[]) => messageOf(model.next(seenBy(messages))));
  return fake;
}

/** Like models of real providers, it binds tools and streams. */
class StreamingModel extends BaseChatModel {
  constructor(readonly model: ScriptedModel) {
    super({});
  }
  _llmType(): string {
    return 'scripted';
  }
  override bindTools() {
    return this.withConfig({});
  }
  _generate(messages: BaseMessage[]) {
    return Promise.resolve({
      generations: [{ text: '', message: messageOf(this.model.next(seenBy(messages))) }],
    });
  }
  override async *_streamResponseChunks(
    messages: BaseMessage[],
    _: unknown,
    manager?: CallbackManagerForLLMRun,
  ) {
    const { text = '', calls = [] } = this.model.next(seenBy(messages));
    for (const piece of text.match(/[^]{1,10}/g) ?? []) {
      yield new ChatGenerationChunk({ text: piece, message: new AIMessageChunk(piece) });
      await manager?.handleLLMNewToken(piece);
    }
    const tool_call_chunks = calls.map(({ id, tool: name, args }, index) => ({
      ...{ type: 'tool_call_chunk' as const, id, name, args: JSON.stringify(args), index },
    }));
    yield new ChatGenerationChunk({
      text: '',
      message: new AIMessageChunk({ content: '', tool_call_chunks }),
    });
  }
}

const seenBy = (messages: BaseMessage[]) =>
  messages.map((one) => [one.type, one.content, one.additional_kwargs]);

const schema = z.object({ q: z.string() });
const toolOf = (name: string) => tool((input) => runTool(name, input), { name, description: name, schema });

const openTool = ({ name, execute }: RecordedTool) =>
  tool(execute, { name, description: name, schema: z.looseObject({}) });

const stage: Stage = {
  capabilities: CAPABILITIES,
  make: (model, options) => played(model, TOOLS, options),
  equip: (model, tools, options) => played(model, tools.map(openTool), options),
  team: {
    ask: (task) => ({ tool: 'ask', args: { q: task } }),
    make(boss, subAgent, options) {
      const agent = agentOn(doubleOf(subAgent), TOOLS, options);
      const answer = async ({ q }: { q: string }) =>
        (await agent.invoke(inputOf(q), { recursionLimit: 400 })).messages.at(-1)?.text ?? '';
      return played(boss, [tool(answer, { name: 'ask', description: 'asks', schema })], options);
    },
  },
};

const TOOLS = [toolOf('search'), toolOf('fail')];
type Tools = readonly (ReturnType<typeof toolOf> | ReturnType<typeof openTool>)[];
const inputOf = (prompt: string) => ({ messages: [{ role: 'user', content: prompt }] });
const agentOn = (model: BaseChatModel, tools: Tools, options?: AdapterOptions) =>
  createAgent({ model, tools: [...tools], ...(options && { middleware: [guardMiddleware(options)] }) });

function played(model: ScriptedModel, tools: Tools, options?: AdapterOptions): Agent {
  const agent = agentOn(doubleOf(model), tools, options);
  const endedOf = (state: { messages: BaseMessage[] }): Ended => ({
    text: state.messages.at(-1)?.text ?? '',
    stop: stopOf(state),
    seen: state.messages.map(({ type, content, name }) => [type, content, name]),
  });
  return {
    run: async (prompt) => endedOf(await agent.invoke(inputOf(prompt), { recursionLimit: 400 })),
    async stream(prompt) {
      let last: { messages: BaseMessage[] } = { messages: [] };
      for await (const [mode, value] of await agentOn(new StreamingModel(model), tools, options).stream(
        inputOf(prompt),
        {
          recursionLimit: 400,
          streamMode: ['messages', 'values'],
        },
      ))
        if (mode === 'values') last = value as typeof last;
      return endedOf(last);
    },
  };
}

describeContract('LangChain', stage);
