/** The settings that `init` writes for an agent. */
import { AGENT_IDS } from './ids.js';

/** How the agent reaches this program: it starts a command, or, for Claude Code, calls a gateway. */
export interface Door {
  readonly command: string;
  readonly gateway?: string;
}

/** One of our hooks and its event. */
interface Wanted {
  readonly event: string;
  readonly entry: object;
}

/** Our hooks are part of a JSON file with other settings. */
export interface SharedFile {
  readonly kind: 'shared';
  /** The keys that lead to the events. */
  readonly root: (file: string) => readonly string[];
  readonly wanted: (door: Door) => readonly Wanted[];
  /** Other keys that a new file needs. */
  readonly head?: Readonly<Record<string, unknown>>;
}

/** A file that holds our hooks and nothing else. */
export interface OwnFile {
  readonly kind: 'own';
  /** `module`: the file that the plugin of opencode loads. */
  readonly text: (door: Door, module: string) => string;
  readonly isOwn: (text: string) => boolean;
  /** The command that the agent runs, as it stands in the file. Absent if the agent loads our code instead. */
  readonly commandIn?: (text: string) => string | undefined;
  readonly isExecutable?: true;
}

export type Settings = SharedFile | OwnFile;

const UNDER_HOOKS = ['hooks'] as const;

/** The layout of Claude Code: events, in each of them groups with a matcher, in each of them hooks. */
export function groupedHooks(
  events: { readonly tools: readonly string[]; readonly others: readonly string[] },
  hookOf: (door: Door, event: string) => object,
  root: SharedFile['root'] = () => UNDER_HOOKS,
): SharedFile {
  return {
    kind: 'shared',
    root,
    wanted: (door) => [
      ...events.tools.map((event) => ({ event, entry: { matcher: '*', hooks: [hookOf(door, event)] } })),
      ...events.others.map((event) => ({ event, entry: { hooks: [hookOf(door, event)] } })),
    ],
  };
}

/** A simpler layout: events, and in each of them hooks. */
export function listedHooks(
  events: readonly string[],
  hookOf: (door: Door) => object,
  head: SharedFile['head'] = {},
): SharedFile {
  return {
    ...{ kind: 'shared', head, root: () => UNDER_HOOKS },
    wanted: (door) => events.map((event) => ({ event, entry: hookOf(door) })),
  };
}

/** A JSON file that holds our hooks and nothing else. */
export function ownJson(contentOf: (door: Door) => object): OwnFile {
  return {
    kind: 'own',
    text: (door) => `${JSON.stringify(contentOf(door), null, 2)}\n`,
    isOwn: (text) => OWN_COMMAND.test(text),
    commandIn: (text) => ownCommandIn(JSON.parse(text)),
  };
}

function ownCommandIn(value: unknown): string | undefined {
  if (typeof value === 'string') return OWN_COMMAND.test(value) ? value : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.values(value)
    .map(ownCommandIn)
    .find((command) => command !== undefined);
}

const OWN_COMMAND = new RegExp(
  `(?:rutbreak|cli\\.js|hook\\.cjs)\\\\?["']? hook (?:${AGENT_IDS.join('|')})\\b`,
);
const OWN_URL = /\/v1\/hooks\/claude-code$/;

/** Recognises our hooks, whichever version of this program wrote them. */
export function isOwnHook(hook: unknown): boolean {
  const { command, bash, url } = (hook ?? {}) as { command?: unknown; bash?: unknown; url?: unknown };
  const isOwnCommand = (text: unknown): boolean => typeof text === 'string' && OWN_COMMAND.test(text);
  return isOwnCommand(command) || isOwnCommand(bash) || (typeof url === 'string' && OWN_URL.test(url));
}
