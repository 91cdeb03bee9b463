import type { AgentEvent } from '../event/event.js';

/** The commands with which a person lifts what the guard decided. */
const LIFTING = ['reset', 'override'] as const;
export type Lifting = (typeof LIFTING)[number];

/** The text for a model that tried to run one of them. */
export const ONLY_A_PERSON =
  '[rutbreak] This command was not run: only a person can lift what the loop guard decided. Tell the user what is in the way, and go on with something else.';

/** Options may stand between the words, and an agent may give them as a list. */
const LIFTS =
  /(?:rutbreak|cli\.js)["']?(?:\s+-\S+|\s+\S+=\S+)*\s+["']?session["']?(?:\s+-\S+|\s+\S+=\S+)*\s+["']?(reset|override)\b/;
const LONGEST = 20_000;
const DEEPEST = 6;

/** Text that an agent writes into a file names the command without running it. */
const WRITTEN =
  /^(?:contents?|file_?text|insert_?text|new_?(?:str|string|source|text)|old_?(?:str|string|text)|patch|diff|edits|body|text|query|pattern|prompt|description)$/i;

/** Returns the command if an agent is about to lift a block with it. */
export function liftingIn(event: AgentEvent | null): Lifting | undefined {
  return event?.kind === 'attempt' ? liftingInArgs(event.args) : undefined;
}

/** The same for the arguments of a call. */
export function liftingInArgs(args: unknown): Lifting | undefined {
  // Hardly any call names it, and every call waits for this.
  if (!mentionsSession(args, DEEPEST)) return undefined;
  const words: string[] = [];
  collect(args, words, DEEPEST);
  return find(words.join(' '));
}

/** The same for arguments as text: JSON, or as much of it as there is. */
export function liftingInText(text: string): Lifting | undefined {
  try {
    return liftingInArgs(JSON.parse(text));
  } catch {
    return find(text.replaceAll(/[",[\]\\]+/g, ' '));
  }
}

function find(text: string): Lifting | undefined {
  const found = LIFTS.exec(text.slice(0, LONGEST))?.[1];
  return LIFTING.find((one) => one === found);
}

function collect(value: unknown, words: string[], depth: number): void {
  if (typeof value === 'string') words.push(value.slice(0, LONGEST));
  else if (typeof value === 'object' && value !== null && depth > 0)
    for (const [name, one] of Object.entries(value)) if (!WRITTEN.test(name)) collect(one, words, depth - 1);
}

function mentionsSession(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.includes('session');
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  return Object.values(value).some((one) => mentionsSession(one, depth - 1));
}
