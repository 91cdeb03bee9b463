import { InMemoryRunner, type LlmAgent } from '@google/adk';
import { guardPlugin } from '@rutbreak/adapters/google-adk';

export async function snippet(agent: LlmAgent): Promise<string | undefined> {
  const runner = new InMemoryRunner({ agent, plugins: [guardPlugin()] });
  let text: string | undefined;
  for await (const event of runner.runEphemeral({ userId: 'me', newMessage: { parts: [{ text: 'go' }] } }))
    text = event.content?.parts?.[0]?.text;
  return text;
}
