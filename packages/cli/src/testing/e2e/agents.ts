import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RealAgent, Stage, Started } from './real-agent.js';

function put(file: string, content: string | object): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
}

/**
 * Binaries come in separate packages, one per platform; install scripts, which would link them, are not run.
 */
const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/**
 * With other words each time: the agents' own detectors see different calls, although the effect is the same.
 */
const describedCall: RealAgent['shellCall'] = (name, command, step) => ({
  name,
  args: { command, description: `Attempt ${step}` },
});

const claudeCode: RealAgent = {
  ...{ agent: 'claude-code', package: '@anthropic-ai/claude-code', version: '2.1.326', canEnd: true },
  transcripts: ['.claude', 'projects'],
  prepare: ({ home }) => mkdirSync(join(home, '.claude'), { recursive: true }),
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
    args: ['-p', prompt, '--allowedTools', 'Bash', 'Agent', '--output-format', 'json', ...more],
    env: {
      ...{ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'fake', DISABLE_AUTOUPDATER: '1' },
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
  };
}

const codex: RealAgent = {
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

const gemini: RealAgent = {
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

const opencode: RealAgent = {
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

const copilot: RealAgent = {
  ...{ agent: 'copilot', package: '@github/copilot', version: '1.0.102', canEnd: false },
  transcripts: ['.copilot', 'session-state'],
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
    },
  };
}

/**
 * Qwen Code takes a command for done when its shell ends, and drops what it has not read by then. On a busy machine a fast
 * command seems to print nothing, with the guard and without. This file makes the shell linger.
 */
const LINGER = { name: 'linger.sh', text: "trap 'code=$?; sleep 0.3; exit $code' EXIT\n" };

const qwen: RealAgent = {
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

/** It ends a run itself after five identical calls; trailing spaces make them different. */
const cline: RealAgent = {
  ...{ agent: 'cline', package: 'cline', version: '3.0.65', canEnd: true, canDeny: false },
  transcripts: ['.cline', 'data', 'sessions'],
  prepare: ({ home, url }) =>
    put(join(home, '.cline', 'data', 'settings', 'providers.json'), {
      ...{ version: 1, lastUsedProvider: 'openai-compatible', modes: {} },
      providers: {
        'openai-compatible': {
          settings: {
            ...{ provider: 'openai-compatible', apiKey: 'fake', model: 'mock', baseUrl: `${url}/v1` },
          },
          ...{ updatedAt: '2026-11-17T00:00:00.000Z', tokenSource: 'manual' },
        },
      },
    }),
  start: (stage, prompt) => startCline(stage, prompt),
  ...{ shell: ['run_commands'] },
  shellCall: (name, command, step) => ({ name, args: { commands: [command + ' '.repeat(step % 5)] } }),
};

function startCline({ modules }: Stage, prompt: string): Started {
  const platform = `cli-${process.platform}-${process.arch}`;
  return {
    command: join(modules, '@cline', platform, 'bin', 'cline'),
    args: ['--json', '-P', 'openai-compatible', '-m', 'mock', prompt],
    // Otherwise it leaves a program behind that serves later runs.
    env: { CLINE_SESSION_BACKEND_MODE: 'local' },
  };
}

export const REAL_AGENTS: readonly RealAgent[] = [
  ...[claudeCode, codex, gemini, opencode, copilot, qwen, cline],
];
