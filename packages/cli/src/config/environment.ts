/** What the program takes from the environment it runs in. The only place that looks there. */
export interface Environment {
  /** May text be coloured, as far as the user's settings say? */
  readonly mayColour: boolean;
  /** Folders of agents, where their own variables move them. */
  readonly agents: { readonly claude: string | undefined; readonly codex: string | undefined };
}

export function readEnvironment(env: Readonly<NodeJS.ProcessEnv> = process.env): Environment {
  // https://no-color.org: any value but an empty one.
  const isUnwanted = (env['NO_COLOR'] ?? '') !== '';
  return {
    mayColour: !isUnwanted && env['TERM'] !== 'dumb',
    agents: { claude: env['CLAUDE_CONFIG_DIR'] || undefined, codex: env['CODEX_HOME'] || undefined },
  };
}
