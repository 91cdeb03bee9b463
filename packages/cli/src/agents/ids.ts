/** The coding agents that `init` can set up. */
export const AGENT_IDS = [
  'claude-code',
  'codex',
  'gemini',
  'opencode',
  'cursor',
  'copilot',
  'vscode',
  'qwen',
  'cline',
  'windsurf',
  'kiro',
  'droid',
] as const;

export type AgentId = (typeof AGENT_IDS)[number];
