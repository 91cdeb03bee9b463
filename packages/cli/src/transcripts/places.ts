import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of an agent's transcripts. */
export interface KnownPlace {
  readonly agent: string;
  readonly path: string;
}

export interface Surroundings {
  readonly home: string;
  readonly folder: string;
  /** Folders that the agents' own variables name. */
  readonly claude?: string | undefined;
  readonly codex?: string | undefined;
  readonly opencode?: string | undefined;
}

/** The transcripts of the agents that were used on this machine. */
export function knownPlaces({ home, folder, claude, codex }: Surroundings): readonly KnownPlace[] {
  const places: readonly KnownPlace[] = [
    { agent: 'Claude Code', path: join(claude ?? join(home, '.claude'), 'projects') },
    { agent: 'Codex', path: join(codex ?? join(home, '.codex'), 'sessions') },
    { agent: 'Gemini CLI', path: join(home, '.gemini', 'tmp') },
    { agent: 'Qwen Code', path: join(home, '.qwen', 'projects') },
    { agent: 'Copilot CLI', path: join(home, '.copilot', 'session-state') },
    { agent: 'Cline', path: join(home, '.cline', 'data', 'sessions') },
    { agent: 'Cursor', path: join(home, '.cursor', 'projects') },
    { agent: 'Droid', path: join(home, '.factory', 'sessions') },
    { agent: 'Kiro', path: join(home, '.kiro', 'sessions', 'cli') },
    ...chatFolders(home).map((path) => ({ agent: 'VS Code', path })),
    { agent: 'opencode', path: join(home, '.local', 'share', 'opencode', 'opencode.db') },
    { agent: 'aider', path: join(folder, '.aider.chat.history.md') },
  ];
  return places.filter(({ path }) => existsSync(path));
}

/** Where VS Code keeps the data of a user: on Linux, macOS and Windows. */
const VSCODE = [['.config'], ['Library', 'Application Support'], ['AppData', 'Roaming']];

/** One folder a workspace, beside many others that hold no chats. */
function chatFolders(home: string): readonly string[] {
  return VSCODE.flatMap((folder) => {
    const user = join(home, ...folder, 'Code', 'User');
    const storage = join(user, 'workspaceStorage');
    const workspaces = existsSync(storage) ? readdirSync(storage).sort() : [];
    return [
      ...workspaces.map((name) => join(storage, name, 'chatSessions')),
      join(user, 'globalStorage', 'emptyWindowChatSessions'),
    ];
  });
}
