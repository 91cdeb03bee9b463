import type { WordEntry } from './entry.js';

/** Words that say how a call went. `-error` is any word with that ending. */

/** The call failed. */
export const FAILURE_WORDS = [
  { word: '-error', traces: ['corpus: looping/tail-of-a-dead-log', 'run: TRAIL'] },
  { word: '-exception', traces: ['run: SWE-agent on Multi-SWE-bench Java', 'run: Codex CLI session'] },
  { word: 'fail', traces: ['corpus: looping/state-regression', 'run: Codex CLI session'] },
  {
    word: 'failed',
    traces: ['corpus: looping/clear-the-cache', 'issue: IntertechInc/claude-agent-team-feedback#99'],
  },
  { word: 'cannot', traces: ['corpus: looping/same-answer-to-other-questions', 'run: RepairAgent'] },
  { word: "can't", traces: ['run: SWE-agent on Multi-SWE-bench Java', 'run: OpenHands'] },
  { word: 'could not', traces: ['corpus: looping/progress-note-in-the-call', 'probe: p-subagent-respawn'] },
  { word: 'unable', traces: ['run: SWE-agent on Multi-SWE-bench Java', 'run: TRAIL'] },
  { word: 'invalid', traces: ['run: InterCode', 'corpus: looping/version-to-and-fro'] },
  { word: 'denied', traces: ['blind: e-029-ssh-publickey-variants', 'issue: The01Geek/prflow#805'] },
  { word: 'rejected', traces: ['run: Kimi on terminal tasks', 'run: Claude Code on terminal tasks'] },
  { word: 'timed out', traces: ['run: SWE-agent on Multi-SWE-bench Java', 'run: LiveMCPBench'] },
  { word: 'timeout', traces: ['issue: NousResearch/hermes-agent#75569', 'issue: can1357/oh-my-pi#10521'] },
  {
    word: 'not found',
    traces: ['issue: NousResearch/hermes-agent#34610', 'corpus: looping/pods-in-a-round'],
  },
] as const satisfies readonly WordEntry[];

/** After these, a word for failure is good news. */
export const NEGATIONS = [
  { word: 'no', traces: ['none: "no error" is good news'] },
  { word: 'without', traces: ['none: "without error" is good news'] },
] as const satisfies readonly WordEntry[];

/** In a long answer to a write: it was refused. */
export const REFUSAL_WORDS = [
  { word: 'not', traces: ['corpus: looping/fixes-that-miss-lines', 'run: RepairAgent'] },
] as const satisfies readonly WordEntry[];

/** At the start of a short text: nothing was found. */
export const NOTHING_WORDS = [
  { word: 'no', traces: ['corpus: looping/read-edit-test', 'issue: RooCodeInc/Roo-Code#3198'] },
  {
    word: 'empty',
    traces: ['issue: 1jehuang/jcode#797', 'corpus: healthy/thumbnail-jobs-popped-and-acknowledged'],
  },
  { word: 'null', traces: ['corpus: looping/which-goal-today', 'run: Codex CLI session'] },
] as const satisfies readonly WordEntry[];

/** Anywhere in a short text: nothing was found. */
export const NOTHING_PHRASES = [
  {
    word: 'no matching',
    traces: ['corpus: looping/error-repetition', 'issue: NousResearch/hermes-agent#67889'],
  },
  { word: 'no output', traces: ['run: Kimi on terminal tasks'] },
  { word: 'not found', traces: ['corpus: looping/pods-in-a-round', 'issue: anthropics/claude-code#70222'] },
  { word: 'nothing', traces: ['corpus: looping/beyond-the-end', 'issue: ranxianglei/opencode-acp#216'] },
] as const satisfies readonly WordEntry[];

/** It is not done yet. */
export const PENDING_WORDS = [
  { word: 'running', traces: ['corpus: healthy/five-helpers-asked-in-turn', 'probe: n-wait-then-done'] },
  {
    word: 'pending',
    traces: ['issue: openai/codex#38931', 'test: hermes-agent tool_guardrails.py (stated rules)'],
  },
  { word: 'queued', traces: ['corpus: looping/asks-without-pause', 'probe: p-poll-dead'] },
  {
    word: 'in progress',
    traces: ['corpus: looping/the-finished-part-reopened', 'issue: OpenHands/OpenHands#5355'],
  },
  {
    word: 'waiting',
    traces: ['corpus: looping/two-selectors-both-time-out', 'issue: faremeter/interchange#149'],
  },
  { word: 'starting', traces: ['corpus: healthy/service-warms-up', 'run: Claude Code on terminal tasks'] },
  { word: 'still', traces: ['issue: google-gemini/gemini-cli#10620', 'corpus: healthy/subtitles-in-blocks'] },
] as const satisfies readonly WordEntry[];

/** It worked. */
export const PASS_WORDS = [
  {
    word: 'pass',
    traces: ['corpus: healthy/one-sub-agent-after-another', 'issue: anthony-chaudhary/fak#3943'],
  },
  { word: 'passed', traces: ['corpus: looping/after-a-good-morning', 'issue: QwenLM/qwen-code#9733'] },
  {
    word: 'success',
    traces: ['corpus: healthy/ci-jobs-finish-one-by-one', 'issue: OpenHands/OpenHands#5355'],
  },
  {
    word: 'successfully',
    traces: ['corpus: looping/mole-in-error-events', 'issue: continuedev/continue#6776'],
  },
  { word: 'ok', traces: ['corpus: looping/uneven-laps', 'run: Codex CLI session'] },
] as const satisfies readonly WordEntry[];

/** The tag around a status. */
export const STATUS_MARK = [
  { word: 'status', traces: ['run: Claude Code on terminal tasks'] },
] as const satisfies readonly WordEntry[];
