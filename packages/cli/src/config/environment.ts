/** What the program takes from the environment it runs in. The only place that looks there. */
export interface Environment {
  /** May text be coloured, as far as the user's settings say? */
  readonly mayColour: boolean;
}

export function readEnvironment(env: Readonly<NodeJS.ProcessEnv> = process.env): Environment {
  // https://no-color.org: any value but an empty one.
  const isUnwanted = (env['NO_COLOR'] ?? '') !== '';
  return { mayColour: !isUnwanted && env['TERM'] !== 'dumb' };
}
