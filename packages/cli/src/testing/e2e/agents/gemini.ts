import { join } from 'node:path';
import type { RealAgent, Stage, Started } from '../real-agent.js';
import { describedCall, put } from './shared.js';

export const gemini: RealAgent = {
  ...{ agent: 'gemini', package: '@google/gemini-cli', version: '0.61.0', canEnd: true, tellsUser: true },
  transcripts: ['.gemini', 'tmp'],
  prepare: ({ home }) =>
    put(join(home, '.gemini', 'settings.json'), { security: { auth: { selectedType: 'gemini-api-key' } } }),
  start: (stage, prompt) => startGemini(stage, prompt),
  resume: (stage, prompt) => startGemini(stage, prompt, '--resume', 'latest'),
  ...{ shell: ['run_shell_command'], shellCall: describedCall },
  subAgentCall: (prompt) => ({ name: 'invoke_agent', args: { agent_name: 'generalist', prompt } }),
};

function startGemini({ modules, url }: Stage, prompt: string, ...more: readonly string[]): Started {
  return {
    command: process.execPath,
    args: [
      join(modules, '@google', 'gemini-cli', 'bundle', 'gemini.js'),
      ...['-p', prompt, '--approval-mode', 'yolo', '-o', 'json', ...more],
    ],
    env: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'fake', GEMINI_CLI_TRUST_WORKSPACE: 'true' },
  };
}
