/**
 * The strategies that can end a loop, and their names in sentences. The archive accepts no others, so nothing
 * else can enter it.
 */
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

/** Any other strategy is `other`. */
export function archivedStrategy(name: string): ArchivedStrategy {
  return Object.hasOwn(STRATEGIES, name) ? (name as ArchivedStrategy) : 'other';
}

export function strategyWords(strategy: ArchivedStrategy): string {
  // Rows from elsewhere may contain unknown names.
  return STRATEGIES[archivedStrategy(strategy)];
}
