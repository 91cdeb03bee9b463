// The adapter of Google's Agent Development Kit with the installed version of it.
import { BaseLlm, FunctionTool, InMemoryRunner, LlmAgent, LogLevel, setLogLevel } from '@google/adk';
import { guardPlugin, stopOf } from '@rutbreak/adapters/google-adk';
import { z } from 'zod';
import { tell } from './story.mjs';

setLogLevel(LogLevel.ERROR);

class ScriptedModel extends BaseLlm {
  constructor(script) {
    super({ model: 'scripted' });
    this.script = script;
  }
  async *generateContentAsync({ contents }) {
    const url = this.script.next(contents);
    const part = url === undefined ? { text: 'Done.' } : { functionCall: { name: 'fetch', args: { url } } };
    yield { content: { role: 'model', parts: [part] }, usageMetadata: { totalTokenCount: 2 } };
  }
}

await tell(async (script) => {
  const fetch = new FunctionTool({
    ...{ name: 'fetch', description: 'Fetches a page.', parameters: z.object({ url: z.string() }) },
    execute: async ({ url }) => script.fetch(url),
  });
  const agent = new LlmAgent({ name: 'Reader', model: new ScriptedModel(script), tools: [fetch] });
  const runner = new InMemoryRunner({ agent, plugins: [guardPlugin()] });
  const newMessage = { role: 'user', parts: [{ text: 'Read the pages.' }] };
  let last;
  for await (const event of runner.runEphemeral({ userId: 'u', newMessage })) last = event;
  const text = last.content?.parts?.map(({ text: one = '' }) => one).join('') ?? '';
  return { text, isStopped: stopOf(last) !== undefined };
});
