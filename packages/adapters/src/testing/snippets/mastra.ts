import { Agent, type AgentConfig } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { guarded } from '@rutbreak/adapters/mastra';
import { z } from 'zod';

export async function snippet(model: AgentConfig['model']): Promise<string> {
  const { id, name, instructions } = { id: 'agent', name: 'Agent', instructions: 'Search.' };
  const inputSchema = z.object({ q: z.string() });
  const tools = {
    search: createTool({
      id: 'search',
      description: 'Searches.',
      inputSchema,
      execute: async ({ q }) => Promise.resolve(q),
    }),
  };
  const agent = new Agent(guarded({ id, name, instructions, model, tools }));
  const { text } = await agent.generate('go');
  return text;
}
