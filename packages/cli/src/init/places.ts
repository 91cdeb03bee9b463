import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HookAgent } from '@rutbreak/adapters/hooks';
import type { Surroundings } from '../transcripts/places.js';

export type Scope = 'home' | 'project';

/** Where an agent's settings may be, at one of two levels. */
export interface Place {
  readonly agent: HookAgent;
  readonly scope: Scope;
  /** Is there where the agent is used. */
  readonly folder: string;
  /** What `init` writes. What names a path of this machine is nothing to share with others, where the agent tells these apart. */
  readonly file: string;
  /** Other files in which the hook may stand. */
  readonly others: readonly string[];
}

export function placesOf(agent: HookAgent, around: Surroundings): readonly Place[] {
  const { home, folder: project } = around;
  const place = (scope: Scope, folder: string, file: string, ...others: string[]): Place => ({
    ...{ agent, scope, folder, file: join(folder, file), others: others.map((name) => join(folder, name)) },
  });
  switch (agent) {
    case 'claude-code':
      return [
        place('home', around.claude ?? join(home, '.claude'), 'settings.json', 'settings.local.json'),
        place('project', join(project, '.claude'), 'settings.local.json', 'settings.json'),
      ];
    case 'codex':
      return [
        place('home', around.codex ?? join(home, '.codex'), 'hooks.json'),
        place('project', join(project, '.codex'), 'hooks.json'),
      ];
    case 'gemini':
      return [
        place('home', join(home, '.gemini'), 'settings.json'),
        place('project', join(project, '.gemini'), 'settings.json'),
      ];
    case 'opencode':
      return [
        place('home', around.opencode ?? join(home, '.config', 'opencode'), join('plugins', 'rutbreak.js')),
        place('project', join(project, '.opencode'), join('plugins', 'rutbreak.js')),
      ];
  }
}

export function isUsed({ folder }: Place): boolean {
  return existsSync(folder);
}
