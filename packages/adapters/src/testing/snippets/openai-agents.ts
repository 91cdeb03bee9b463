import { type Agent, run } from '@openai/agents';
import { guarded } from '@rutbreak/adapters/openai-agents';

export async function snippet(agent: Agent): Promise<string | undefined> {
  const result = await run(guarded(agent), 'go');
  return result.finalOutput;
}
