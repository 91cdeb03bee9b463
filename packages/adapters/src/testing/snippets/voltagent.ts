import { Agent, type AgentOptions, createTool } from '@voltagent/core';
import { guarded } from '@rutbreak/adapters/voltagent';
import { z } from 'zod';

export async function snippet(model: AgentOptions['model']): Promise<string> {
  const { name, instructions } = { name: 'Agent', instructions: 'Search.' };
  const parameters = z.object({ q: z.string() });
  const search = { name: 'search', description: 'Searches.', parameters };
  const tools = [createTool({ ...search, execute: async ({ q }) => Promise.resolve(q) })];
  const agent = new Agent(guarded({ name, instructions, model, tools }));
  const { text } = await agent.generateText('go');
  return text;
}
