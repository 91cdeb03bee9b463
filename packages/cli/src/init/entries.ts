import type { HookAgent } from '@rutbreak/adapters/hooks';

/** Agents whose hooks stand in a JSON file; opencode has a plugin. */
export type JsonAgent = Exclude<HookAgent, 'opencode'>;

interface Wanted {
  readonly event: string;
  /** One element of the event's list. */
  readonly entry: object;
}

const TOOL_EVENTS: Readonly<Record<JsonAgent, readonly string[]>> = {
  'claude-code': ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'],
  codex: ['PreToolUse', 'PostToolUse'],
  gemini: ['BeforeTool', 'AfterTool'],
};

const OTHER_EVENTS: Readonly<Record<JsonAgent, readonly string[]>> = {
  'claude-code': ['PostToolBatch', 'UserPromptSubmit', 'SessionStart', 'Stop'],
  codex: ['UserPromptSubmit', 'SessionStart', 'Stop'],
  gemini: ['BeforeAgent', 'SessionStart', 'AfterAgent'],
};

/** Far more than the hook ever takes: it looks after itself. Gemini counts milliseconds, the others seconds. */
const TIMEOUT: Readonly<Record<JsonAgent, number>> = { 'claude-code': 10, codex: 10, gemini: 10_000 };

/** What is to stand in the settings: a command, or, for Claude Code, the address of a gateway. */
export type Door = { readonly command: string } | { readonly gateway: string };

export function wantedHooks(agent: JsonAgent, door: Door): readonly Wanted[] {
  const timeout = TIMEOUT[agent];
  const hook =
    'gateway' in door
      ? { type: 'http', url: gatewayUrl(door.gateway, agent), timeout, ...TOKEN }
      : { ...(agent === 'gemini' && { name: 'rutbreak' }), type: 'command', command: door.command, timeout };
  return [
    ...TOOL_EVENTS[agent].map((event) => ({ event, entry: { matcher: '*', hooks: [hook] } })),
    ...OTHER_EVENTS[agent].map((event) => ({ event, entry: { hooks: [hook] } })),
  ];
}

/** The key stays in the environment; the settings only name it. */
const TOKEN = {
  headers: { Authorization: 'Bearer $RUTBREAK_TOKEN' },
  allowedEnvVars: ['RUTBREAK_TOKEN'],
};

function gatewayUrl(gateway: string, agent: JsonAgent): string {
  return `${gateway.replace(/\/+$/, '')}/v1/hooks/${agent}`;
}

const OWN_COMMAND = /(?:rutbreak|cli\.js)["']? hook (?:claude-code|codex|gemini)\b/;
const OWN_URL = /\/v1\/hooks\/claude-code$/;

/** Is this one hook of a list ours, whichever version of us wrote it? */
export function isOwnHook(hook: unknown): boolean {
  const { command, url } = (hook ?? {}) as { command?: unknown; url?: unknown };
  return (
    (typeof command === 'string' && OWN_COMMAND.test(command)) ||
    (typeof url === 'string' && OWN_URL.test(url))
  );
}

const PLAIN = /^[\w@%+=:,./~-]+$/;

/** How the agents' shells start this program. The paths are whole: an agent's PATH is not the user's. */
export function commandFor(node: string, script: string, agent: HookAgent): string {
  const quoted = [node, script].map((part) => (PLAIN.test(part) ? part : `"${part}"`));
  return [...quoted, 'hook', agent].join(' ');
}
