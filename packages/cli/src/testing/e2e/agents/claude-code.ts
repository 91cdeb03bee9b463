import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RealAgent, Stage, Started } from '../real-agent.js';
import { describedCall, put } from './shared.js';

export const claudeCode: RealAgent = {
  ...{ agent: 'claude-code', package: '@anthropic-ai/claude-code', version: '2.1.326', canEnd: true },
  transcripts: ['.claude', 'projects'],
  prepare: ({ home }) => mkdirSync(join(home, '.claude'), { recursive: true }),
  addServer({ home }, server) {
    put(join(home, '.claude.json'), { mcpServers: { things: server } });
    // Otherwise the model has to search for the tool first.
    put(join(home, '.claude', 'settings.json'), { env: { ENABLE_TOOL_SEARCH: 'false' } });
  },
  start: (stage, prompt) => startClaude(stage, prompt),
  resume: (stage, prompt) => startClaude(stage, prompt, '--continue'),
  ...{ shell: ['Bash'], shellCall: describedCall },
  subAgentCall: (prompt) => ({
    name: 'Agent',
    args: { description: 'A part', prompt, subagent_type: 'general-purpose', run_in_background: false },
  }),
};

function startClaude({ url, modules }: Stage, prompt: string, ...more: readonly string[]): Started {
  return {
    command: join(modules, '@anthropic-ai', `claude-code-${process.platform}-${process.arch}`, 'claude'),
    args: [
      '-p',
      prompt,
      '--allowedTools',
      'Bash',
      'Agent',
      'mcp__things',
      '--output-format',
      'json',
      ...more,
    ],
    env: {
      ...{ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'fake', DISABLE_AUTOUPDATER: '1' },
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
  };
}
