import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The values that the program takes from its environment. No other file reads the environment. */
export interface Environment {
  /** May text be coloured, as far as the user's settings say? */
  readonly mayColour: boolean;
  /** Folders of agents, where their own variables move them. */
  readonly agents: Readonly<Record<'claude' | 'codex' | 'opencode', string | undefined>>;
  /** Where this program keeps its state. */
  readonly dataDir: string;
  /** The folders that contain programs. */
  readonly path: string;
  /** The variables that configure loop detection: `LOOP_DETECTION_*`. */
  readonly config: Readonly<Record<string, string>>;
  /** The key for the gateway. */
  readonly token: string | undefined;
  /** Everything except our own secrets, for programs that are started with more. */
  readonly all: Readonly<Record<string, string>>;
}

const TOKEN = 'RUTBREAK_TOKEN';

export function readEnvironment(
  env: Readonly<NodeJS.ProcessEnv> = process.env,
  platform: NodeJS.Platform = process.platform,
): Environment {
  // https://no-color.org: any value except an empty one.
  const isUnwanted = (env['NO_COLOR'] ?? '') !== '';
  const all = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    mayColour: !isUnwanted && env['TERM'] !== 'dumb',
    // On Windows the name has several spellings.
    path: all.find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? '',
    config: Object.fromEntries(all.filter(([name]) => name.startsWith('LOOP_DETECTION_'))),
    token: env[TOKEN] || undefined,
    all: Object.fromEntries(all.filter(([name]) => name !== TOKEN)),
    dataDir: dataDirOf(env, platform),
    agents: {
      claude: env['CLAUDE_CONFIG_DIR'] || undefined,
      codex: env['CODEX_HOME'] || undefined,
      opencode: env['OPENCODE_CONFIG_DIR'] || inConfigHome(env['XDG_CONFIG_HOME'], 'opencode'),
    },
  };
}

/** The environment for a child of this program that keeps its state in this folder. */
export function environmentIn(folder: string): NodeJS.ProcessEnv {
  return { ...process.env, [process.platform === 'win32' ? 'LOCALAPPDATA' : 'XDG_STATE_HOME']: folder };
}

/** The XDG specification says to ignore a relative path. */
function inConfigHome(folder: string | undefined, name: string): string | undefined {
  return folder !== undefined && isAbsolute(folder) ? join(folder, name) : undefined;
}

/**
 * State that survives a restart but needs no backup: the XDG state home, or the local application data on
 * Windows.
 */
function dataDirOf(env: Readonly<NodeJS.ProcessEnv>, platform: NodeJS.Platform): string {
  const isWindows = platform === 'win32';
  const given = env[isWindows ? 'LOCALAPPDATA' : 'XDG_STATE_HOME'] ?? '';
  // The XDG specification says to ignore a relative path.
  const isUsable = isWindows ? given !== '' : isAbsolute(given);
  const usual = isWindows ? ['AppData', 'Local'] : ['.local', 'state'];
  return join(
    isUsable ? given : join(env[isWindows ? 'USERPROFILE' : 'HOME'] ?? homedir(), ...usual),
    'rutbreak',
  );
}
