/**
 * Versions of frameworks beside which the adapters must install. With a `story`, the adapter is played with the real
 * package, too; without one, npm only has to find a tree. `isKnown`: the adapter says nothing about the version.
 */
export const FRAMEWORKS = [
  { name: 'ai 5', specs: ['ai@5', 'zod@4'], story: 'ai', isKnown: true },
  { name: 'ai 6', specs: ['ai@6', 'zod@4'], story: 'ai', isKnown: true },
  { name: 'ai 7', specs: ['ai@7', 'zod@4'], story: 'ai', isKnown: true },
  { name: 'ai 4', specs: ['ai@4'] },
  { name: '@openai/agents 0.0', specs: ['@openai/agents@0.0', 'zod@3.25.67'] },
  {
    name: '@openai/agents 0.1',
    specs: ['@openai/agents@0.1', 'zod@3'],
    story: 'openai-agents',
    isKnown: true,
  },
  {
    name: '@openai/agents 0.3',
    specs: ['@openai/agents@0.3', 'zod@3'],
    story: 'openai-agents',
    isKnown: true,
  },
  {
    name: '@openai/agents 0.19',
    specs: ['@openai/agents@0.19', 'zod@4'],
    story: 'openai-agents',
    isKnown: true,
  },
  {
    name: '@openai/agents 0.20',
    specs: ['@openai/agents@0.20', 'zod@4'],
    story: 'openai-agents',
    isKnown: true,
  },
  { name: 'ai 5 with @openai/agents 0.19', specs: ['ai@5', '@openai/agents@0.19', 'zod@4'] },
  { name: '@mastra/core 0.24', specs: ['@mastra/core@0.24'] },
  { name: '@mastra/core 1', specs: ['@mastra/core@1', 'zod@4'], story: 'mastra', isKnown: true },
  {
    name: 'langchain 1',
    // The newest langgraph may ask for a core that is not published yet; npm then searches for ever.
    specs: ['langchain@1', '@langchain/core@1', '@langchain/langgraph@1.4.14', 'zod@4'],
    story: 'langchain',
    isKnown: true,
  },
  { name: '@voltagent/core 1', specs: ['@voltagent/core@1'] },
  {
    name: '@voltagent/core 2',
    specs: ['@voltagent/core@2', 'ai@6', 'zod@4'],
    story: 'voltagent',
    isKnown: true,
  },
  { name: '@google/adk 2', specs: ['@google/adk@2', 'zod@4'], story: 'google-adk', isKnown: true },
  {
    name: '@modelcontextprotocol/sdk 1',
    specs: ['@modelcontextprotocol/sdk@1', 'zod@4'],
    story: 'mcp',
    isKnown: true,
  },
];
