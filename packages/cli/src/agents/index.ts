import { type Fields, fieldsOf } from '../transcripts/fields.js';
import type { Agent } from './agent.js';
import { AGENT_IDS, type AgentId } from './ids.js';
import { claudeCode } from './known/claude-code.js';
import { cline } from './known/cline.js';
import { codex } from './known/codex.js';
import { copilot } from './known/copilot.js';
import { cursor } from './known/cursor.js';
import { droid } from './known/droid.js';
import { gemini } from './known/gemini.js';
import { kiro } from './known/kiro.js';
import { opencode } from './known/opencode.js';
import { qwen } from './known/qwen.js';
import { vscode } from './known/vscode.js';
import { windsurf } from './known/windsurf.js';

export type { Agent, Place, Reply, Scope } from './agent.js';
export { AGENT_IDS, type AgentId } from './ids.js';

export const AGENTS: Readonly<Record<AgentId, Agent>> = {
  'claude-code': claudeCode,
  ...{ codex, gemini, opencode, cursor, copilot, vscode, qwen, cline, windsurf, kiro, droid },
};

/** The agent that sent this. It may be another one, because some agents also run the hooks of Claude Code's settings. */
export function senderOf(named: Agent, input: unknown): Agent {
  const fields: Fields = fieldsOf(input);
  const others = (named.alsoReadBy ?? []).map((id) => AGENTS[id]);
  return others.find(({ isSender }) => isSender?.(fields) === true) ?? named;
}

export function isAgentId(name: string): name is AgentId {
  return (AGENT_IDS as readonly string[]).includes(name);
}
