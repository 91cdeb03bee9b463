import type { WordEntry } from './entry.js';

/** Names of arguments and result fields, in lower case. */

/** `true` says that the call failed. */
export const FAILED_WHEN_TRUE = [
  { word: 'iserror', traces: ['none: a field of the MCP standard'] },
] as const satisfies readonly WordEntry[];

/** `false` says so, too. */
export const FAILED_WHEN_FALSE = [
  { word: 'ok', traces: ['blind: d-113-roster-three-way-rotation', 'run: LiveMCPBench'] },
  { word: 'success', traces: ['blind: d-057-grasp-jitter', 'run: LiveMCPBench'] },
] as const satisfies readonly WordEntry[];

/** A number other than 0 says that the call failed. */
export const FAILED_WHEN_NOT_ZERO = [
  { word: 'exit code', traces: ['blind: i-105-terraform-apply-mesmo-erro', 'run: Codex CLI session'] },
  { word: 'exitcode', traces: ['none: the same in one word, as Node writes it'] },
  { word: 'returncode', traces: ['none: the same, as Python writes it'] },
] as const satisfies readonly WordEntry[];

/** A text, or a list or object that is not empty, says that the call failed. */
export const FAILED_WHEN_SET = [
  { word: 'error', traces: ['corpus: looping/three-at-a-time', 'run: Claude Code on terminal tasks'] },
] as const satisfies readonly WordEntry[];

/** Last words of names: the number is a time or a duration. */
export const TIME_FIELDS = [
  { word: 'ms', traces: ['corpus: looping/query-with-a-fresh-thought', 'issue: confident-ai/deepeval#2643'] },
  {
    word: 's',
    traces: ['blind: d-057-grasp-jitter', 'blind: d-081-route-infeasible-tweaks'],
  },
  {
    word: 'seconds',
    traces: ['corpus: looping/idle-for-so-many-seconds', 'issue: alvinunreal/oh-my-opencode-slim#1120'],
  },
] as const satisfies readonly WordEntry[];

/** `mb_per_s` is not a time, although it ends like one. */
export const RATE_WORDS = [{ word: 'per', traces: ['blind: n-071'] }] as const satisfies readonly WordEntry[];

/** Last words of names: the number is a waiting time. */
export const WAIT_FIELDS = [
  { word: 'seconds', traces: ['corpus: looping/uneven-laps', 'issue: Intrect-io/OpenSwarm#262'] },
  {
    word: 'ms',
    traces: ['corpus: healthy/build-log-read-in-pieces', 'test: openclaw tool-loop-detection.test.ts'],
  },
] as const satisfies readonly WordEntry[];

/** Parts of names: the longest waiting time. */
export const TIMEOUT_FIELDS = [
  { word: 'timeout', traces: ['run: Kimi on terminal tasks', 'corpus: looping/rollout-then-smoke'] },
] as const satisfies readonly WordEntry[];

/** Parts of names: a file or a page. */
export const PATH_PARTS = [
  { word: 'path', traces: ['corpus: looping/german-two-errors-in-turn', 'issue: defilantech/LLMKube#969'] },
  { word: 'file', traces: ['corpus: looping/contract-pages-again', 'issue: whoz-oss/coday#998'] },
  { word: 'url', traces: ['corpus: looping/next-and-back', 'issue: openclaw/openclaw#75924'] },
] as const satisfies readonly WordEntry[];

/** Parts of names: a place. */
export const PLACE_PARTS = [] as const satisfies readonly WordEntry[];

/** A command line or a program. */
export const COMMAND_FIELDS = [
  { word: 'cmd', traces: ['blind: e-121-rollout-progress', 'blind: bzm16jsefv'] },
  { word: 'command', traces: ['corpus: looping/tail-of-a-dead-log', 'issue: macanderson/stella#2022'] },
] as const satisfies readonly WordEntry[];

/** The content of a write. */
export const CONTENT_FIELDS = [
  {
    word: 'content',
    traces: ['corpus: looping/carousel-of-three', 'issue: code-yeongyu/oh-my-openagent#2253'],
  },
  { word: 'file_text', traces: ['run: Trae CLI session', 'run: OpenHands'] },
  { word: 'text', traces: ['corpus: looping/channel-post-in-other-words', 'issue: can1357/oh-my-pi#10876'] },
  { word: 'body', traces: ['corpus: looping/the-same-mail-again', 'issue: HKUDS/nanobot#3215'] },
  { word: 'code', traces: ['corpus: looping/five-looks-at-a-dataset', 'issue: agentscope-ai/QwenPaw#6041'] },
] as const satisfies readonly WordEntry[];

/** Starts of names: the text that an edit removes. */
export const OLD_PREFIXES = [
  { word: 'old', traces: ['corpus: looping/german-two-errors-in-turn', 'issue: defilantech/LLMKube#969'] },
] as const satisfies readonly WordEntry[];

/** Starts of names: the text that an edit inserts. */
export const NEW_PREFIXES = [
  { word: 'new', traces: ['corpus: looping/german-two-errors-in-turn', 'issue: defilantech/LLMKube#969'] },
] as const satisfies readonly WordEntry[];

/** Remarks about the call. */
export const REMARK_FIELDS = [
  {
    word: 'description',
    traces: ['corpus: looping/one-task-many-agents', 'issue: google-gemini/gemini-cli#18292'],
  },
  {
    word: 'reason',
    traces: ['corpus: looping/refund-with-another-reason', 'issue: macanderson/stella#4034'],
  },
  { word: 'thought', traces: ['corpus: looping/query-with-a-fresh-thought', 'run: Trae CLI session'] },
  { word: 'task_progress', traces: ['corpus: looping/progress-note-in-the-call', 'issue: cline/cline#9933'] },
] as const satisfies readonly WordEntry[];

/** References to elements of a page: the next snapshot numbers the elements anew. */
export const REFERENCE_FIELDS = [
  {
    word: 'ref',
    traces: ['blind: f-050-playwright-overlay-intercepts', 'blind: i-012-playwright-click-dead-button'],
  },
] as const satisfies readonly WordEntry[];

/** The text of a content block. */
export const BLOCK_TEXTS = [
  {
    word: 'text',
    traces: ['test: openclaw tool-loop-detection.test.ts', 'test: openclaw 2026.9.6 hashExecFailureIdentity'],
  },
] as const satisfies readonly WordEntry[];

/** The type of a content block. */
export const BLOCK_TYPES = [
  {
    word: 'type',
    traces: ['test: openclaw tool-loop-detection.test.ts', 'test: openclaw 2026.9.6 hashExecFailureIdentity'],
  },
] as const satisfies readonly WordEntry[];

/** The list of content blocks. */
export const BLOCK_LISTS = [
  {
    word: 'content',
    traces: ['test: openclaw tool-loop-detection.test.ts', 'test: openclaw 2026.9.6 hashExecFailureIdentity'],
  },
] as const satisfies readonly WordEntry[];

/** The argument that names the tool behind a tool for all. */
export const ROUTED_TOOL_FIELDS = [
  { word: 'toolname', traces: ['corpus: healthy/chapters-through-one-tool-for-all', 'run: LiveMCPBench'] },
] as const satisfies readonly WordEntry[];
