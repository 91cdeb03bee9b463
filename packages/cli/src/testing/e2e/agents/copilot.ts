import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RealAgent, Stage, Started } from '../real-agent.js';
import { describedCall } from './shared.js';

export const copilot: RealAgent = {
  ...{ agent: 'copilot', package: '@github/copilot', version: '1.0.102', canEnd: false },
  ...{ transcripts: ['.copilot', 'session-state'], runsClaudeHooks: true },
  prepare: ({ home }) => mkdirSync(join(home, '.copilot'), { recursive: true }),
  start: (stage, prompt) => startCopilot(stage, prompt),
  resume: (stage, prompt) => startCopilot(stage, prompt, '--continue'),
  ...{ shell: ['bash'], shellCall: describedCall },
  subAgentCall: (prompt) => ({
    name: 'task',
    args: { name: 'part', description: 'A part', prompt, agent_type: 'general-purpose', mode: 'sync' },
  }),
};

function startCopilot({ modules, url }: Stage, prompt: string, ...more: readonly string[]): Started {
  return {
    command: join(modules, '.bin', 'copilot'),
    args: ['-p', prompt, '--allow-all-tools', ...more],
    env: {
      ...{ COPILOT_PROVIDER_BASE_URL: `${url}/v1`, COPILOT_PROVIDER_TYPE: 'openai' },
      ...{ COPILOT_PROVIDER_API_KEY: 'fake', COPILOT_MODEL: 'mock', COPILOT_OFFLINE: 'true' },
      // Without it, a folder that nobody has trusted has no hooks of its own here.
      GITHUB_COPILOT_PROMPT_MODE_REPO_HOOKS: 'true',
    },
  };
}
