import { defineConfig } from 'tsdown';
import manifest from './package.json' with { type: 'json' };

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
  // The frameworks are the user's own. package.json says why they are no peer dependencies, which would stay outside.
  deps: {
    neverBundle: Object.keys(manifest.peerDependenciesMeta).map((name) => new RegExp(`^${name}(?:/|$)`)),
  },
});
