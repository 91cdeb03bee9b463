// The adapter of LangChain with the installed version of it.
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { guardMiddleware, stopOf } from '@rutbreak/adapters/langchain';
import { AIMessage, createAgent, tool } from 'langchain';
import { z } from 'zod';
import { tell } from './story.mjs';

class ScriptedModel extends BaseChatModel {
  constructor(script) {
    super({});
    this.script = script;
    this.calls = 0;
  }
  _llmType() {
    return 'scripted';
  }
  bindTools() {
    return this.withConfig({});
  }
  async _generate(messages) {
    const url = this.script.next(messages.map(({ type, content }) => [type, content]));
    const call = { type: 'tool_call', id: `call-${++this.calls}`, name: 'fetch', args: { url } };
    const message = new AIMessage(
      url === undefined ? { content: 'Done.' } : { content: '', tool_calls: [call] },
    );
    return { generations: [{ text: '', message }] };
  }
}

await tell(async (script) => {
  const fetch = tool(async ({ url }) => script.fetch(url), {
    ...{ name: 'fetch', description: 'Fetches a page.', schema: z.object({ url: z.string() }) },
  });
  const agent = createAgent({
    model: new ScriptedModel(script),
    tools: [fetch],
    middleware: [guardMiddleware()],
  });
  const input = { messages: [{ role: 'user', content: 'Read the pages.' }] };
  const result = await agent.invoke(input, { recursionLimit: 400 });
  return { text: result.messages.at(-1).text, isStopped: stopOf(result) !== undefined };
});
