import { HOOK_PROTOCOLS } from '@rutbreak/adapters/hooks';
import { join } from 'node:path';
import type { Agent, Place } from '../agent.js';
import { type Door, ownJson } from '../settings.js';
import type { Surroundings } from '../../transcripts/places.js';

const FILE = 'rutbreak.json';
/** With these names, and not `preToolUse`, each event says what it is. VS Code knows them, too. */
const EVENTS = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'UserPromptSubmit',
  'SessionStart',
  'Stop',
];

/** Copilot CLI and VS Code read the same folders. */
export function copilotPlaces({ home, folder }: Surroundings): readonly Place[] {
  const own = join(home, '.copilot');
  return [
    { scope: 'home', folder: own, files: [join(own, 'hooks', FILE)] },
    {
      ...{ scope: 'project', folder: join(folder, '.github', 'hooks') },
      files: [join(folder, '.github', 'hooks', FILE)],
    },
  ];
}

/** One file for both: Copilot CLI starts `bash` or `powershell`, VS Code `command`. */
export const copilotFile = ownJson(({ command }: Door) => ({
  version: 1,
  hooks: Object.fromEntries(
    EVENTS.map((event) => [
      event,
      [
        {
          type: 'command',
          command,
          bash: command,
          powershell: windowsForm(command),
          timeoutSec: 10,
          timeout: 10,
        },
      ],
    ]),
  ),
}));

/** PowerShell knows no `||` before version 7, and starts a quoted path only after `&`. */
function windowsForm(command: string): string {
  return `& ${command.replace(' || exit 0', '; exit 0')}`;
}

/** https://docs.github.com/en/copilot/reference/hooks-reference */
export const copilot: Agent = {
  id: 'copilot',
  title: 'GitHub Copilot CLI',
  support: { tested: 'run with the real program', against: '1.0.102', date: '2026-11' },
  read: (input) => HOOK_PROTOCOLS['claude-code'].read(input),
  reply: (call, answer) => ({ stdout: HOOK_PROTOCOLS['claude-code'].write(call, answer) }),
  alsoReadBy: ['vscode'],
  // VS Code sends a time, too, and with it the id of the call or the path of the transcript.
  isSender: (input) =>
    typeof input['timestamp'] === 'string' &&
    typeof input['hook_event_name'] === 'string' &&
    !('tool_use_id' in input) &&
    !('tool_response' in input),
  places: copilotPlaces,
  settings: copilotFile,
  trial: (step, session) => ({
    ...{ session_id: session, hook_event_name: 'PostToolUse', timestamp: `2026-01-01T00:00:0${step}Z` },
    ...{ tool_name: 'Bash', tool_input: { command: 'cat missing' } },
    tool_result: {
      result_type: 'success',
      text_result_for_llm: `cat: missing: No such file or directory\n<shellId: ${step} completed with exit code 1>`,
    },
  }),
  firstRun:
    'Restart copilot and let it run one command. Hooks of a project run only in a folder that copilot trusts; `copilot -p` asks nobody, and runs them with GITHUB_COPILOT_PROMPT_MODE_REPO_HOOKS=true.',
};
