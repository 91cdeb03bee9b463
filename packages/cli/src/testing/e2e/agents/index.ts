import type { RealAgent } from '../real-agent.js';
import { claudeCode } from './claude-code.js';
import { cline } from './cline.js';
import { codex } from './codex.js';
import { copilot } from './copilot.js';
import { gemini } from './gemini.js';
import { opencode } from './opencode.js';
import { qwen } from './qwen.js';

export const REAL_AGENTS: readonly RealAgent[] = [
  ...[claudeCode, codex, gemini, opencode, copilot, qwen, cline],
];
