import { existsSync, readFileSync } from 'node:fs';
import { RutbreakError } from '@rutbreak/core';
import { type Agent, AGENTS, type AgentId, type Place, type Scope } from '../agents/index.js';
import type { Door } from '../agents/settings.js';
import type { Surroundings } from '../transcripts/places.js';
import { hasHooks, withHooks, withoutHooks } from './json-hooks.js';
import { CliError } from '../errors/cli-error.js';

/** One file before and after; `undefined` where it does not exist. */
export interface Change {
  readonly agent: AgentId;
  readonly file: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly isExecutable?: true;
}

export interface Plan {
  readonly changes: readonly Change[];
  /** About agents for which nothing changes. */
  readonly notes: readonly string[];
}

export interface Wish {
  readonly agents: readonly AgentId[];
  readonly around: Surroundings;
  readonly scope?: Scope;
  readonly doorOf: (agent: AgentId) => Door;
  /** The module that the plugin of opencode loads. */
  readonly module: string;
}

/** The agents in use in this project or by this person. */
export function usedAgents(agents: readonly AgentId[], around: Surroundings): readonly AgentId[] {
  return agents.filter((id) => AGENTS[id].places(around).some(isUsed));
}

function isUsed({ folder }: Place): boolean {
  return existsSync(folder);
}

export function planInstall(wish: Wish): Plan {
  const changes: Change[] = [];
  const notes: string[] = [];
  for (const id of wish.agents) {
    const agent = AGENTS[id];
    const files = filesFor(agent, wish);
    const wanted = files
      // Two agents may share a file.
      .filter((file) => !changes.some((change) => change.file === file))
      .map((file) => changeTo(agent, file, wish))
      .filter(({ before, after }) => before !== after);
    changes.push(...wanted);
    if (wanted.length === 0) notes.push(`${agent.title} is guarded already: ${files[0] ?? ''}`);
  }
  return { changes, notes };
}

/** The files that already have our hooks, or else the files for them. */
function filesFor(agent: Agent, { around, scope }: Wish): readonly string[] {
  const places = agent.places(around);
  const there = settingsOf(agent.id, around).find((file) => isGuardedBy(agent.id, file));
  const at = there === undefined ? undefined : places.find(({ files }) => files.includes(there));
  if (there !== undefined && at === undefined) return [there];
  const place = at ?? places.find((one) => one.scope === scope) ?? places.find(isUsed) ?? places[0];
  return place?.files ?? [];
}

function changeTo(agent: Agent, file: string, wish: Wish): Change {
  const { settings, id } = agent;
  const before = read(file);
  const door = wish.doorOf(agent.hookName ?? id);
  if (settings.kind === 'shared') {
    const after = editedText(before, (text) => withHooks(text, settings, door, file));
    return { agent: id, file, before, after };
  }
  if (before !== undefined && !settings.isOwn(before)) {
    const hint = 'Rename it: `init` did not write it, and would overwrite it.';
    throw new CliError('CONFIG_FILE', { path: file, why: 'a file of that name exists', hint });
  }
  const after = settings.text(door, wish.module);
  return { agent: id, file, before, after, ...(settings.isExecutable && { isExecutable: true }) };
}

export function planRemoval(agents: readonly AgentId[], around: Surroundings): Plan {
  const changes: Change[] = [];
  const notes: string[] = [];
  for (const agent of agents) {
    const files = settingsOf(agent, around).filter((file) => isGuardedBy(agent, file));
    if (files.length === 0) notes.push(`${AGENTS[agent].title} is not guarded.`);
    for (const file of files)
      if (!changes.some((change) => change.file === file))
        changes.push({ agent, file, before: read(file), after: removed(agent, file) });
  }
  return { changes, notes };
}

/** The file without our hooks. */
export function removed(agent: AgentId, file: string): string | undefined {
  const { settings } = AGENTS[agent];
  if (settings.kind === 'own') return undefined;
  return editedText(read(file), (text) => withoutHooks(text, settings, file));
}

/** Every file that may contain a hook. In a home folder both scopes are the same. */
export function settingsOf(agent: AgentId, around: Surroundings): readonly string[] {
  const places = AGENTS[agent].places(around);
  return [...new Set(places.flatMap(({ files, others = [] }) => [...files, ...others]))];
}

/** Does the file have our hook? An error in the settings is reported when they are changed. */
export function isGuardedBy(agent: AgentId, file: string): boolean {
  const text = read(file);
  if (text === undefined) return false;
  const { settings } = AGENTS[agent];
  if (settings.kind === 'own') return settings.isOwn(text);
  try {
    return hasHooks(withoutMark(text), settings, file);
  } catch (error) {
    if (error instanceof RutbreakError) return false;
    throw error;
  }
}

const MARK = '\ufeff';

export function withoutMark(text: string): string {
  return text.startsWith(MARK) ? text.slice(1) : text;
}

/** Keeps a byte order mark, which some editors write. */
function editedText(before: string | undefined, edit: (text: string) => string): string {
  const text = before ?? '';
  return (text.startsWith(MARK) ? MARK : '') + edit(withoutMark(text));
}

export function read(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
