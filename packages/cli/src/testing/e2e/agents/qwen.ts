import { join } from 'node:path';
import type { RealAgent, Stage, Started } from '../real-agent.js';
import { put } from './shared.js';

/**
 * Qwen Code takes a command for done when its shell ends, and drops what it has not read by then. On a busy machine a fast
 * command seems to print nothing, with the guard and without. This file makes the shell linger.
 */
const LINGER = { name: 'linger.sh', text: "trap 'code=$?; sleep 0.3; exit $code' EXIT\n" };

export const qwen: RealAgent = {
  ...{ agent: 'qwen', package: '@qwen-code/qwen-code', version: '0.24.4', canEnd: false },
  transcripts: ['.qwen', 'projects'],
  prepare({ home }) {
    put(join(home, '.qwen', 'settings.json'), { security: { auth: { selectedType: 'openai' } } });
    put(join(home, LINGER.name), LINGER.text);
  },
  start: (stage, prompt) => startQwen(stage, prompt),
  resume: (stage, prompt) => startQwen(stage, prompt, '--continue'),
  shell: ['run_shell_command'],
  shellCall: (name, command, step) => ({
    name,
    args: { command, description: `Attempt ${step}`, is_background: false },
  }),
  subAgentCall: (prompt) => ({
    name: 'agent',
    args: { description: 'A part', prompt, subagent_type: 'general-purpose', run_in_background: false },
  }),
};

function startQwen({ home, modules, url }: Stage, prompt: string, ...more: readonly string[]): Started {
  return {
    command: process.execPath,
    args: [
      join(modules, '@qwen-code', 'qwen-code', 'cli.js'),
      ...['-p', prompt, '--approval-mode', 'yolo', ...more],
    ],
    env: {
      ...{ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'fake', OPENAI_MODEL: 'mock' },
      BASH_ENV: join(home, LINGER.name),
    },
  };
}
