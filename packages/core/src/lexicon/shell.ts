import type { WordEntry } from './entry.js';

/** Words in command lines. */

/** Commands that change files, where a command can stand. */
export const SHELL_CHANGES = [
  { word: 'mv', traces: ['corpus: looping/french-folder-that-is-closed', 'run: InterCode'] },
  { word: 'cp', traces: ['corpus: looping/french-folder-that-is-closed', 'issue: open-gsd/gsd-pi#1206'] },
  { word: 'rm', traces: ['run: InterCode', 'corpus: looping/clean-up-that-was-refused'] },
  { word: 'mkdir', traces: ['corpus: looping/registry-unreachable-every-way', 'probe: n-mkdirs'] },
  { word: 'chmod', traces: ['run: Codex CLI session', 'run: SWE-agent on Multi-SWE-bench Java'] },
  { word: 'apply_patch', traces: ['run: Codex CLI session', 'issue: openai/codex#2235'] },
  { word: 'kill', traces: ['run: Claude Code on terminal tasks'] },
  { word: 'pkill', traces: ['corpus: looping/port-that-stays-taken', 'run: Claude Code on terminal tasks'] },
] as const satisfies readonly WordEntry[];

/** Commands that change files if followed by this option or subcommand. */
export const SHELL_CHANGES_WITH = [
  {
    word: 'sed -i',
    traces: ['corpus: healthy/licence-header-in-every-file', 'run: SWE-agent on Multi-SWE-bench Java'],
  },
  {
    word: 'git checkout',
    traces: [
      'corpus: looping/checkout-apply-test-checkout',
      'issue: gke-labs/gemini-for-kubernetes-development#680',
    ],
  },
  {
    word: 'git commit',
    traces: ['corpus: healthy/silent-type-check-after-each-move', 'run: Claude Code on terminal tasks'],
  },
  { word: 'git add', traces: ['corpus: healthy/git-between-steps', 'run: Codex CLI session'] },
  {
    word: 'git mv',
    traces: ['corpus: healthy/silent-type-check-after-each-move', 'issue: google-gemini/gemini-cli#5873'],
  },
  {
    word: 'git pull',
    traces: ['corpus: healthy/nightly-dependency-check', 'issue: anthony-chaudhary/fak#2981'],
  },
  { word: 'pip install', traces: ['run: Claude Code on terminal tasks', 'corpus: looping/error-repetition'] },
  { word: 'pip3 install', traces: ['corpus: looping/error-repetition', 'run: Kimi on terminal tasks'] },
  { word: 'apt-get install', traces: ['run: Kimi on terminal tasks', 'corpus: healthy/different-errors'] },
] as const satisfies readonly WordEntry[];

/** Another command follows these. */
export const SHELL_PREFIXES = [
  { word: 'sudo', traces: ['run: SWE-agent on Multi-SWE-bench Java', 'run: Claude Code on terminal tasks'] },
] as const satisfies readonly WordEntry[];

/** Commands that show files, at the start. */
export const SHELL_READS = [
  { word: 'cat', traces: ['corpus: looping/error-repetition', 'run: Codex CLI session'] },
  { word: 'sed -n', traces: ['issue: macanderson/stella#1743', 'run: Codex CLI session'] },
  { word: 'tail', traces: ['issue: macanderson/stella#2022', 'corpus: looping/tail-of-a-dead-log'] },
  { word: 'grep', traces: ['corpus: looping/no-op-substitution', 'issue: rlaope/oh-my-hermes#1719'] },
  { word: 'rg', traces: ['corpus: looping/lint-behind-durations', 'run: Codex CLI session'] },
] as const satisfies readonly WordEntry[];

/** Commands that wait. */
export const SHELL_WAITS = [
  { word: 'sleep', traces: ['corpus: looping/tail-of-a-dead-log', 'issue: macanderson/stella#2022'] },
] as const satisfies readonly WordEntry[];

/** Output written here is discarded. */
export const SHELL_NOWHERE = [
  { word: '/dev/null', traces: ['run: Codex CLI session', 'run: InterCode'] },
] as const satisfies readonly WordEntry[];
