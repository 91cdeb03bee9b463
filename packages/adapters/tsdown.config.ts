import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: [
    'src/ai-sdk.ts',
    'src/claude-agent.ts',
    'src/gateway-client.ts',
    'src/google-adk.ts',
    'src/hooks/index.ts',
    'src/langchain.ts',
    'src/mastra.ts',
    'src/mcp-transport.ts',
    'src/openai-agents.ts',
    'src/otel.ts',
    'src/spans/index.ts',
    'src/voltagent.ts',
  ],
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // "type": "module" already says what .js means; package.json names the files.
  fixedExtension: false,
  dts: true,
  // VoltAgent is an optional peer that npm must not look at: its own peers conflict with other versions of the AI SDK.
  deps: { neverBundle: ['@voltagent/core'] },
});
