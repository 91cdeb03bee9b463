// By detector: the runs of the corpus that its page shows. A run that no longer serves is replaced by the shortest that does.
const pair = (looping, healthy) => ({ looping: `looping/${looping}`, healthy: `healthy/${healthy}` });

export const EXAMPLES = {
  'repeated-call': pair('tickets-for-one-fault', 'deployment-with-progress'),
  'call-loop': pair('next-and-back', 'tests-after-edits'),
  'stale-work': pair('shifted-windows', 'japanese-log-read-in-pieces'),
  'repeated-failure': pair('every-tool-of-a-server-signed-out', 'discovers-a-database-by-errors'),
  'same-answer': pair('expert-asked-in-ever-other-words', 'searches-with-other-words'),
  'garbled-call': pair('arguments-of-debris', 'no-op-before-each-command'),
  'returning-state': pair('state-regression', 'one-step-back'),
  'reported-error': pair('fix-repetition', 'different-errors'),
  'repeated-message': pair('output-paraphrase', 'patient-support'),
  'repeated-demand': pair('stop-hook-unheeded', 'patient-support'),
  'text-loop': pair('party', 'stream-of-emoji-boards'),
  'entropy-window': pair('button-covered-at-ever-other-points', 'review'),
  'progress-matrix': pair('hook-refuses-every-commit', 'different-errors'),
  'read-loop': pair('beyond-the-end-by-other-offsets', 'read-many-files'),
  'test-fail-loop': pair('same-failure', 'tests-after-edits'),
  'edit-revert': pair('state-regression', 'one-step-back'),
  'tool-repetition': pair('tool-repetition', 'paging'),
  'error-cycle': pair('fix-repetition', 'different-errors'),
  'output-similarity': pair('output-paraphrase', 'patient-support'),
  'state-oscillation': pair('state-regression', 'todos-move-on'),
  'token-pattern': pair('party', 'stream-of-emoji-boards'),
  'call-cycle': pair('tickets-for-one-fault', 'review'),
  'round-limit': pair('long-runs', 'parallel-calls'),
};
