import type { Fields } from '../fields.js';
import type { Reader } from '../reader.js';
import { claudeCode } from './claude-code.js';
import { cline } from './cline.js';
import { codex } from './codex.js';
import { copilot } from './copilot.js';
import { cursor } from './cursor.js';
import { droid } from './droid.js';
import { gatewayExport } from './gateway-export.js';
import { geminiChat, geminiStream } from './gemini.js';
import { geminiLog } from './gemini-log.js';
import { kiro } from './kiro.js';
import { messageLines, messageList } from './messages.js';
import { opencode } from './opencode.js';
import { openHands, openHandsSdk } from './openhands.js';
import { qwen } from './qwen.js';
import { openInference, otlp } from './spans.js';
import { miniSweAgent, sweAgent } from './swe-agent.js';
import { vscode } from './vscode.js';

/** The most specific format first: an agent's own format may contain a list of messages. */
const READERS: readonly Reader[] = [
  gatewayExport,
  qwen,
  copilot,
  cursor,
  cline,
  droid,
  kiro,
  vscode,
  claudeCode,
  codex,
  geminiStream,
  geminiChat,
  geminiLog,
  opencode,
  miniSweAgent,
  sweAgent,
  openHands,
  openHandsSdk,
  otlp,
  openInference,
  messageList,
  messageLines,
];

export function readerFor(value: unknown): Reader | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return READERS.find(({ knows }) => knows(value as Fields | readonly unknown[]));
}
