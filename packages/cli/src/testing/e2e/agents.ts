import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { MockCall } from '@rutbreak/proxy/testing';
import type { AgentId } from '../../agents/index.js';

/** Where one run takes place: nothing of it touches the user's own folders. */
export interface Stage {
  readonly home: string;
  readonly project: string;
  /** Of the model. */
  readonly url: string;
  /** Where the agent was installed. */
  readonly modules: string;
}

export interface Started {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** One real program: which version, how it is told of our model, and what can be done to it. */
export interface RealAgent {
  readonly agent: AgentId;
  readonly package: string;
  readonly version: string;
  /** Writes the settings that it needs to run here, before our hook goes into them. */
  readonly prepare: (stage: Stage) => void;
  readonly start: (stage: Stage, prompt: string) => Started;
  /** The call that the model makes over and over; `step` changes what does not matter. */
  readonly callOf: (tools: readonly string[], step: number) => MockCall | undefined;
  /** Can its run be ended from a hook? */
  readonly canEnd: boolean;
  /** Can a hook keep one call from running? Default true. */
  readonly canDeny?: false;
  /** Where it keeps transcripts that `scan` reads, below the home folder. */
  readonly transcripts: readonly string[] | undefined;
}

const COMMAND = 'cat missing-config.yaml';

function put(file: string, content: string | object): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
}

/** Binaries come in packages of their own, one a platform; install scripts, which would link them, are not run. */
const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** With other words each time: what the agents' own detectors look at differs, what is done does not. */
const shellCall =
  (...names: readonly string[]): RealAgent['callOf'] =>
  (tools, step) => {
    const name = names.find((one) => tools.includes(one));
    if (name === undefined) return undefined;
    const args =
      name === 'exec_command' ? { cmd: COMMAND } : { command: COMMAND, description: `Attempt ${step}` };
    return { name, args };
  };

const claudeCode: RealAgent = {
  ...{ agent: 'claude-code', package: '@anthropic-ai/claude-code', version: '2.1.325', canEnd: true },
  transcripts: ['.claude', 'projects'],
  prepare: ({ home }) => mkdirSync(join(home, '.claude'), { recursive: true }),
  start: ({ url, modules }, prompt) => ({
    command: join(modules, '@anthropic-ai', `claude-code-${process.platform}-${process.arch}`, 'claude'),
    args: ['-p', prompt, '--allowedTools', 'Bash', '--output-format', 'json'],
    env: {
      ...{ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'fake', DISABLE_AUTOUPDATER: '1' },
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
  }),
  callOf: shellCall('Bash'),
};

const codex: RealAgent = {
  ...{ agent: 'codex', package: '@openai/codex', version: '0.166.0', canEnd: false },
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
  start: ({ modules }, prompt) => ({
    command: process.execPath,
    args: [
      join(modules, '@openai', 'codex', 'bin', 'codex.js'),
      ...['exec', '--json', '--skip-git-repo-check', '--dangerously-bypass-hook-trust', prompt],
    ],
    env: {},
  }),
  callOf: shellCall('exec_command', 'shell_command'),
};

const gemini: RealAgent = {
  ...{ agent: 'gemini', package: '@google/gemini-cli', version: '0.61.0', canEnd: true },
  transcripts: ['.gemini', 'tmp'],
  prepare: ({ home }) =>
    put(join(home, '.gemini', 'settings.json'), { security: { auth: { selectedType: 'gemini-api-key' } } }),
  start: ({ modules, url }, prompt) => ({
    command: process.execPath,
    args: [
      join(modules, '@google', 'gemini-cli', 'bundle', 'gemini.js'),
      ...['-p', prompt, '--approval-mode', 'yolo', '-o', 'json'],
    ],
    env: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'fake', GEMINI_CLI_TRUST_WORKSPACE: 'true' },
  }),
  callOf: shellCall('run_shell_command'),
};

const opencode: RealAgent = {
  ...{ agent: 'opencode', package: 'opencode-ai', version: '1.18.33', canEnd: true },
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
  start: ({ modules }, prompt) => ({
    command: join(modules, `opencode-${platform}`, 'bin', 'opencode'),
    args: ['run', '--format', 'json', prompt],
    env: { OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' },
  }),
  callOf: shellCall('bash'),
};

const copilot: RealAgent = {
  ...{ agent: 'copilot', package: '@github/copilot', version: '1.0.102', canEnd: false },
  transcripts: ['.copilot', 'session-state'],
  prepare: ({ home }) => mkdirSync(join(home, '.copilot'), { recursive: true }),
  start: ({ modules, url }, prompt) => ({
    command: join(modules, '.bin', 'copilot'),
    args: ['-p', prompt, '--allow-all-tools'],
    env: {
      ...{ COPILOT_PROVIDER_BASE_URL: `${url}/v1`, COPILOT_PROVIDER_TYPE: 'openai' },
      ...{ COPILOT_PROVIDER_API_KEY: 'fake', COPILOT_MODEL: 'mock', COPILOT_OFFLINE: 'true' },
    },
  }),
  callOf: shellCall('bash'),
};

const qwen: RealAgent = {
  ...{ agent: 'qwen', package: '@qwen-code/qwen-code', version: '0.24.4', canEnd: false },
  transcripts: ['.qwen', 'projects'],
  prepare: ({ home }) =>
    put(join(home, '.qwen', 'settings.json'), { security: { auth: { selectedType: 'openai' } } }),
  start: ({ modules, url }, prompt) => ({
    command: process.execPath,
    args: [join(modules, '@qwen-code', 'qwen-code', 'cli.js'), ...['-p', prompt, '--approval-mode', 'yolo']],
    env: { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'fake', OPENAI_MODEL: 'mock' },
  }),
  callOf: (tools, step) =>
    tools.includes('run_shell_command')
      ? {
          name: 'run_shell_command',
          args: { command: COMMAND, description: `Attempt ${step}`, is_background: false },
        }
      : undefined,
};

export const REAL_AGENTS: readonly RealAgent[] = [...[claudeCode, codex, gemini, opencode, copilot, qwen]];
