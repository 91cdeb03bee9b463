import { readEachOutcome } from '@rutbreak/core/edge';
import { join } from 'node:path';
import { type Fields, fieldsOf } from '../../transcripts/fields.js';
import type { Agent } from '../agent.js';
import { clineReply } from '../replies.js';
import { firstText, type Moment, readWire, valueAt, type Wire } from '../wire.js';

const toolIn =
  (...paths: readonly string[]) =>
  (input: Fields) =>
    firstText(input, paths);
const argsIn =
  (...paths: readonly string[]) =>
  (input: Fields): unknown =>
    paths.map((path) => valueAt(input, path)).find((value) => value !== undefined);

/**
 * https://docs.cline.bot/features/hooks/hook-reference. The editor names events after their files; the command line
 * program names them `tool_call` and `tool_result`, and adds fields of its own.
 */
const before: Moment = {
  ...{ kind: 'attempt', tool: toolIn('tool_call.name', 'preToolUse.toolName') },
  args: argsIn('tool_call.input', 'preToolUse.parameters'),
};
const after: Moment = {
  ...{ kind: 'call', tool: toolIn('tool_result.name', 'postToolUse.toolName') },
  ...{ args: argsIn('tool_result.input', 'postToolUse.parameters'), outcome: outcomeOf },
};

const WIRE: Wire = {
  agent: 'cline',
  session: ['taskId'],
  event: ['hookName'],
  call: ['tool_call.id', 'tool_result.id'],
  time: ['timestamp'],
  moments: {
    ...{ PreToolUse: before, tool_call: before, PostToolUse: after, tool_result: after },
    UserPromptSubmit: { kind: 'prompt', text: 'userPromptSubmit.prompt' },
    prompt_submit: { kind: 'prompt', text: 'userPromptSubmit.prompt' },
    TaskResume: { kind: 'restart', reason: 'restart' },
    agent_resume: { kind: 'restart', reason: 'restart' },
    PreCompact: { kind: 'restart', reason: 'compaction' },
  },
  // There is no veto: `cancel` before a call ends the whole run.
  before: { appendToResult: true, injectMessage: true, pause: true },
  after: { appendToResult: true, injectMessage: true, pause: true },
};

/** A tool that ran several commands succeeded as a tool; each command has its own outcome. */
function outcomeOf(input: Fields): { readonly result: unknown; readonly isError: boolean } {
  const { output, error } = fieldsOf(input['tool_result']);
  const { result, success } = fieldsOf(input['postToolUse']);
  const told = readEachOutcome(output);
  return {
    result: told?.result ?? output ?? result ?? error,
    isError: success === false || told?.isError === true || error !== undefined,
  };
}

const EVENTS = ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'TaskResume', 'PreCompact'];
const HEAD = '# Written by `rutbreak init`. `rutbreak init --remove cline` takes it away.';
/**
 * Cline waits for a hook without a limit, and Node can hang before its first line, for example without memory. Not on
 * macOS.
 */
const TIMED =
  'if [ "$1" != timed ] && command -v timeout >/dev/null; then timeout -s KILL 10 "$0" timed; exit 0; fi';

export const cline: Agent = {
  id: 'cline',
  title: 'Cline',
  support: { tested: 'run with the real program', against: '3.0.65', date: '2026-11' },
  read: (input) => readWire(input, WIRE),
  reply: clineReply,
  places: ({ home, folder }) => [
    placeIn('home', join(home, '.cline'), join(home, '.cline', 'hooks')),
    placeIn('project', join(folder, '.clinerules'), join(folder, '.clinerules', 'hooks')),
  ],
  settings: {
    kind: 'own',
    text: ({ command }) => `#!/bin/sh\n${HEAD}\n${TIMED}\n${command}\n`,
    isOwn: (text) => text.includes(HEAD),
    commandIn: (text) => text.trimEnd().split('\n').at(-1),
    isExecutable: true,
  },
  trial: (step, session) => ({
    ...{ taskId: session, hookName: 'PostToolUse', timestamp: `${step}` },
    postToolUse: {
      ...{ toolName: 'execute_command', parameters: { command: 'cat missing' }, success: false },
      result: 'cat: missing: No such file or directory',
    },
  }),
  firstRun: 'Switch hooks on in the settings of Cline, and let it run one command.',
};

function placeIn(
  scope: 'home' | 'project',
  folder: string,
  hooks: string,
): ReturnType<Agent['places']>[number] {
  return { scope, folder, files: EVENTS.map((event) => join(hooks, event)) };
}
