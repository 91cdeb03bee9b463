/** Who plays which trace: a name and a team, as a real fleet would have them. */
const CAST: Readonly<Record<string, readonly [name: string, team: string]>> = {
  'looping/tool-repetition': ['release-coder', 'coding'],
  'looping/output-paraphrase': ['billing-coder', 'coding'],
  'looping/state-oscillation': ['upload-coder', 'coding'],
  'looping/state-regression': ['cart-coder', 'coding'],
  'looping/goal-drift': ['import-coder', 'coding'],
  'looping/error-whack-a-mole': ['types-coder', 'coding'],
  'healthy/tests-after-edits': ['login-coder', 'coding'],
  'healthy/config-in-none-of-the-usual-places': ['config-coder', 'coding'],
  'healthy/type-errors-shrink': ['strict-coder', 'coding'],
  'healthy/formatter-then-read-again': ['format-coder', 'coding'],
  'looping/tool-ping-pong': ['stock-desk', 'support'],
  'looping/output-verbatim': ['complaints-desk', 'support'],
  'healthy/ticket-queue-with-one-policy': ['ticket-desk', 'support'],
  'looping/tool-parameter-drift': ['flight-search', 'research'],
  'looping/output-structural': ['page-survey', 'research'],
  'healthy/scrolls-until-the-footer': ['page-reader', 'research'],
  'looping/error-repetition': ['deps-upgrade', 'operations'],
  'looping/fix-repetition': ['db-oncall', 'operations'],
  'healthy/config-halved-to-find-the-crash': ['plugin-oncall', 'operations'],
  'healthy/deployment-with-progress': ['deploy-watch', 'operations'],
  'looping/token-repetition': ['chat-1', 'chat'],
  'looping/phrase-loop': ['chat-2', 'chat'],
  'looping/run-book-of-one-step': ['runbook-writer', 'chat'],
};

export function roleOf(trace: string): { readonly name: string; readonly team: string } {
  const [name, team] = CAST[trace] ?? [trace.split('/').at(-1) ?? 'agent', 'agents'];
  return { name, team };
}
