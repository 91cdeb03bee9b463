import { claudeCode } from './claude-code.js';
import { codex } from './codex.js';
import { gemini } from './gemini.js';
import type { HookAgent, HookProtocol } from './hook.js';
import { opencode } from './opencode.js';

export { answerTo, answerWith, type Refusal, refusalOf, withWayBack } from './answer.js';
export {
  beginHook,
  endHook,
  type HookMemory,
  nestedSessions,
  NO_MEMORY,
  withNesting,
} from './hook-memory.js';
export {
  forUser,
  HOOK_AGENTS,
  type HookAgent,
  type HookAnswer,
  type HookCall,
  type HookProtocol,
  SILENT,
  toldIn,
} from './hook.js';
export { type ActionOutcome, outcomeOf, outcomesOf } from './outcomes.js';
export { withoutNarration } from './fields.js';

export const HOOK_PROTOCOLS: Readonly<Record<HookAgent, HookProtocol>> = {
  'claude-code': claudeCode,
  codex,
  gemini,
  opencode,
};
