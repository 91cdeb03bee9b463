import { existsSync, readFileSync } from 'node:fs';
import { HOOK_PROTOCOLS, type HookAgent } from '@rutbreak/adapters/hooks';
import { RutbreakError } from '@rutbreak/core';
import type { Surroundings } from '../transcripts/places.js';
import type { Door } from './entries.js';
import { hasHooks, withHooks, withoutHooks } from './json-hooks.js';
import { isUsed, placesOf, type Scope } from './places.js';
import { isOwnPlugin, pluginText } from './plugin.js';

/** One file, as it is and as it should be; `undefined` where there is none. */
export interface Change {
  readonly agent: HookAgent;
  readonly file: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface Plan {
  readonly changes: readonly Change[];
  /** What there was no need to change. */
  readonly notes: readonly string[];
}

export interface Wish {
  /** Those that are to be guarded; nothing: those that are used here. */
  readonly agents: readonly HookAgent[];
  readonly around: Surroundings;
  readonly scope?: Scope;
  readonly doorOf: (agent: HookAgent) => Door;
  /** What the plugin of opencode loads. */
  readonly module: string;
}

/** The agents that are used in this project or by this person. */
export function usedAgents(agents: readonly HookAgent[], around: Surroundings): readonly HookAgent[] {
  return agents.filter((agent) => placesOf(agent, around).some(isUsed));
}

export function planInstall(wish: Wish): Plan {
  const changes: Change[] = [];
  const notes: string[] = [];
  for (const agent of wish.agents) {
    const places = placesOf(agent, wish.around);
    const { title } = HOOK_PROTOCOLS[agent];
    const there = settingsOf(agent, wish.around).find((file) => isGuardedBy(agent, file));
    const place = places.find(({ scope }) => scope === wish.scope) ?? places.find(isUsed) ?? places[0];
    const file = there ?? place?.file;
    if (file === undefined) continue;
    const before = read(file);
    const after = installed(agent, before, file, wish);
    if (after === before) notes.push(`${title} is guarded already: ${file}`);
    else changes.push({ agent, file, before, after });
  }
  return { changes, notes };
}

function installed(agent: HookAgent, before: string | undefined, file: string, wish: Wish): string {
  if (agent !== 'opencode')
    return editedText(before, (text) => withHooks(text, agent, wish.doorOf(agent), file));
  if (before === undefined || isOwnPlugin(before)) return pluginText(wish.module);
  const hint = 'Rename it: it is not ours, and would be lost.';
  throw new RutbreakError('CONFIG_FILE', { path: file, why: 'there is a plugin of that name', hint });
}

export function planRemoval(agents: readonly HookAgent[], around: Surroundings): Plan {
  const changes: Change[] = [];
  const notes: string[] = [];
  for (const agent of agents) {
    const files = settingsOf(agent, around).filter((file) => isGuardedBy(agent, file));
    if (files.length === 0) notes.push(`${HOOK_PROTOCOLS[agent].title} is not guarded.`);
    for (const file of files) changes.push({ agent, file, before: read(file), after: removed(agent, file) });
  }
  return { changes, notes };
}

/** The file without what is ours. */
export function removed(agent: HookAgent, file: string): string | undefined {
  return agent === 'opencode' ? undefined : editedText(read(file), (text) => withoutHooks(text, file));
}

/** Every file in which the hook may stand. In somebody's home folder both levels are one. */
export function settingsOf(agent: HookAgent, around: Surroundings): readonly string[] {
  return [...new Set(placesOf(agent, around).flatMap(({ file, others }) => [file, ...others]))];
}

/** Does our hook stand in that file? Settings that are broken are told of when they are to be changed. */
export function isGuardedBy(agent: HookAgent, file: string): boolean {
  const text = read(file);
  if (text === undefined) return false;
  if (agent === 'opencode') return isOwnPlugin(text);
  try {
    return hasHooks(withoutMark(text), file);
  } catch (error) {
    if (error instanceof RutbreakError) return false;
    throw error;
  }
}

const MARK = '\ufeff';

export function withoutMark(text: string): string {
  return text.startsWith(MARK) ? text.slice(1) : text;
}

/** A byte order mark, which some editors put there, stays. */
function editedText(before: string | undefined, edit: (text: string) => string): string {
  const text = before ?? '';
  return (text.startsWith(MARK) ? MARK : '') + edit(withoutMark(text));
}

export function read(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
