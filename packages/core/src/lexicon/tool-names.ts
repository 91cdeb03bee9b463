import type { WordEntry } from './entry.js';

/** Words in the names of tools, and in the commands of tools with many commands. */

/** Looks at something and changes nothing. */
export const READ_VERBS = [
  {
    word: 'read',
    traces: ['corpus: looping/contract-pages-again', 'issue: microsoft/vscode-copilot-release#12958'],
  },
  { word: 'view', traces: ['corpus: looping/read-edit-test', 'run: Trae CLI session'] },
  { word: 'get', traces: ['corpus: looping/thermostat-and-window', 'run: tau-bench airline'] },
  { word: 'list', traces: ['corpus: looping/thermostat-and-window', 'issue: vinhnx/VTCode#680'] },
  { word: 'search', traces: ['corpus: looping/crm-query-in-other-dress', 'run: RepairAgent'] },
  { word: 'find', traces: ['corpus: looping/seven-sources', 'run: SWE-agent demonstration'] },
  { word: 'fetch', traces: ['corpus: looping/three-pages-of-the-docs', 'issue: openclaw/openclaw#75924'] },
  {
    word: 'query',
    traces: ['corpus: looping/upload-fails-with-request-ids', 'issue: confident-ai/deepeval#2643'],
  },
  { word: 'open', traces: ['corpus: looping/seven-sources', 'run: SWE-agent on Multi-SWE-bench Java'] },
  {
    word: 'grep',
    traces: ['corpus: looping/one-config-many-spellings', 'issue: microsoft/amplifier-foundation#28'],
  },
  { word: 'ls', traces: ['corpus: looping/four-files-round-and-round', 'issue: Kilo-Org/kilocode#13772'] },
  {
    word: 'status',
    traces: ['corpus: looping/the-finished-part-reopened', 'issue: alvinunreal/oh-my-opencode-slim#1120'],
  },
  { word: 'check', traces: ['corpus: looping/borrow-or-move', 'issue: HKUDS/nanobot#3215'] },
  {
    word: 'describe',
    traces: ['corpus: looping/explain-describe-count', 'issue: superplanehq/superplane#4123'],
  },
  { word: 'scroll', traces: ['corpus: looping/seven-sources', 'issue: browser-use/browser-use#4033'] },
  {
    word: 'screenshot',
    traces: ['corpus: healthy/accessibility-page-by-page', 'issue: adolfousier/opencrabs#661'],
  },
] as const satisfies readonly WordEntry[];

/** Changes a file or a record. */
export const WRITE_VERBS = [
  {
    word: 'write',
    traces: ['corpus: looping/carousel-of-three', 'test: openclaw tool-loop-detection.test.ts'],
  },
  { word: 'edit', traces: ['corpus: looping/the-same-sleep-again', 'issue: The01Geek/prflow#805'] },
  { word: 'create', traces: ['corpus: looping/tickets-for-one-fault', 'issue: continuedev/continue#6776'] },
  {
    word: 'delete',
    traces: ['corpus: healthy/meetings-cancelled', 'issue: NousResearch/hermes-agent#61555'],
  },
  {
    word: 'replace',
    traces: ['corpus: healthy/broken-line-found-by-halving', 'issue: google-gemini/gemini-cli#10995'],
  },
  {
    word: 'patch',
    traces: ['corpus: looping/error-whack-a-mole', 'test: hermes-agent tool_guardrails.py (stated rules)'],
  },
  { word: 'move', traces: ['corpus: looping/card-to-and-fro'] },
  { word: 'rename', traces: ['probe: n-batch-rename'] },
  {
    word: 'set',
    traces: ['corpus: looping/undo-redo-in-the-canvas', 'test: qwen-code loopDetectionService.test.ts'],
  },
] as const satisfies readonly WordEntry[];

/** Does something irreversible, again with every call. */
export const SEND_VERBS = [
  {
    word: 'send',
    traces: [
      'test: openclaw tool-loop-detection.test.ts',
      'corpus: looping/job-popped-and-never-acknowledged',
    ],
  },
  { word: 'post', traces: ['corpus: healthy/invoices-posted'] },
  {
    word: 'message',
    traces: ['issue: openclaw/openclaw#89090', 'test: openclaw tool-loop-detection.test.ts'],
  },
  { word: 'submit', traces: ['run: SWE-agent demonstration', 'corpus: looping/stuck-at-the-seventh-guest'] },
  { word: 'order', traces: ['corpus: healthy/order-book-worked-in-slices', 'run: tau-bench retail'] },
  { word: 'save', traces: ['corpus: healthy/todos-move-on', 'issue: zed-industries/zed#31402'] },
  {
    word: 'add',
    traces: ['corpus: looping/remembers-it-once-more', 'issue: NorthlandPositronics/Cogtrix#474'],
  },
  { word: 'task', traces: ['corpus: looping/one-task-many-agents', 'probe: p-subagent-respawn'] },
  { word: 'agent', traces: ['issue: MoonshotAI/kimi-code#2725', 'issue: anthropics/claude-code#68110'] },
  { word: 'yield', traces: ['issue: can1357/oh-my-pi#10895'] },
] as const satisfies readonly WordEntry[];

/** Only the agent itself reads what this writes. */
export const NOTE_VERBS = [
  { word: 'todo', traces: ['corpus: looping/todo-tool-flip-flop', 'run: Claude Code on terminal tasks'] },
  { word: 'todos', traces: ['issue: google-gemini/gemini-cli#18292'] },
  { word: 'plan', traces: ['issue: openclaw/openclaw#117914', 'issue: openai/codex#38931'] },
  { word: 'think', traces: ['corpus: looping/one-thought-in-other-words', 'run: tau-bench airline'] },
] as const satisfies readonly WordEntry[];

/** Lets time pass. Also in names of arguments. */
export const WAIT_VERBS = [
  { word: 'wait', traces: ['corpus: looping/wait-tool-and-snapshot', 'issue: vanillagreencom/kendex#752'] },
  {
    word: 'sleep',
    traces: ['corpus: looping/frozen-job-that-counts-idle-seconds', 'issue: Intrect-io/OpenSwarm#262'],
  },
] as const satisfies readonly WordEntry[];

/** Asks a person. */
export const ASK_VERBS = [
  {
    word: 'ask',
    traces: ['issue: QwenLM/qwen-code#4506', 'corpus: looping/expert-asked-in-ever-other-words'],
  },
] as const satisfies readonly WordEntry[];

/** Hands the work over to another agent. A phrase needs all its words, in any order. */
export const HANDOFF_VERBS = [
  {
    word: 'transfer',
    traces: ['corpus: looping/triage-and-billing', 'issue: langchain-ai/langgraph-swarm-py#6'],
  },
  { word: 'handoff', traces: ['issue: microsoft/vscode#325128'] },
] as const satisfies readonly WordEntry[];
