/** What can end a loop, and how a sentence names it. The archive knows no others, so nothing else can get into it. */
const STRATEGIES = {
  hint: 'a hint',
  nudge: 'a nudge',
  redirect: 'a redirection with constraints',
  block: 'blocking the call',
  pause: 'a pause for a person',
  stop: 'stopping the run',
  reset: 'a reset',
  'forbid-call': 'forbidding the call',
  'summarise-and-stop': 'a summary and a stop',
  'drop-loop-from-context': 'dropping the loop from the context',
  checkpoint: 'a checkpoint',
  rollback: 'going back to what was before',
  'switch-model': 'another model',
  'decompose-task': 'smaller tasks',
  'ask-a-person': 'asking a person',
  'mark-blocked': 'marking the task as blocked',
  'halt-generation': 'halting the generation',
  other: 'something else',
} as const;

export type ArchivedStrategy = keyof typeof STRATEGIES;

/** A strategy of another name is `other`. */
export function archivedStrategy(name: string): ArchivedStrategy {
  return Object.hasOwn(STRATEGIES, name) ? (name as ArchivedStrategy) : 'other';
}

export function strategyWords(strategy: ArchivedStrategy): string {
  // Rows that were written elsewhere may name what is not known here.
  return STRATEGIES[archivedStrategy(strategy)];
}
