import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RealAgent, Stage, Started } from '../real-agent.js';
import { describedCall, put } from './shared.js';

export const codex: RealAgent = {
  ...{ agent: 'codex', package: '@openai/codex', version: '0.169.0', canEnd: false },
  transcripts: ['.codex', 'sessions'],
  prepare: ({ home, url }) =>
    put(
      join(home, '.codex', 'config.toml'),
      [
        ...['model = "mock"', 'model_provider = "mock"', 'approval_policy = "never"'],
        ...['sandbox_mode = "danger-full-access"', '[model_providers.mock]', 'name = "mock"'],
        ...[`base_url = "${url}/v1"`, 'wire_api = "responses"', ''],
      ].join('\n'),
    ),
  addServer: ({ home }, { command, args }) =>
    appendFileSync(
      join(home, '.codex', 'config.toml'),
      // Required: the scripted model is faster than the start of a server.
      `[mcp_servers.things]\nrequired = true\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`,
    ),
  start: (stage, prompt) => startCodex(stage, prompt),
  resume: (stage, prompt) => startCodex(stage, prompt, 'resume', '--last'),
  shell: ['exec_command', 'shell_command'],
  shellCall: (name, command, step) =>
    name === 'exec_command' ? { name, args: { cmd: command } } : describedCall(name, command, step),
};

function startCodex({ modules }: Stage, prompt: string, ...more: readonly string[]): Started {
  const flags = ['--json', '--skip-git-repo-check', '--dangerously-bypass-hook-trust'];
  return {
    command: process.execPath,
    args: [join(modules, '@openai', 'codex', 'bin', 'codex.js'), 'exec', ...flags, ...more, prompt],
    env: {},
  };
}
