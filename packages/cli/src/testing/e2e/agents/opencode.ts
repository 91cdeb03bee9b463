import { join } from 'node:path';
import type { RealAgent, Stage, Started } from '../real-agent.js';
import { describedCall, platform, put } from './shared.js';

export const opencode: RealAgent = {
  ...{ agent: 'opencode', package: 'opencode-ai', version: '1.18.33', canEnd: true, tellsUser: true },
  transcripts: ['.local', 'share', 'opencode', 'opencode.db'],
  prepare: ({ home, url }) =>
    put(join(home, '.config', 'opencode', 'opencode.json'), {
      model: 'mock/mock',
      permission: { '*': 'allow' },
      provider: {
        mock: {
          ...{
            npm: '@ai-sdk/openai-compatible',
            name: 'mock',
            options: { baseURL: `${url}/v1`, apiKey: 'fake' },
          },
          models: { mock: { name: 'mock', tool_call: true } },
        },
      },
    }),
  start: (stage, prompt) => startOpencode(stage, prompt),
  resume: (stage, prompt) => startOpencode(stage, prompt, '--continue'),
  ...{ shell: ['bash'], shellCall: describedCall },
  subAgentCall: (prompt) => ({
    name: 'task',
    args: { description: 'A part', prompt, subagent_type: 'general' },
  }),
};

function startOpencode({ modules }: Stage, prompt: string, ...more: readonly string[]): Started {
  return {
    command: join(modules, `opencode-${platform}`, 'bin', 'opencode'),
    args: ['run', '--format', 'json', ...more, prompt],
    env: { OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' },
  };
}
